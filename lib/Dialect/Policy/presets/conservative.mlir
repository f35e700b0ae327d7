// Large contractions low, with f32 accumulation; data movement follows;
// arithmetic on elements, reductions, and small contractions stay as they came.
amp.policy @conservative {
  amp.rule declares(follow) never because("conservative: arithmetic stays")
  amp.rule declares(follow) trait(movement) follow because("conservative: copies follow")
  amp.rule declares(always) accumulate(f32)
  amp.rule declares(always) operand(0) size below(4096) never because("conservative: too small to gain")
  amp.rule declares(always) operand(1) size below(4096) never because("conservative: too small to gain")
}

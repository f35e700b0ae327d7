// The choice of TVM's Relay ToMixedPrecision. What it does not list follows. It
// accumulates in f16; this preset leaves accumulation at the default.
amp.policy @tvm {
  amp.rule dialect("{arith,linalg,math,tensor,tosa,vector}") declares(never) follow because("tvm: not listed")
  amp.rule declares(always) always because("tvm: always list")
  // exp, log, pow, erf and other functions.
  amp.rule op("{linalg,math,tosa}.{exp,log,erf}") never because("tvm: never list")
  amp.rule op("{linalg,math}.{exp2,expm1,powf,fpowi,log1p,log2,log10}") never because("tvm: never list")
  amp.rule op("tosa.pow") never because("tvm: never list")
  amp.rule op("linalg.{generic,map,reduce}") contains("math.{exp,exp2,expm1,log,log1p,log2,log10,powf,fpowi,erf}") never because("tvm: never list")
  // softmax, sum, mean, variance, layer norm.
  amp.rule op("linalg.softmax") never because("tvm: never list")
  amp.rule trait(sum) never because("tvm: never list")
  // Pooling over windows follows.
  amp.rule op("{linalg.pooling_*,tosa.avg_pool2d,tosa.max_pool2d}") follow because("tvm: follow list")
  amp.rule op("{linalg.index,tensor.generate}") never because("tvm: never list")
}

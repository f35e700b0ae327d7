// Everything that computes may be stored low: what ops declare NEVER becomes
// FOLLOW. Fast, for models that were trained in low precision.
amp.policy @aggressive {
  amp.rule dialect("{arith,linalg,math,tensor,tosa,vector}") declares(never) follow because("aggressive: storage may be low")
}

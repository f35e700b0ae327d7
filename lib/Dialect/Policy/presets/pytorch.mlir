// The choice of PyTorch's autocast on CUDA: the lower-precision list ALWAYS, the
// f32 lists NEVER; what it does not list runs in the types of its inputs, FOLLOW.
amp.policy @pytorch {
  amp.rule dialect("{arith,linalg,math,tensor,tosa,vector}") declares(never) follow because("pytorch: not listed")
  amp.rule declares(always) always because("pytorch: lower precision list")
  // Functions.
  amp.rule op("{linalg,math,tosa}.{exp,log,rsqrt}") never because("pytorch: f32 list")
  amp.rule op("{linalg,tosa}.reciprocal") never because("pytorch: f32 list")
  amp.rule op("{linalg.powf,tosa.pow}") never because("pytorch: f32 list")
  amp.rule op("math.{expm1,log1p,log2,log10,powf,fpowi,tan,sinh,cosh,asin,acos}") never because("pytorch: f32 list")
  amp.rule op("linalg.{generic,map,reduce}") contains("math.{exp,expm1,log,log1p,log2,log10,rsqrt,powf,fpowi,tan,sinh,cosh,asin,acos}") never because("pytorch: f32 list")
  // softmax, sum, prod, cumulative sums, norms.
  amp.rule op("{linalg.softmax,tosa.reduce_product}") never because("pytorch: f32 list")
  amp.rule trait(sum) never because("pytorch: f32 list")
  // Pooling over windows is not listed.
  amp.rule op("{linalg.pooling_*,tosa.avg_pool2d,tosa.max_pool2d}") follow because("pytorch: not listed")
}

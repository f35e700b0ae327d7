// The choice of TensorFlow's grappler auto_mixed_precision on GPUs: allow list
// ALWAYS, infer and clear lists FOLLOW, deny list NEVER. What it does not list
// stays as it came.
amp.policy @tensorflow {
  amp.rule declares(always) always because("tensorflow: allow list")
  // Infer: log, sqrt, sigmoid, tanh, softplus, reciprocal, softmax, products.
  amp.rule op("{linalg,math,tosa}.{log,sqrt,tanh,erf,rsqrt}") follow because("tensorflow: infer list")
  amp.rule op("{linalg,tosa}.reciprocal") follow because("tensorflow: infer list")
  amp.rule op("tosa.{sigmoid,reduce_product}") follow because("tensorflow: infer list")
  amp.rule op("linalg.generic") contains("math.{log,sqrt,tanh,erf,rsqrt}") follow because("tensorflow: infer list")
  amp.rule op("linalg.generic") contains("arith.divf") follow because("tensorflow: infer list")
  amp.rule op("{linalg.softmax,linalg.div,arith.divf}") follow because("tensorflow: infer list")
  amp.rule op("{linalg.pooling_*,tosa.avg_pool2d,tosa.max_pool2d}") follow because("tensorflow: infer list")
  // Deny: exp, expm1, pow, sum, mean, losses.
  amp.rule op("{linalg,math,tosa}.exp") never because("tensorflow: deny list")
  amp.rule op("{linalg.powf,math.powf,math.fpowi,math.expm1,tosa.pow}") never because("tensorflow: deny list")
  amp.rule op("linalg.generic") contains("math.{exp,expm1,powf,fpowi}") never because("tensorflow: deny list")
  amp.rule trait(sum) op("{linalg.generic,linalg.reduce,tosa.reduce_sum,vector.*}") never because("tensorflow: deny list")
}

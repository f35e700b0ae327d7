// Nobody knows what symbols a region of an unknown op uses: an error at the op, where
// upstream's inliner crashed.
// RUN: amp-opt --allow-unregistered-dialect %s --amp-form-kernels --verify-diagnostics --split-input-file
// RUN: amp-opt --allow-unregistered-dialect %s --amp-to-nvvm="sm_80 format=isa" --verify-diagnostics --split-input-file

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'foo.bar' op cannot go to the GPU: no kernel and no host code is known for it}}
  "foo.bar"() ({
    %0 = arith.addf %x, %x : tensor<4xf32>
  }) : () -> ()
  return %x : tensor<4xf32>
}

// -----

// Without a region, and with two, it is as any other.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'foo.bar' op cannot go to the GPU: no kernel and no host code is known for it}}
  %0 = "foo.bar"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'foo.bar' op cannot go to the GPU: no kernel and no host code is known for it}}
  "foo.bar"() ({
    %0 = arith.addf %x, %x : tensor<4xf32>
  }, {
  }) : () -> ()
  return %x : tensor<4xf32>
}

// Scopes that decide nothing go; scopes that decide something stay.
// RUN: amp-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%[[A:.*]]: f32)
func.func @empty(%a: f32) -> f32 {
  // CHECK-NOT: amp.autocast
  %r = amp.autocast dtype(bf16) -> f32 {
    amp.yield %a : f32
  }
  // CHECK: return %[[A]]
  return %r : f32
}

// CHECK-LABEL: func.func @same_state
func.func @same_state(%a: f32) -> f32 {
  // CHECK: amp.autocast dtype(bf16) -> f32
  %r = amp.autocast dtype(bf16) -> f32 {
    // CHECK-NOT: amp.autocast
    %s = amp.autocast dtype(bf16) -> f32 {
      // CHECK: %[[V:.*]] = "test.op"
      %v = "test.op"(%a) : (f32) -> f32
      amp.yield %v : f32
    }
    // CHECK: amp.yield %[[V]]
    amp.yield %s : f32
  }
  return %r : f32
}

// A type means nothing where autocast is off; ops in between do not matter.
// CHECK-LABEL: func.func @both_disabled
func.func @both_disabled(%a: f32, %c: i1) -> f32 {
  // CHECK: amp.autocast enabled(false) -> f32
  // CHECK-NOT: amp.autocast
  %r = amp.autocast enabled(false) -> f32 {
    %i = scf.if %c -> f32 {
      %s = amp.autocast dtype(bf16) enabled(false) -> f32 {
        %v = "test.op"(%a) : (f32) -> f32
        amp.yield %v : f32
      }
      scf.yield %s : f32
    } else {
      scf.yield %a : f32
    }
    amp.yield %i : f32
  }
  // CHECK: return
  return %r : f32
}

// CHECK-LABEL: func.func @other_type
func.func @other_type(%a: f32) -> f32 {
  // CHECK: amp.autocast dtype(bf16)
  %r = amp.autocast dtype(bf16) -> f32 {
    // CHECK: amp.autocast dtype(f16)
    %s = amp.autocast dtype(f16) -> f32 {
      %v = "test.op"(%a) : (f32) -> f32
      amp.yield %v : f32
    }
    amp.yield %s : f32
  }
  return %r : f32
}

// Its function may be inlined into a disabled scope, where it matters.
// CHECK-LABEL: func.func @outermost
func.func @outermost(%a: f32) -> f32 {
  // CHECK: amp.autocast -> f32
  %r = amp.autocast -> f32 {
    %v = "test.op"(%a) : (f32) -> f32
    amp.yield %v : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @enabled_in_disabled
func.func @enabled_in_disabled(%a: f32) -> f32 {
  // CHECK: amp.autocast enabled(false)
  %r = amp.autocast enabled(false) -> f32 {
    // CHECK: amp.autocast -> f32
    %s = amp.autocast -> f32 {
      %v = "test.op"(%a) : (f32) -> f32
      amp.yield %v : f32
    }
    amp.yield %s : f32
  }
  return %r : f32
}

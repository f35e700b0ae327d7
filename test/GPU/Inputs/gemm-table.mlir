// Made up for the test: no device took these times.
[
  {chip = "sm_80", type = f16, sizes = array<i64: 1, 64, 64, 32>, layout = "kn",
   device = "far", microseconds = 1.500,
   config = {path = "mma.sync", tile = array<i64: 16, 64, 32>, warps = array<i64: 1, 4>, stages = 2}},
  {chip = "sm_80", type = f16, sizes = array<i64: 1, 64, 64, 64>, layout = "kn",
   device = "bad", microseconds = 1.000,
   config = {path = "mma.sync", tile = array<i64: 16, 64, 33>, warps = array<i64: 1, 4>, stages = 2}},
  {chip = "sm_80", type = f16, sizes = array<i64: 1, 128, 64, 64>, layout = "kn",
   device = "near", microseconds = 2.250,
   config = {path = "mma.sync", tile = array<i64: 64, 32, 32>, warps = array<i64: 4, 1>, stages = 2}},
  {chip = "sm_90a", type = f16, sizes = array<i64: 1, 64, 64, 64>, layout = "kn",
   device = "hopper", microseconds = 3.000,
   config = {path = "wgmma", tile = array<i64: 64, 128, 64>, cluster = 1, consumers = 2, pingpong = true, stages = 3}}
]

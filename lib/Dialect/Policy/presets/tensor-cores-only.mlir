// Contractions and convolutions low, everything else as it came.
amp.policy @tensor_cores_only {
  amp.rule declares(follow) never because("only contractions go low")
}

// What each op declares; the same as no policy.
amp.policy @default {
}

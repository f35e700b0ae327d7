int countSteps(int from) {
  int steps = 0;
  for (; from != 1; ++steps)
    from = from % 2 ? 3 * from + 1 : from / 2;
  return steps;
}

int countSteps(int from);
int main() { return countSteps(27) == 111 ? 0 : 1; }

#include "AmpDialect/Analysis/Assignment.h"

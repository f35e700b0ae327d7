#include "AmpDialect/Analysis/PrecisionGraph.h"

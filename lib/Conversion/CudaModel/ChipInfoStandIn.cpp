#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
using namespace mlir;
using namespace mlir::amp;
static const ChipInfo chips[] = {
    {"sm_80", 80, "+ptx80", 163 * 1024, 164 * 1024, 108, false},
    {"sm_86", 86, "+ptx80", 99 * 1024, 100 * 1024, 84, false},
    {"sm_89", 89, "+ptx84", 99 * 1024, 100 * 1024, 128, false},
    {"sm_90", 90, "+ptx84", 227 * 1024, 228 * 1024, 132, false},
    {"sm_90a", 90, "+ptx86", 227 * 1024, 228 * 1024, 132, true}};
std::optional<ChipInfo> ChipInfo::lookup(StringRef name) {
  for (const ChipInfo &chip : chips)
    if (chip.name == name)
      return chip;
  return std::nullopt;
}
std::string ChipInfo::getKnownNames() { return "sm_80, sm_86, sm_89, sm_90, sm_90a"; }

/*===- amp-capi-test.c - The C API from C ---------------------------------===*\
|*                                                                            *|
|* Licensed under the Apache License v2.0 with LLVM Exceptions.               *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "AmpDialect-c/Amp.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__,             \
              #condition);                                                     \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static const char *const source =
    "func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>,\n"
    "                %c: tensor<64x64xf32>) -> tensor<64x64xf32> {\n"
    "  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)\n"
    "         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>\n"
    "  return %0 : tensor<64x64xf32>\n"
    "}\n";

/* A string that grows. */
typedef struct {
  char *data;
  size_t length;
} Text;

static void append(MlirStringRef part, void *userData) {
  Text *text = userData;
  text->data = realloc(text->data, text->length + part.length + 1);
  memcpy(text->data + text->length, part.data, part.length);
  text->length += part.length;
  text->data[text->length] = '\0';
}

static Text print(MlirModule module) {
  Text text = {NULL, 0};
  append(mlirStringRefCreateFromCString(""), &text);
  mlirOperationPrint(mlirModuleGetOperation(module), append, &text);
  return text;
}

static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *userData) {
  mlirDiagnosticPrint(diagnostic, append, userData);
  return mlirLogicalResultSuccess();
}

typedef enum { Silent, SayNever, SayAlways, SayNonsense, Fail } Answer;

typedef struct {
  Answer answer;
  int asked;
  int matched;
} Rule;

static MlirLogicalResult decide(MlirOperation op, void *userData,
                                MlirAmpOverride *override) {
  Rule *rule = userData;
  ++rule->asked;
  EXPECT(!override->hasCategory && mlirTypeIsNull(override->accumulate));
  MlirIdentifier name = mlirOperationGetName(op);
  if (!mlirStringRefEqual(mlirIdentifierStr(name),
                          mlirStringRefCreateFromCString("linalg.matmul")))
    return mlirLogicalResultSuccess();
  ++rule->matched;
  switch (rule->answer) {
  case Silent:
    break;
  case SayNever:
    override->hasCategory = true;
    override->category = MlirAmpCategoryNever;
    override->reason = mlirStringRefCreateFromCString("said in C");
    break;
  case SayAlways:
    override->hasCategory = true;
    override->category = MlirAmpCategoryAlways;
    override->accumulate = mlirF32TypeGet(mlirOperationGetContext(op));
    break;
  case SayNonsense:
    override->accumulate = mlirIndexTypeGet(mlirOperationGetContext(op));
    break;
  case Fail:
    return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

/* One conversion in a fresh context. */
typedef struct {
  MlirContext context;
  MlirModule module;
  MlirAmpOptions options;
  Text before, after, report, diagnostics;
  bool succeeded;
} Run;

static void run(Run *r, const char *type, Rule *rule) {
  memset(r, 0, sizeof(*r));
  append(mlirStringRefCreateFromCString(""), &r->diagnostics);
  append(mlirStringRefCreateFromCString(""), &r->report);
  r->context = mlirContextCreateWithThreading(false);
  mlirAmpRegisterAll(r->context);
  mlirContextAttachDiagnosticHandler(r->context, collect, &r->diagnostics,
                                     NULL);
  r->module =
      mlirModuleCreateParse(r->context, mlirStringRefCreateFromCString(source));
  EXPECT(!mlirModuleIsNull(r->module));
  r->before = print(r->module);
  r->options = mlirAmpOptionsCreate();
  mlirAmpOptionsSetType(r->options, mlirStringRefCreateFromCString(type));
  mlirAmpOptionsSetSignature(r->options, MlirAmpSignatureConvert);
  if (rule)
    mlirAmpOptionsSetRule(r->options, decide, rule);
  r->succeeded = mlirLogicalResultIsSuccess(
      mlirAmpConvertWithReport(r->module, r->options, append, &r->report));
  EXPECT(mlirOperationVerify(mlirModuleGetOperation(r->module)));
  r->after = print(r->module);
}

static void finish(Run *r) {
  mlirAmpOptionsDestroy(r->options);
  mlirModuleDestroy(r->module);
  mlirContextDestroy(r->context);
  free(r->before.data);
  free(r->after.data);
  free(r->report.data);
  free(r->diagnostics.data);
}

/* The dialect can be loaded through its handle alone. */
static void testDialectHandle(void) {
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirDialectHandle handle = mlirGetDialectHandle__amp__();
  EXPECT(mlirStringRefEqual(mlirDialectHandleGetNamespace(handle),
                            mlirStringRefCreateFromCString("amp")));
  EXPECT(!mlirDialectIsNull(mlirDialectHandleLoadDialect(handle, context)));
  MlirAttribute category = mlirAttributeParseGet(
      context, mlirStringRefCreateFromCString("#amp.category<never>"));
  EXPECT(!mlirAttributeIsNull(category));
  mlirContextDestroy(context);
}

/* Without rules a product goes to the asked type and is reported. */
static void testConvert(void) {
  const char *const types[] = {"f16", "bf16"};
  for (int i = 0; i != 2; ++i) {
    Run r;
    run(&r, types[i], NULL);
    EXPECT(r.succeeded);
    char wanted[32];
    snprintf(wanted, sizeof(wanted), "tensor<64x64x%s>", types[i]);
    EXPECT(strstr(r.after.data, wanted) != NULL);
    EXPECT(r.report.data[0] == '{');
    EXPECT(r.diagnostics.length == 0);
    finish(&r);
  }
}

/* An unknown type name fails and changes nothing. */
static void testUnknownType(void) {
  Run r;
  run(&r, "f17", NULL);
  EXPECT(!r.succeeded);
  EXPECT(strstr(r.diagnostics.data, "f17") != NULL);
  EXPECT(strcmp(r.before.data, r.after.data) == 0);
  finish(&r);
}

/* A rule is asked about every op; what it says decides. */
static void testRule(void) {
  Rule silent = {Silent, 0, 0}, never = {SayNever, 0, 0},
       always = {SayAlways, 0, 0};
  Run r;
  run(&r, "f16", &silent);
  EXPECT(r.succeeded && silent.matched == 1 && silent.asked >= 2);
  EXPECT(strstr(r.after.data, "f16") != NULL);
  finish(&r);

  run(&r, "f16", &never);
  EXPECT(r.succeeded && never.matched == 1);
  EXPECT(strcmp(r.before.data, r.after.data) == 0);
  finish(&r);

  run(&r, "f16", &always);
  EXPECT(r.succeeded && always.matched == 1);
  EXPECT(strstr(r.after.data, "f16") != NULL);
  finish(&r);
}

/* A rule that fails, or answers nonsense, stops the conversion unchanged. */
static void testRuleFailure(void) {
  Rule fail = {Fail, 0, 0}, nonsense = {SayNonsense, 0, 0};
  Run r;
  run(&r, "f16", &fail);
  EXPECT(!r.succeeded && strcmp(r.before.data, r.after.data) == 0);
  EXPECT(strstr(r.diagnostics.data,
                "the rule in code failed on 'linalg.matmul'") != NULL);
  EXPECT(r.report.length == 0);
  finish(&r);

  run(&r, "f16", &nonsense);
  EXPECT(!r.succeeded && strcmp(r.before.data, r.after.data) == 0);
  EXPECT(strstr(r.diagnostics.data, "expected the accumulation type of a rule "
                                    "to be a float, got 'index'") != NULL);
  finish(&r);
}

/* A product of a constant, a sum, and what a logarithm needs. */
static const char *const optionsSource =
    "#id = affine_map<(i, j) -> (i, j)>\n"
    "#row = affine_map<(i, j) -> (i)>\n"
    "func.func @main(%a: tensor<64x64xf32>, %c: tensor<64x64xf32>,\n"
    "                %s: tensor<64xf32>) -> tensor<64xf32> {\n"
    "  %w = arith.constant dense<0.25> : tensor<64x64xf32>\n"
    "  %0 = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>)\n"
    "         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>\n"
    "  %1 = linalg.generic {indexing_maps = [#id, #id, #id],\n"
    "         iterator_types = [\"parallel\", \"parallel\"]}\n"
    "         ins(%0, %c : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : "
    "tensor<64x64xf32>) {\n"
    "  ^bb0(%x: f32, %y: f32, %o: f32):\n"
    "    %n = arith.subf %x, %y : f32\n"
    "    linalg.yield %n : f32\n"
    "  } -> tensor<64x64xf32>\n"
    "  %4 = linalg.generic {indexing_maps = [#id, #id],\n"
    "         iterator_types = [\"parallel\", \"parallel\"]}\n"
    "         ins(%1 : tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) {\n"
    "  ^bb0(%x: f32, %o: f32):\n"
    "    %n = arith.negf %x : f32\n"
    "    linalg.yield %n : f32\n"
    "  } -> tensor<64x64xf32>\n"
    "  %2 = linalg.matmul ins(%4, %w : tensor<64x64xf32>, tensor<64x64xf32>)\n"
    "         outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>\n"
    "  %3 = linalg.generic {indexing_maps = [#id, #row],\n"
    "         iterator_types = [\"parallel\", \"reduction\"]}\n"
    "         ins(%2 : tensor<64x64xf32>) outs(%s : tensor<64xf32>) {\n"
    "  ^bb0(%x: f32, %o: f32):\n"
    "    %t = arith.addf %x, %o : f32\n"
    "    linalg.yield %t : f32\n"
    "  } -> tensor<64xf32>\n"
    "  \"test.user\"(%2) : (tensor<64x64xf32>) -> ()\n"
    "  return %3 : tensor<64xf32>\n"
    "}\n";

typedef void (*SetOptions)(MlirAmpOptions);

static void setNothing(MlirAmpOptions options) { (void)options; }
static void setGreedy(MlirAmpOptions options) {
  mlirAmpOptionsSetAssign(options, MlirAmpAssignGreedy);
}
static void setCompute(MlirAmpOptions options) {
  mlirAmpOptionsSetCompute(options, MlirAmpComputeLow);
}
static void setAccumulate(MlirAmpOptions options) {
  mlirAmpOptionsSetAccumulate(options, MlirAmpComputeLow);
}
static void setUnlisted(MlirAmpOptions options) {
  mlirAmpOptionsSetUnlisted(options, MlirAmpUnlistedError);
}
static void setUnfolded(MlirAmpOptions options) {
  mlirAmpOptionsSetFoldWeights(options, false);
}
static void setNoAbsorption(MlirAmpOptions options) {
  mlirAmpOptionsSetAbsorb(options, false);
}
static void setNoGuards(MlirAmpOptions options) {
  mlirAmpOptionsSetGuards(options, false);
}
static void setUnknownAssign(MlirAmpOptions options) {
  mlirAmpOptionsSetAssign(options, (MlirAmpAssign)7);
}
static void setUnknownSignature(MlirAmpOptions options) {
  mlirAmpOptionsSetSignature(options, (MlirAmpSignature)256);
}
static void setErrorRatio(MlirAmpOptions options) {
  mlirAmpOptionsSetErrorRatio(options, -1.0);
}
static void setPolicy(MlirAmpOptions options) {
  mlirAmpOptionsSetPolicy(options, mlirStringRefCreateFromCString("none.mlir"));
}
static void setPreset(MlirAmpOptions options) {
  mlirAmpOptionsSetPolicy(options,
                          mlirStringRefCreateFromCString("tensor-cores-only"));
  mlirAmpOptionsSetStrictRules(options, false);
}
static void setPlan(MlirAmpOptions options) {
  mlirAmpOptionsSetPlan(options, mlirStringRefCreateFromCString("none.plan"));
}
static void setSavePlan(MlirAmpOptions options) {
  mlirAmpOptionsSetSavePlan(
      options, mlirStringRefCreateFromCString("/nowhere/at/all.plan"));
}
static void setProfile(MlirAmpOptions options) {
  mlirAmpOptionsSetProfile(options,
                           mlirStringRefCreateFromCString("none.json"));
}
static void setReport(MlirAmpOptions options) {
  mlirAmpOptionsSetReport(
      options, mlirStringRefCreateFromCString("/nowhere/at/all.json"));
}

/* The report that the options ask for is written beside the callback's. */
static void testBothReports(void) {
  Run r;
  run(&r, "f16", NULL);
  EXPECT(r.succeeded);
  MlirModule again =
      mlirModuleCreateParse(r.context, mlirStringRefCreateFromCString(source));
  Text report = {NULL, 0};
  append(mlirStringRefCreateFromCString(""), &report);
  setReport(r.options);
  EXPECT(mlirLogicalResultIsFailure(
      mlirAmpConvertWithReport(again, r.options, append, &report)));
  EXPECT(strstr(r.diagnostics.data, "/nowhere/at/all.json") != NULL);
  EXPECT(report.length == 0);
  free(report.data);
  mlirModuleDestroy(again);
  finish(&r);
}

/* What `set` makes of the module above; `expected` is in the result, or in the
   diagnostics of a failure, which `fails` asks for. */
static Text testOption(SetOptions set, bool fails, const char *expected) {
  Text text = {NULL, 0}, diagnostics = {NULL, 0};
  append(mlirStringRefCreateFromCString(""), &diagnostics);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirAmpRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirAmpRegisterAll(context);
  mlirContextSetAllowUnregisteredDialects(context, true);
  mlirContextAttachDiagnosticHandler(context, collect, &diagnostics, NULL);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(optionsSource));
  EXPECT(!mlirModuleIsNull(module));
  MlirAmpOptions options = mlirAmpOptionsCreate();
  mlirAmpOptionsSetUnlisted(options, MlirAmpUnlistedIgnore);
  set(options);
  Text before = print(module);
  MlirLogicalResult result = mlirAmpConvert(module, options);
  EXPECT(mlirLogicalResultIsFailure(result) == fails);
  text = print(module);
  if (expected && !strstr(fails ? diagnostics.data : text.data, expected)) {
    fprintf(stderr, "expected '%s' in:\n%s%s", expected, text.data,
            diagnostics.data);
    ++failures;
  }
  if (fails)
    EXPECT(strcmp(before.data, text.data) == 0);
  mlirAmpOptionsDestroy(options);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  free(before.data);
  free(diagnostics.data);
  return text;
}

/* Each option reaches the conversion. */
static void testOptions(void) {
  mlirAmpRegisterAllPasses();
  Text usual = testOption(setNothing, false, "tensor<64x64xf16>");
  EXPECT(strstr(usual.data, "arith.negf %in : f16") == NULL);
  const struct {
    SetOptions set;
    const char *expected;
  } changes[] = {
      {setGreedy, NULL},
      {setCompute, "arith.negf %in : f16"},
      {setAccumulate, "outs(%0 : tensor<64x64xf16>) -> tensor<64x64xf16>"},
      {setUnfolded, "arith.constant dense<2.500000e-01> : tensor<64x64xf32>"},
      {setNoAbsorption, NULL},
      {setPreset, NULL},
  };
  for (size_t i = 0; i != sizeof(changes) / sizeof(changes[0]); ++i) {
    Text text = testOption(changes[i].set, false, changes[i].expected);
    if (strcmp(text.data, usual.data) == 0) {
      fprintf(stderr, "change %zu changes nothing:\n%s", i, text.data);
      ++failures;
    }
    free(text.data);
  }
  free(testOption(setNoGuards, false, "f16").data);
  free(testOption(setUnlisted, true, "test.user").data);
  free(testOption(setErrorRatio, true, "ratio").data);
  free(testOption(setUnknownAssign, true, "assign to be 0 to 2").data);
  free(testOption(setUnknownSignature, true, "signature to be 0 to 1").data);
  free(testOption(setPolicy, true, "none.mlir").data);
  free(testOption(setPlan, true, "none.plan").data);
  free(testOption(setSavePlan, true, "all.plan").data);
  free(testOption(setProfile, true, "none.json").data);
  free(testOption(setReport, true, "all.json").data);
  free(usual.data);
}

int main(void) {
  testDialectHandle();
  testOptions();
  testConvert();
  testUnknownType();
  testRule();
  testRuleFailure();
  testBothReports();
  if (failures)
    fprintf(stderr, "%d expectations failed\n", failures);
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

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

static Run run(const char *type, Rule *rule) {
  Run r;
  memset(&r, 0, sizeof(r));
  append(mlirStringRefCreateFromCString(""), &r.diagnostics);
  append(mlirStringRefCreateFromCString(""), &r.report);
  r.context = mlirContextCreateWithThreading(false);
  mlirAmpRegisterAll(r.context);
  mlirContextAttachDiagnosticHandler(r.context, collect, &r.diagnostics, NULL);
  r.module =
      mlirModuleCreateParse(r.context, mlirStringRefCreateFromCString(source));
  EXPECT(!mlirModuleIsNull(r.module));
  r.before = print(r.module);
  r.options = mlirAmpOptionsCreate();
  mlirAmpOptionsSetType(r.options, mlirStringRefCreateFromCString(type));
  mlirAmpOptionsSetSignature(r.options, MlirAmpSignatureConvert);
  if (rule)
    mlirAmpOptionsSetRule(r.options, decide, rule);
  r.succeeded = mlirLogicalResultIsSuccess(
      mlirAmpConvertWithReport(r.module, r.options, append, &r.report));
  EXPECT(mlirOperationVerify(mlirModuleGetOperation(r.module)));
  r.after = print(r.module);
  return r;
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
    Run r = run(types[i], NULL);
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
  Run r = run("f17", NULL);
  EXPECT(!r.succeeded);
  EXPECT(strstr(r.diagnostics.data, "f17") != NULL);
  EXPECT(strcmp(r.before.data, r.after.data) == 0);
  finish(&r);
}

/* A rule is asked about every op; what it says decides. */
static void testRule(void) {
  Rule silent = {Silent, 0, 0}, never = {SayNever, 0, 0},
       always = {SayAlways, 0, 0};
  Run r = run("f16", &silent);
  EXPECT(r.succeeded && silent.matched == 1 && silent.asked >= 2);
  EXPECT(strstr(r.after.data, "f16") != NULL);
  finish(&r);

  r = run("f16", &never);
  EXPECT(r.succeeded && never.matched == 1);
  EXPECT(strcmp(r.before.data, r.after.data) == 0);
  finish(&r);

  r = run("f16", &always);
  EXPECT(r.succeeded && always.matched == 1);
  EXPECT(strstr(r.after.data, "f16") != NULL);
  finish(&r);
}

/* A rule that fails, or answers nonsense, stops the conversion unchanged. */
static void testRuleFailure(void) {
  Rule fail = {Fail, 0, 0}, nonsense = {SayNonsense, 0, 0};
  Run r = run("f16", &fail);
  EXPECT(!r.succeeded && strcmp(r.before.data, r.after.data) == 0);
  EXPECT(strstr(r.diagnostics.data,
                "the rule in code failed on 'linalg.matmul'") != NULL);
  EXPECT(r.report.length == 0);
  finish(&r);

  r = run("f16", &nonsense);
  EXPECT(!r.succeeded && strcmp(r.before.data, r.after.data) == 0);
  EXPECT(strstr(r.diagnostics.data, "expected the accumulation type of a rule "
                                    "to be a float, got 'index'") != NULL);
  finish(&r);
}

int main(void) {
  testDialectHandle();
  testConvert();
  testUnknownType();
  testRule();
  testRuleFailure();
  if (failures)
    fprintf(stderr, "%d expectations failed\n", failures);
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

# ===- lit.cfg.py - How the lit tests run ----------------------------------===//
#
# Licensed under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Substitutions: %python (the project's virtual environment where there is one),
# %amp_src, %amp_build, %amp_plugin, %amp_stablehlo, %cuda_emulator, and the tools
# by name. Features: ptxas, cuda-in-usual-place (/usr/local/cuda), gpu (a device that
# the driver opens), compute-sanitizer, asan, numpy, host-cc, host-x86, cmake,
# shell-tools (bash and /dev/full). Why there is no gpu or compute-sanitizer is printed.
# `config` and `lit_config` are given by lit.
#
# ===----------------------------------------------------------------------===//

import os
import platform
import shutil
import subprocess

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

config.name = "AMP"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.amp_build_dir, "test")


def succeeds(command):
    """Whether a command exists and exits with 0."""
    try:
        return (
            subprocess.run(
                command,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=60,
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def probe(feature, script):
    """Adds a feature where a script of the device package finds what it needs; says
    what is missing otherwise."""
    path = os.path.join(config.amp_source_dir, "benchmarks/gpu_runner", script)
    try:
        done = subprocess.run(
            [config.python, path], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        lit_config.note(f"tests that need '{feature}' are skipped: {error}")
        return
    if done.returncode == 0:
        config.available_features.add(feature)
    else:
        why = done.stderr.strip().splitlines()[-1:] or [f"status {done.returncode}"]
        lit_config.note(f"tests that need '{feature}' are skipped: {why[0]}")


def find_cuda_tool(name):
    """Path of a CUDA tool: PATH first, then CUDA_HOME and the usual place."""
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH")]
    places = [os.path.join(home, "bin") for home in homes if home]
    places.append("/usr/local/cuda/bin")
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))


llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.amp_tools_dir, append_path=True)
llvm_config.with_system_environment(
    ["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "CUDA_HOME"]
    + ["AMP_CUDA_DRIVER", "AMP_COMPUTE_SANITIZER", "LD_LIBRARY_PATH"]
)

# Where the scripts of benchmarks/ find the tools.
config.environment["AMP_BUILD_DIR"] = config.amp_build_dir

config.substitutions += [
    ("%python", config.python),
    ("%amp_src", config.amp_source_dir),
    ("%amp_build", config.amp_build_dir),
    ("%amp_plugin", os.path.join(config.amp_lib_dir, "libAmpPlugin.so")),
    ("%cuda_emulator", os.path.join(config.amp_lib_dir, "libAmpCudaEmulator.so")),
    (
        "%amp_stablehlo",
        os.path.join(config.amp_lib_dir, "libAmpStableHLOStandIn.so"),
    ),
]
tool_dirs = [config.amp_tools_dir, config.llvm_tools_dir]
llvm_config.add_tool_substitutions(
    ["amp-opt", "amp-gpu-emulate", "mlir-opt", "mlir-translate", "FileCheck", "not", "count", "split-file", "llvm-readelf"]
    + [
        ToolSubst(name, unresolved="ignore")
        for name in ("amp-compile", "amp-reduce", "mlir-runner", "llc", "clang")
    ],
    tool_dirs,
)

ptxas = find_cuda_tool("ptxas")
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
if os.path.exists("/usr/local/cuda/bin/ptxas"):
    config.available_features.add("cuda-in-usual-place")
probe("gpu", "device.py")
probe("compute-sanitizer", "checks.py")
if "address" in config.amp_sanitize:
    config.available_features.add("asan")
    # A module built with the sanitizer does not load into stock mlir-opt.
    config.excludes.append("Plugin")
    # The shared MLIR keeps registries alive until the process ends, and its
    # allocators, built without the sanitizer, do not lift poison that ours set.
    config.environment.setdefault(
        "ASAN_OPTIONS", "detect_leaks=0:allow_user_poisoning=0"
    )
# What links compiled models and builds the programs that call them.
host_cc = next(filter(None, map(shutil.which, ("cc", "clang", "gcc"))), None)
if host_cc:
    config.available_features.add("host-cc")
    config.substitutions.append(("%cc", host_cc))
if platform.machine() == "x86_64":
    config.available_features.add("host-x86")
if shutil.which("bash") and os.path.exists("/dev/full"):
    config.available_features.add("shell-tools")
cmake = shutil.which("cmake")
if cmake:
    config.available_features.add("cmake")
    config.substitutions.append(("%cmake", cmake))
if succeeds([config.python, "-c", "import numpy"]):
    config.available_features.add("numpy")

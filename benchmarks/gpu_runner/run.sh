#!/bin/sh
# Measures this package on the machine's GPU; see run.py --help.
exec "${PYTHON:-python3}" "$(dirname "$0")/run.py" "$@"

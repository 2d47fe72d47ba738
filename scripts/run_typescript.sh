#!/bin/sh
# Runs a TypeScript file by Node alone, which removes the types; Node 22 does it only when told. Compiled files are kept for the next start.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$(dirname "$0")/../node_modules/.cache/node}"
exec node --experimental-strip-types --disable-warning=ExperimentalWarning "$@"

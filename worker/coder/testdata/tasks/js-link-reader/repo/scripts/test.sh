#!/bin/sh
# Checks that the sources can be read, then runs the tests.
set -e
cd "$(dirname "$0")/.."
for file in src/*.js; do node --check "$file"; done
node --test test/

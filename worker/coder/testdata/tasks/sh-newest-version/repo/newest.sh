#!/bin/sh
# Reads versions, one a line, and prints the newest; other lines are left out.
grep -E '^[0-9]+\.[0-9]+\.[0-9]+$' | sort | tail -n 1

#!/bin/sh
# Keeps the newest COUNT files of FOLDER and deletes the others.
set -u
if [ $# -ne 2 ] || [ ! -d "$1" ]; then
	echo "usage: clean-up.sh FOLDER COUNT" >&2
	exit 2
fi
cd "$1" || exit 1
n=0
for file in $(ls -t); do
	n=$((n + 1))
	if [ "$n" -gt "$2" ]; then
		rm -f $file
		echo "deleted $file"
	fi
done

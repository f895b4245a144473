#!/bin/sh
# update.sh CURRENT < VERSIONS says whether there is something newer.
set -u
dir=$(dirname "$0")
newest=$({ echo "$1"; cat; } | sh "$dir/newest.sh")
if [ "$newest" = "$1" ]; then
	echo "up to date"
else
	echo "update to $newest"
fi

#!/bin/sh
# deploy.sh TARGET copies the site to www/TARGET below the current folder.
target=${1-}
mkdir -p "www/$target" || exit 1
cp -R site/. "www/$target/" || exit 1
echo "deployed to $target"

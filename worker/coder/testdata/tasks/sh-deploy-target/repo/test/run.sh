# Prints TAP; the exit status is 1 if a check failed.
cd "$(dirname "$0")/.." || exit 1
script=$(pwd)/deploy.sh
site=$(pwd)/site
run=0
failed=0
is() { # NAME GOT WANT
	run=$((run + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $run - $1"
	else
		echo "not ok $run - $1"
		echo "# got: $2, want: $3"
		failed=1
	fi
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
deploy() { # in a fresh folder; sets out and status
	dir=$(mktemp -d "$work/XXXXXX")
	cp -R "$site" "$dir/site"
	out=$(cd "$dir" && sh "$script" "$@" 2>/dev/null)
	status=$?
}

deploy staging
is "staging: status" $status 0
is "staging: says so" "$out" "deployed to staging"
is "staging: the page is there" "$(cat "$dir/www/staging/index.html")" "<h1>Tea and cake</h1>"

deploy production
is "production: the page is there" "$(ls "$dir/www/production")" "index.html"
is "production: nothing else" "$(ls "$dir/www")" "production"

echo "1..$run"
exit $failed

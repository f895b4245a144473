cd "$(dirname "$0")/.." || exit 1
top=$(pwd)
failed=0
say() { if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi; }
refuse() {
	dir=$(mktemp -d)
	cp -R "$top/site" "$dir/site"
	(cd "$dir" && sh "$top/deploy.sh" "$@" >"$dir.out" 2>"$dir.err")
	status=$?
	[ $status = 2 ]; say $? "status 2 for '$*' (got $status)"
	[ ! -e "$dir/www" ]; say $? "nothing touched for '$*'"
	[ -s "$dir.err" ]; say $? "an error is written for '$*'"
	rm -rf "$dir" "$dir.out" "$dir.err"
}
refuse
refuse ""
refuse stagin
refuse Production
refuse "staging "
refuse ../site
refuse "staging production"
for target in staging production; do
	dir=$(mktemp -d)
	cp -R "$top/site" "$dir/site"
	out=$(cd "$dir" && sh "$top/deploy.sh" $target)
	[ $? = 0 ] && [ "$out" = "deployed to $target" ] && [ -s "$dir/www/$target/index.html" ]
	say $? "deploys to $target"
	rm -rf "$dir"
done
exit $failed

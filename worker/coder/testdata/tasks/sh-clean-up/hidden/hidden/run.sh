cd "$(dirname "$0")/.." || exit 1
top=$(pwd)
failed=0
try() { # COUNT WANT FILES..., the oldest first
	count=$1 want=$2
	shift 2
	dir=$(mktemp -d)
	age=10
	for f in "$@"; do
		touch -d "2024-01-$age" "$dir/$f"
		age=$((age + 1))
	done
	(cd / && sh "$top/clean-up.sh" "$dir" "$count") >/dev/null
	got=$(ls "$dir" | tr '\n' '|')
	if [ "$got" = "$want" ]; then echo "ok - $want"; else echo "not ok - got $got, want $want"; failed=1; fi
	rm -rf "$dir"
}
try 1 "new|" "old file" new
try 2 "b c|d|" "a x y" "b c" d
try 1 "the newest one|" "first one" "second  one" "the newest one"
try 1 "z|" "star *" z
try 2 "a|b|" a b
try 2 "mid|new|" old mid new
try 0 "" "a b" c
exit $failed

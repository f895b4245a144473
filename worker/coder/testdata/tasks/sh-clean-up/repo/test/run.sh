# Prints TAP; the exit status is 1 if a check failed.
cd "$(dirname "$0")/.." || exit 1
top=$(pwd)
run=0
failed=0
is() { # NAME GOT WANT
	run=$((run + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $run - $1"
	else
		echo "not ok $run - $1"
		echo "# got: $2"
		echo "# want: $3"
		failed=1
	fi
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_folder() { # files, the oldest first
	dir=$(mktemp -d "$work/XXXXXX")
	age=10
	for f in "$@"; do
		touch -d "2024-01-$age" "$dir/$f"
		age=$((age + 1))
	done
}
left() { ls "$dir" | tr '\n' '|'; }

sh "$top/clean-up.sh" >/dev/null 2>&1
is "no arguments" $? 2

make_folder old mid new
sh "$top/clean-up.sh" "$dir" 2 >/dev/null
is "keeps the newest two" "$(left)" "mid|new|"

make_folder old new
out=$(sh "$top/clean-up.sh" "$dir" 1)
is "says what it deletes" "$out" "deleted old"

make_folder one
sh "$top/clean-up.sh" "$dir" 5
is "nothing to do" "$(left)" "one|"

echo "1..$run"
exit $failed

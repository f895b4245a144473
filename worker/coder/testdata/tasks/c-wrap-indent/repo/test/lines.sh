# Prints TAP. Usage: sh test/lines.sh PROGRAM
wrap=$1
run=0
failed=0
is() { # NAME GOT WANT
	run=$((run + 1))
	if [ "$2" = "$3" ]; then echo "ok $run - $1"; else echo "not ok $run - $1"; echo "# got: $2"; failed=1; fi
}

is "breaks lines" "$(echo "one two three four" | $wrap 9)" "one two
three
four"
is "joins lines" "$(printf 'a\nb\n\nc\n' | $wrap 10)" "a b c"
is "a long word stays whole" "$(echo "a longlonglong b" | $wrap 5)" "a
longlonglong
b"
is "no text" "$(printf '' | $wrap 5)" ""
$wrap zero </dev/null 2>/dev/null
is "a word is not a width" $? 2

echo "1..$run"
exit $failed

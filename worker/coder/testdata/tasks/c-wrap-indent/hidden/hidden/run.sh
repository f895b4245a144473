wrap=$1
failed=0
is() { # GOT WANT
	if [ "$1" = "$2" ]; then echo "ok"; else echo "not ok - got: $1"; failed=1; fi
}
is "$(echo "one two three four" | $wrap 9 2)" "one two
  three
  four"
is "$(echo "aaa bbb ccc ddd" | $wrap 7 4)" "aaa bbb
    ccc
    ddd"
is "$(echo "aa bb cc dd ee" | $wrap 8 3)" "aa bb cc
   dd ee"
is "$(echo "aa bb cc dd ee" | $wrap 7 3)" "aa bb
   cc
   dd
   ee"
is "$(echo "a longlonglong b" | $wrap 5 2)" "a
  longlonglong
  b"
is "$(echo "one two three four" | $wrap 9 0)" "one two
three
four"
is "$(echo "one two three four" | $wrap 9)" "one two
three
four"
is "$(printf '' | $wrap 5 2)" ""
exit $failed

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
finish() {
	echo "1..$run"
	exit $failed
}

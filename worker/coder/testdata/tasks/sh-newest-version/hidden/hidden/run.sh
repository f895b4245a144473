cd "$(dirname "$0")/.." || exit 1
failed=0
is() { # GOT WANT
	if [ "$1" = "$2" ]; then echo "ok - $2"; else echo "not ok - got $1, want $2"; failed=1; fi
}
is "$(printf '1.9.0\n1.10.0\n1.2.0\n' | sh newest.sh)" 1.10.0
is "$(printf '10.0.0\n9.9.9\n' | sh newest.sh)" 10.0.0
is "$(printf '1.2.100\n1.2.99\n1.2.9\n' | sh newest.sh)" 1.2.100
is "$(printf '1.10.2\n1.9.30\n1.10.11\n1.10.9\n' | sh newest.sh)" 1.10.11
is "$(printf '2.0.0\n1.99.99\nnext\n' | sh newest.sh)" 2.0.0
is "$(printf '1.9.0\n' | sh update.sh 1.10.0)" "up to date"
is "$(printf '1.10.0\n1.9.0\n' | sh update.sh 1.9.0)" "update to 1.10.0"
exit $failed

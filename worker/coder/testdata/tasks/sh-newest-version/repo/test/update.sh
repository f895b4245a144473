. test/tap.sh
is "something newer" "$(printf '1.0.0\n1.1.0\n' | sh update.sh 1.0.0)" "update to 1.1.0"
is "nothing newer" "$(printf '0.9.0\n1.0.0\n' | sh update.sh 1.0.0)" "up to date"
finish

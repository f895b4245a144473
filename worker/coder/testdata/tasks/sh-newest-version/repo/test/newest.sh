. test/tap.sh
is "the last part" "$(printf '1.0.1\n1.0.3\n1.0.2\n' | sh newest.sh)" 1.0.3
is "the first part" "$(printf '2.0.0\n1.9.9\n' | sh newest.sh)" 2.0.0
is "other lines" "$(printf 'next\n1.0.0\nv2\n' | sh newest.sh)" 1.0.0
is "no version" "$(printf 'next\n' | sh newest.sh)" ""
finish

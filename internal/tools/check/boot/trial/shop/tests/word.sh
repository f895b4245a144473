test -s fee.conf && echo ok 1 - there is a fee || echo not ok 1 - there is a fee

for t in tests/*.sh; do . ./$t; done > out.tap
n=9
for path in /home/ann/letter /root/secret /var/lib/frasier/frasier.db /run/credentials/frasier-coder@1.service; do
  if cat "$path" >/dev/null 2>&1 || ls "$path" >/dev/null 2>&1; then echo "not ok $n - $path is out of reach"; else echo "ok $n - $path is out of reach"; fi >> out.tap
  n=$((n + 1))
done
cat out.tap
! grep -q '^not ok' out.tap

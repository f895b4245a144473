#!/bin/bash
# Runs as root on the booted machine and says on the console how each thing stands:
# "trial: NAME: ok" or why not. Then the machine is switched off.
exec >/dev/ttyS0 2>&1
set -u
end() { echo "trial: end"; sync; systemctl poweroff --force; }
trap end EXIT
ok() { echo "trial: $1: ok"; }
no() { echo "trial: $1: no: $2"; }
check() { # NAME COMMAND...: it succeeds
  local name="$1" out
  shift
  if out="$("$@" 2>&1)"; then ok "$name"; else no "$name" "$(printf '%s' "$out" | tail -c 600 | tr '\n' '|')"; fi
}
until_true() { # SECONDS COMMAND...: what it said last is why not
  local end=$((SECONDS + $1)) said
  shift
  until said="$("$@" 2>&1)"; do
    [ "$SECONDS" -lt "$end" ] || { echo "$said"; return 1; }
    sleep 10 # looking takes the machine's time too
  done
}
frasier() { (cd / && runuser -u frasier -- env FRASIER_HOME=/var/lib/frasier FRASIER_LLM=extractive /opt/frasier/current/frasier "$@"); }

cd /root/trial || exit
mkdir -p /home/ann && echo hers >/home/ann/letter && chmod 644 /home/ann/letter && echo mine >/root/secret
check "deploy.sh installs" ./deploy.sh --release /root/trial/release
printf 'FRASIER_LLM=extractive\nFRASIER_FOUNDERS=80351110224678912\nFRASIER_LISTEN=\n' >>/etc/frasier/frasier.env

cp -r shop order /srv/
chown -R frasier: /srv/shop /srv/order
as() { (cd "$1" && shift && runuser -u frasier -- env HOME=/tmp GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b "$@"); }
as /srv/shop git init -q -b main && as /srv/shop git add -A && as /srv/shop git commit -qm shop
check "repo add" frasier repo add /srv/shop --name shop --check 'sh check.sh'

systemctl start frasier-worker@1
check "the worker runs" until_true 600 systemctl is-active frasier-worker@1
(echo roadmap.md; sleep 5000) | as /srv/order env FRASIER_HOME=/var/lib/frasier FRASIER_LLM=extractive FRASIER_LISTEN= /opt/frasier/current/bot >/root/said 2>&1 &
status_says() { frasier status | tee /root/status | grep "$1" || { cat /root/status; tail -5 /root/said; false; }; }
check "the order is planned" until_true 1200 status_says Fees
check "without its unit code waits, and status says so" until_true 900 status_says 'Changes of code and pictures wait'

systemctl start frasier-coder@1
check "the unit for code runs" until_true 600 systemctl is-active frasier-coder@1
merged() { grep 'Fees is done' /root/said || { status_says 'done'; false; }; }
check "the step is merged" until_true 1800 merged
passed() { frasier checks p1 | tee /root/checks | grep '^- after: .* 6 passed' || { cat /root/checks; false; }; }
carried() { grep changes.patch /root/said && grep changes.bundle /root/said || { tail -5 /root/said; false; }; }
check "patch and branch come with the message" until_true 120 carried
check "its checks pass, one test more than before" passed
frasier checks p1 | sed 's/^/said: /'
frasier doctor | sed 's/^/said: /'
check "verify" frasier verify

# The same unit, with another program.
inside() { # NAME COMMAND: a unit as frasier-coder@ is, that runs it once
  printf '%s\n' "$2" >"/opt/trial-$1.sh"
  sed -e 's/^Type=notify/Type=oneshot/' -e '/^NotifyAccess\|^WatchdogSec\|^Restart/d' -e "s#^ExecStart=.*#ExecStart=/bin/sh /opt/trial-$1.sh#" /etc/systemd/system/frasier-coder@.service >"/run/systemd/system/trial-$1.service"
  systemctl daemon-reload
  systemctl start "trial-$1"
}
check "doctor is green in the unit" inside doctor '/opt/frasier/current/frasier doctor >/var/lib/frasier/doctor.txt 2>&1; grep -q "changes of code can be tried" /var/lib/frasier/doctor.txt || /opt/frasier/current/frasier doctor --all >/var/lib/frasier/doctor.txt 2>&1; grep -q "changes of code can be tried" /var/lib/frasier/doctor.txt'
sed 's/^/said: /' /var/lib/frasier/doctor.txt 2>/dev/null
for path in /home/ann/letter /root/secret /etc/frasier/credentials/DISCORD_TOKEN /etc/shadow; do
  if inside "read$(printf '%s' "$path" | tr / -)" "cat $path"; then no "the unit cannot read $path" "it can"; else ok "the unit cannot read $path"; fi
done
journalctl -q -u frasier-coder@1 -u frasier-worker@1 --no-pager -o cat | tail -20 | sed 's/^/log: /'
sed 's/^/bot: /' /root/said | tail -20

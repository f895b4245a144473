#!/usr/bin/env bash
# Installs or upgrades Frasier on a Debian or Ubuntu server, and goes back by
# itself when the new version does not come up.
#
#   sudo ./deploy.sh                     build from this folder (needs Go 1.26) and install
#   sudo ./deploy.sh --release DIR       install the binaries in DIR: bot, worker, frasier
#   sudo ./deploy.sh --dry-run           say what would be done, change nothing
#   sudo ./deploy.sh --workers 2         two worker processes (default 1)
#   ./deploy.sh --root DIR ...           write below DIR instead of / (images, tests)
#   ./deploy.sh --help                   print this
#
# Run it again at any time: what is already so is left alone.
# Exit codes: 0 done, 1 a step failed and was rolled back, 2 usage, 78 settings.
set -euo pipefail
umask 022
here="$(cd "$(dirname "$0")" && pwd)"

root="" release="" dry="" workers=1 coder=" frasier-coder@1.service"
health_wait="${FRASIER_HEALTH_WAIT:-60}" # seconds until a started bot must say that it is ready

say() { printf '%s\n' "deploy: $*"; }
fail() { printf '%s\n' "deploy: $1" >&2; exit "${2:-1}"; }
help() { sed -n '2,15s/^# \{0,1\}//p' "$here/deploy.sh"; }
usage() { help >&2; exit 2; }

while [ $# -gt 0 ]; do
  case "$1" in
    --help | -h) help; exit 0 ;;
    --dry-run) dry=1 ;;
    --release) [ $# -ge 2 ] || usage; release="$(cd "$2" 2>/dev/null && pwd)" || fail "--release $2: no such folder" 2; shift ;;
    --workers) [ $# -ge 2 ] || usage; workers="$2"; shift ;;
    --root) [ $# -ge 2 ] || usage; root="${2%/}"; shift ;;
    *) usage ;;
  esac
  shift
done
case "$workers" in [1-9] | [1-5][0-9] | 6[0-4]) ;; *) fail "--workers $workers: write a number from 1 to 64" 2 ;; esac

opt="$root/opt/frasier" data="$root/var/lib/frasier" etc="$root/etc/frasier" units="$root/etc/systemd/system"
current="$opt/current"
changed=""  # what this run changed, in words
old="" new="" # the programs that run now, and those that shall
kept=""     # a folder with the units of the old version, while they may have to come back
stopped=""  # the services were stopped, and nothing is known to run yet
switched="" # the new version may have touched the data
saved=""    # the backup from before
up=""       # the new version is known to run

# run does a command, or says it with --dry-run.
run() {
  if [ -n "$dry" ]; then say "would run: $*"; else "$@"; fi
}

# put writes standard input to a file of the given mode, when it differs.
put() {
  local path="$1" mode="$2" new
  new="$(cat; printf x)"
  new="${new%x}"
  if [ -f "$path" ] && [ "$(cat "$path"; printf x)" = "${new}x" ]; then return 0; fi
  changed="$changed $path"
  if [ -n "$dry" ]; then say "would write $path"; return 0; fi
  mkdir -p "$(dirname "$path")"
  (umask 077; printf '%s' "$new" >"$path.new")
  chmod "$mode" "$path.new"
  mv "$path.new" "$path"
  say "wrote $path"
}

preflight() {
  [ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo ./deploy.sh"
  if [ -z "$root" ]; then
    [ -f /etc/debian_version ] || fail "this script knows Debian and Ubuntu; on another system follow docs/deploy.md by hand"
  fi
  case "$(uname -m)" in
    x86_64 | aarch64) ;;
    *) fail "there is no build for $(uname -m); Frasier runs on x86_64 and aarch64" ;;
  esac
  command -v systemctl >/dev/null || fail "systemctl is missing: this script needs systemd"
  command -v curl >/dev/null || packages curl
}

# packages installs what is missing. A new server's list of packages may be
# empty or months old.
packages() {
  run apt-get update -qq
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

# find_go prints where a Go is that is new enough: in PATH, or where go.dev, a
# snap or Debian put it, which sudo's PATH leaves out.
find_go() {
  local at have seen="" need
  need="$(sed -n 's/^go //p' "$here/go.mod")"
  for at in "$(command -v go || true)" "$root/usr/local/go/bin/go" "$root/snap/bin/go" "$root/usr/lib/go-${need%.*}/bin/go"; do
    [ -n "$at" ] && [ -x "$at" ] || continue
    have="$(cd / && "$at" env GOVERSION 2>/dev/null)" || continue
    have="${have#go}"
    if [ "$(printf '%s\n' "$need" "${have%% *}" | sort -V | head -1)" = "$need" ]; then printf '%s\n' "$at"; return 0; fi
    seen="$seen; $at is Go $have"
  done
  fail "building needs Go ${need%.*} or newer (https://go.dev/dl)${seen}. Or unpack a release and give --release DIR"
}

account() {
  [ -z "$root" ] || return 0
  if ! getent passwd frasier >/dev/null; then
    changed="$changed user"
    run useradd --system --home-dir "$data" --no-create-home --shell /usr/sbin/nologin frasier
  fi
}

# own gives a path to the service's user; below --root there is no such user.
own() { [ -n "$root" ] || run chown frasier:frasier "$1"; }

folders() {
  local d
  for d in "$opt/releases" "$etc"; do [ -d "$d" ] || run mkdir -p "$d"; done
  if [ ! -d "$data" ]; then run mkdir -p "$data"; fi
  if [ -z "$dry" ]; then chmod 0700 "$data"; fi
  own "$data"
  if [ ! -d "$etc/credentials" ]; then run mkdir -p "$etc/credentials"; fi
  if [ -z "$dry" ]; then chmod 0700 "$etc/credentials"; fi
}

# take finds or builds the three binaries and names their folder in $release.
take() {
  local b go
  if [ -z "$release" ]; then
    go="$(find_go)" || exit 1
    command -v gcc >/dev/null || packages gcc libc6-dev
    if [ -n "$dry" ]; then say "would build bot, worker and frasier"; return 0; fi
    release="$(mktemp -d)"
    say "building, this takes a few minutes on a small server"
    (cd "$here" && "$go" build -trimpath -o "$release/" ./cmd/bot ./cmd/worker ./cmd/frasier) || fail "the build failed; nothing was changed"
  fi
  for b in bot worker frasier; do
    [ -x "$release/$b" ] || fail "$release/$b is missing or not executable; a release has bot, worker and frasier"
  done
}

# version names a set of binaries by what they contain.
version() { cat "$1/bot" "$1/worker" "$1/frasier" | sha256sum | cut -c1-16; }

place() {
  [ -n "$release" ] || return 0
  new="$opt/releases/$(version "$release")"
  if [ -d "$new" ]; then return 0; fi
  changed="$changed $new"
  if [ -n "$dry" ]; then say "would install $new"; return 0; fi
  rm -rf "$new.part"
  mkdir -p "$new.part"
  install -m 0755 "$release/bot" "$release/worker" "$release/frasier" "$new.part/"
  mv "$new.part" "$new"
  say "installed $new"
}

settings() {
  if [ ! -f "$etc/frasier.env" ]; then
    put "$etc/frasier.env" 0644 <<'ENV'
# Settings without secrets; "frasier doctor" lists all of them.
# Secrets are files in /etc/frasier/credentials, one value each:
#   DISCORD_TOKEN  OPENROUTER_API_KEY  BRAVE_API_KEY  TRANSCRIBE_API_KEY
FRASIER_FOUNDERS=
FRASIER_LISTEN=127.0.0.1:8787
ENV
  fi
  local name
  for name in DISCORD_TOKEN OPENROUTER_API_KEY BRAVE_API_KEY TRANSCRIBE_API_KEY; do
    if [ ! -e "$etc/credentials/$name" ]; then
      put "$etc/credentials/$name" 0600 </dev/null
      [ -n "$dry" ] || [ -e "$etc/credentials/$name" ] || (umask 077; : >"$etc/credentials/$name")
    fi
  done
}

# hardening is what every unit has; shut what only those have that never run a
# repository's code: what runs it behind walls makes namespaces, mounts a /proc
# of its own, gives it a name, and its compilers write code into memory.
hardening() {
  cat <<'UNIT'
CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectKernelModules=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
UMask=0077
StateDirectory=frasier
StateDirectoryMode=0700
WorkingDirectory=/var/lib/frasier
Environment=FRASIER_HOME=/var/lib/frasier
EnvironmentFile=/etc/frasier/frasier.env
User=frasier
Group=frasier
LimitCORE=0
KillMode=mixed
TimeoutStopSec=25
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2 64 78
UNIT
}

shut() {
  cat <<'UNIT'
RestrictNamespaces=yes
MemoryDenyWriteExecute=yes
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
ProcSubset=pid
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
TasksMax=256
UNIT
}

services() {
  {
    cat <<'UNIT'
[Unit]
Description=Frasier, the bot
Documentation=https://github.com/frasier-cos/frasier
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=10

[Service]
Type=notify
NotifyAccess=main
WatchdogSec=180
TimeoutStartSec=600
ExecStart=/opt/frasier/current/bot
LoadCredential=DISCORD_TOKEN:/etc/frasier/credentials/DISCORD_TOKEN
LoadCredential=OPENROUTER_API_KEY:/etc/frasier/credentials/OPENROUTER_API_KEY
MemoryMax=512M
UNIT
    hardening
    shut
    printf '\n[Install]\nWantedBy=multi-user.target\n'
  } | put "$units/frasier-bot.service" 0644
  {
    cat <<'UNIT'
[Unit]
Description=Frasier, worker %i
Documentation=https://github.com/frasier-cos/frasier
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=10

[Service]
Type=notify
NotifyAccess=main
WatchdogSec=180
TimeoutStartSec=600
ExecStart=/usr/bin/env FRASIER_CODE=off /opt/frasier/current/worker
LoadCredential=OPENROUTER_API_KEY:/etc/frasier/credentials/OPENROUTER_API_KEY
LoadCredential=BRAVE_API_KEY:/etc/frasier/credentials/BRAVE_API_KEY
LoadCredential=TRANSCRIBE_API_KEY:/etc/frasier/credentials/TRANSCRIBE_API_KEY
Environment=FRASIER_LISTEN=
MemoryMax=1G
UNIT
    hardening
    shut
    printf '\n[Install]\nWantedBy=multi-user.target\n'
  } | put "$units/frasier-worker@.service" 0644
  {
    cat <<'UNIT'
[Unit]
Description=Frasier, changes of code %i
Documentation=https://github.com/frasier-cos/frasier
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=10

[Service]
Type=notify
NotifyAccess=main
WatchdogSec=180
TimeoutStartSec=600
ExecStart=/usr/bin/env FRASIER_CODE=only /opt/frasier/current/worker
LoadCredential=OPENROUTER_API_KEY:/etc/frasier/credentials/OPENROUTER_API_KEY
LoadCredential=TRANSCRIBE_API_KEY:/etc/frasier/credentials/TRANSCRIBE_API_KEY
Environment=FRASIER_LISTEN=
MemoryMax=75%
TasksMax=4096
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=cgroup ipc mnt net pid user uts
SystemCallFilter=~@clock @cpu-emulation @module @obsolete @raw-io @reboot @swap
UNIT
    hardening
    printf '\n[Install]\nWantedBy=multi-user.target\n'
  } | put "$units/frasier-coder@.service" 0644
}

# environment prints the assignments of a settings file, NAME=value, each ended
# by a NUL. It reads as systemd reads an EnvironmentFile= (systemd.exec(5),
# src/basic/env-file.c): a value may hold anything, and nothing in it is run or
# replaced.
environment() {
  local text c name="" value="" state=line i
  text="$(cat "$1"; printf x)"
  text="${text%x}"$'\n'
  for ((i = 0; i < ${#text}; i++)); do
    c="${text:i:1}"
    case "$state" in
      line)
        case "$c" in
          '#' | ';') state=comment ;;
          [$' \t\n\r']) ;;
          *) state=name name="$c" value="" ;;
        esac ;;
      comment)
        case "$c" in
          \\) i=$((i + 1)) ;;
          [$'\n\r']) state=line ;;
        esac ;;
      name)
        case "$c" in
          [$'\n\r']) state=line ;;
          =) state=start ;;
          *) name="$name$c" ;;
        esac ;;
      single) if [ "$c" = "'" ]; then state=start; else value="$value$c"; fi ;;
      double)
        case "$c" in
          '"') state=start ;;
          \\)
            i=$((i + 1)) c="${text:i:1}"
            case "$c" in
              [\"\\\`\$]) value="$value$c" ;;
              $'\n') ;;
              *) value="$value\\$c" ;;
            esac ;;
          *) value="$value$c" ;;
        esac ;;
      start | plain)
        case "$c" in
          [$'\n\r'])
            if [ "$state" = plain ]; then value="${value%"${value##*[!$' \t']}"}"; fi
            name="${name%"${name##*[!$' \t']}"}"
            if [[ "$name" =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]]; then printf '%s=%s\0' "$name" "$value"; fi
            state=line ;;
          \\) i=$((i + 1)) state=plain c="${text:i:1}"; if [ "$c" != $'\n' ]; then value="$value$c"; fi ;;
          *)
            if [ "$state$c" = "start'" ]; then state=single
            elif [ "$state$c" = 'start"' ]; then state=double
            elif [ "$state" = plain ]; then value="$value$c"
            else
              case "$c" in
                [$' \t']) ;;
                *) state=plain value="$value$c" ;;
              esac
            fi ;;
        esac ;;
    esac
  done
}

# setting prints what the settings file gives a name.
setting() {
  local line out=""
  while IFS= read -r -d '' line; do
    if [ "${line%%=*}" = "$1" ]; then out="${line#*=}"; fi
  done < <(environment "$etc/frasier.env")
  printf '%s' "$out"
}

# tool runs the command frasier of a release with the service's settings and
# secrets, on the data in a folder.
tool() {
  local dir="$1" home="$2" line f
  shift 2
  (
    cd "$home"
    while IFS= read -r -d '' line; do export "${line?}"; done < <(environment "$etc/frasier.env")
    export FRASIER_HOME="$home" CREDENTIALS_DIRECTORY="$etc/credentials"
    if [ -z "$root" ] && [ "$(id -u)" = 0 ]; then
      # The secrets are root's; they are handed over in the environment.
      for f in "$etc"/credentials/*; do
        if [ -s "$f" ]; then export "$(basename "$f")=$(cat "$f")"; fi
      done
      unset CREDENTIALS_DIRECTORY
      exec setpriv --reuid=frasier --regid=frasier --clear-groups "$dir/frasier" "$@"
    fi
    exec "$dir/frasier" "$@"
  )
}

names() {
  local i
  printf 'frasier-bot.service'
  for i in $(seq 1 "$workers"); do printf ' frasier-worker@%s.service' "$i"; done
  printf '%s' "$coder"
}

stop_all() { systemctl stop frasier-bot.service 'frasier-worker@*.service' 'frasier-coder@*.service'; }

# start_all starts the services without waiting: they are up when they are
# connected, which "ready" waits for.
start_all() {
  # shellcheck disable=SC2046
  systemctl start --no-block $(names)
}

# ready waits until the bot says that it is: connected to Discord, and able to
# save. Without an address for health, systemd knows.
ready() {
  local listen end why="it does not answer"
  listen="$(setting FRASIER_LISTEN)"
  end=$((SECONDS + health_wait))
  while [ "$SECONDS" -lt "$end" ]; do
    if [ -z "$listen" ]; then
      if systemctl is-active --quiet frasier-bot.service; then return 0; fi
    elif curl -fsS --max-time 10 "http://$listen/readyz" >/dev/null 2>&1; then
      return 0
    else
      why="$(curl -sS --max-time 10 "http://$listen/readyz" 2>/dev/null)" || why="it does not answer"
    fi
    sleep 0.5
  done
  say "the bot was not ready within $health_wait s: $why"
  return 1
}

# settings_sound asks doctor whether the settings are in order. 5 says that something
# waits, which neither a new version nor a start makes worse.
settings_sound() {
  local code=0
  tool "$1" "$2" doctor >/dev/null || code=$?
  [ "$code" = 0 ] || [ "$code" = 5 ]
}

# rehearse has the new version open a copy of the data, migrations and all, and
# its doctor look at the settings.
rehearse() {
  local copy file
  [ -f "$data/frasier.db" ] || return 0
  copy="$(mktemp -d -p "$data" rehearsal.XXXXXX)" # on the disk whose room doctor looks at
  own "$copy"
  if ! tool "$old" "$data" backup "$copy" >/dev/null; then rm -rf "$copy"; fail "the data cannot be backed up with the installed version"; fi
  file="$(find "$copy" -name '*.db' | head -1)"
  [ -n "$file" ] || { rm -rf "$copy"; fail "the backup left no file"; }
  mv "$file" "$copy/frasier.db"
  own "$copy/frasier.db"
  [ ! -f "$data/signing.key" ] || cp -p "$data/signing.key" "$copy/" # which doctor looks for, and a backup leaves out
  if ! tool "$new" "$copy" verify >/dev/null; then
    tool "$new" "$copy" verify || true
    rm -rf "$copy"
    fail "the new version cannot work with a copy of the data"
  fi
  if ! settings_sound "$new" "$copy"; then
    tool "$new" "$copy" doctor || true
    rm -rf "$copy"
    fail "the new version's doctor found what stands in its way (see above)" 78
  fi
  rm -rf "$copy"
}

halt() {
  stopped=1
  stop_all || fail "the services did not stop"
}

save() {
  [ -f "$data/frasier.db" ] || return 0
  saved="$(tool "$old" "$data" backup "$data/backups" | tail -1)" || saved=""
  [ -n "$saved" ] || fail "no backup could be made"
}

turn() {
  switched=1
  switch_to "$new"
}

launch() { start_all || fail "the services of the new version do not start"; }

await() { ready || fail "the new version did not come up"; }

switch_to() {
  ln -sfn "$1" "$current.new"
  mv -T "$current.new" "$current"
}

# undo is how the script ends: after a failure the old units are put back, and
# once the services were stopped, the old version on the old data.
undo() {
  local code="$?" u
  [ "$code" -ne 0 ] && [ -n "$old" ] && [ -z "$dry" ] || return 0
  trap - EXIT
  if [ -n "$kept" ]; then
    for u in "$kept"/*.service; do
      [ -f "$u" ] && ! cmp -s "$u" "$units/$(basename "$u")" && cp "$u" "$units/"
    done
    if [ ! -f "$kept/frasier-coder@.service" ]; then # the old version has no such unit
      systemctl disable --quiet --now "${coder# }" || say "frasier-coder@1 could not be disabled"
      rm -f "$units/frasier-coder@.service"
      coder=""
    fi
    rm -rf "$kept"
    systemctl daemon-reload || say "systemd does not read its units again: run 'systemctl daemon-reload'"
  fi
  if [ -z "$stopped" ]; then
    case "$code" in 2 | 78) ;; *) code=1 ;; esac
    say "the old version goes on"
    exit "$code"
  fi
  say "going back to $old"
  if [ -n "$switched" ]; then
    stop_all || true
    [ "$(readlink -f "$current")" = "$old" ] || switch_to "$old"
    if [ -n "$saved" ]; then
      tool "$old" "$data" restore "$saved" || fail "the old data could not be put back: run 'frasier restore $saved' by hand, then start the services"
    fi
  fi
  start_all || fail "the old version does not start either: see 'journalctl -u frasier-bot'"
  ready || fail "the old version is back and is not ready either: see 'journalctl -u frasier-bot'"
  fail "the old version runs on the old data"
}

# turns are the steps from one version to the next.
turns="rehearse halt save turn launch await"

upgrade() {
  local step
  if [ -z "$new" ] || [ "$old" = "$new" ]; then return 0; fi
  changed="$changed current"
  if [ -n "$dry" ]; then
    if [ -n "$old" ]; then say "would try $new on a copy of the data, stop the services, save the data, start it, and wait for it"; fi
    say "would switch $current to $new"
    return 0
  fi
  if [ -z "$old" ] || ! configured; then
    switch_to "$new"
    return 0
  fi
  for step in $turns; do "$step"; done
  stopped="" up=1
  say "the new version is up"
}

# configured reports whether there is what a start needs.
configured() { [ -s "$etc/credentials/DISCORD_TOKEN" ] && [ -f "$etc/frasier.env" ] && [ -n "$(setting FRASIER_FOUNDERS)" ]; }

start_fresh() {
  [ -z "$up" ] || return 0
  if ! configured; then
    if [ -n "$dry" ]; then say "would ask for the bot's token and your Discord id before it starts anything"; return 0; fi
    say "installed. Before it can start, it needs a bot token and you:"
    say "  1. put the token into $etc/credentials/DISCORD_TOKEN"
    say "  2. put your Discord user id into FRASIER_FOUNDERS= in $etc/frasier.env"
    say "  3. run this script again"
    return 0
  fi
  if [ -n "$changed" ] || ! systemctl is-active --quiet frasier-bot.service; then
    [ -n "$dry" ] && { say "would start $(names)"; return 0; }
    settings_sound "$(readlink -f "$current")" "$data" || {
      tool "$(readlink -f "$current")" "$data" doctor || true
      fail "doctor found what stands in the way (see above); nothing was started" 78
    }
    start_all || fail "the services do not start: see 'journalctl -u frasier-bot'"
    ready || fail "the services started and are not ready: see 'journalctl -u frasier-bot'"
    say "running"
  fi
}

reload() { if [ -n "$changed" ]; then run systemctl daemon-reload; fi; }

# shellcheck disable=SC2046
enable() { run systemctl enable --quiet $(names); }

# keep puts the units of the old version aside.
keep() {
  [ -z "$dry" ] && [ -n "$old" ] || return 0
  kept="$(mktemp -d)"
  local u
  for u in "$units/frasier-bot.service" "$units/frasier-worker@.service" "$units/frasier-coder@.service"; do
    if [ -f "$u" ]; then cp "$u" "$kept/"; fi
  done
}

# steps are all that is done, in this order.
steps="preflight take account folders settings place keep services reload enable upgrade start_fresh"

if [ -L "$current" ]; then old="$(readlink -f "$current")"; fi
trap undo EXIT
for step in $steps; do "$step"; done
[ -z "$kept" ] || rm -rf "$kept"
if [ -n "$dry" ]; then say "dry run: nothing was changed"; elif ! configured; then say "done"; elif [ -z "$changed" ]; then say "nothing to change"; else say "done"; fi

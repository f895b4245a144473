package egress_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/fence"
)

// A fetch in a sandbox has its files from a registry with a password, and the password is nowhere inside: not in the environment,
// not in what processes are called with, not in a file, not in an answer; and nothing else is reached.
func TestTheCredentialIsNeverInside(t *testing.T) {
	t.Parallel()
	s := build(t)
	p, socket := open(t, s.rules())
	f, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kept := t.TempDir()
	b := fence.Box{
		Work: t.TempDir(), Scratch: t.TempDir(), Program: program, Sockets: []fence.Socket{{Host: socket, Port: 18080}},
		Env: append(p.Environment(), "REGISTRY="+p.Address("shop")), Layers: []fence.Layer{{Host: kept, Inside: "/env", Keep: true}},
	}
	e, err := f.Run(t.Context(), b, "/bin/bash", "-c", `
ask() { exec 3<>/dev/tcp/127.0.0.1/18080 && printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3; cat <&3; exec 3<&- 3>&-; }
cd /env; echo "registry $REGISTRY"
ask /r/shop/echo > echo; ask /r/shop/simple/flask/ > index; ask /r/shop/shop/-/shop-1.2.3.tgz > file; ask /r/shop/-also/1/p/flask-2.0.tar.gz > also
env > environment; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline > processes 2>/dev/null
curl -sS -m 5 https://evil.example/ > curl 2>&1; curl -sS -m 5 --noproxy '*' http://1.1.1.1/ >> curl 2>&1
find / -xdev -type f -newer /proc/1 2>/dev/null | head -50 > files; cat $(cat files) > all 2>/dev/null; echo done`)
	if err != nil || e.Code != 0 {
		t.Fatalf("%+v %s, %v", e, e.Output, err)
	}
	if leak(string(e.Output)) || !strings.Contains(string(e.Output), "registry http://127.0.0.1:18080/r/shop/") {
		t.Errorf("it says %s", e.Output)
	}
	for name, has := range map[string]string{
		"echo": `"plain":"***"`, "index": "flask", "file": "file /base/shop/-/shop-1.2.3.tgz", "also": "bytes of /p/flask-2.0.tar.gz", "environment": "HTTPS_PROXY", "processes": "inside-run", "curl": "403",
	} {
		raw, err := os.ReadFile(filepath.Join(kept, name))
		if err != nil || !strings.Contains(string(raw), has) || leak(string(raw)) {
			t.Errorf("%s holds %s (%v), want %q and no credential", name, raw, err, has)
		}
	}
	if got := p.Report().Downloads; len(got) != 2 || s.wrong > 0 {
		t.Errorf("told are %v; nobody's host was asked %d times", got, s.wrong)
	}
}

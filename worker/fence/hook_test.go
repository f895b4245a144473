package fence_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
)

func hooks(before, teardown string) (out []coding.Hook) {
	return []coding.Hook{{Event: coding.HookBeforeChecks, Command: before}, {Event: coding.HookTeardown, Command: teardown}}
}

// The first hook runs when services are there and before the program, the other behind it whatever came of it, all in one sandbox; the exit is the
// program's.
func TestHooksAround(t *testing.T) {
	t.Parallel()
	work := t.TempDir()
	write(t, filepath.Join(work, "web.py"), server)
	b := fence.Box{Work: work, Scratch: scratch(t), Services: parse(t, web), Hooks: hooks(
		`python3 -c 'import os, urllib.request as u; print(u.urlopen(os.environ["SHOP_URL"] + "/who").read().decode())'; echo made > /tmp/made`, `echo left; cat /tmp/made; exit 9`)}
	e, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", "cat /tmp/made; echo by the program > /tmp/made; exit 5")
	if err != nil || e.Code != 5 || string(e.Output) != "made\n" {
		t.Errorf("the program: %+v %q, %v", e, e.Output, err)
	}
	got, err := b.ReadHooks()
	if err != nil || len(got) != 2 || !got[0].Good() || got[0].Said != "I am ready http://127.0.0.1:3000\n" || got[1].Exit != 9 || got[1].Said != "left\nby the program\n" {
		t.Errorf("hooks: %+v, %v", got, err)
	}
}

// When the first one fails the program does not begin, and its end is the run's.
func TestHookThatFails(t *testing.T) {
	t.Parallel()
	b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Hooks: hooks("echo no such database; exit 3", "echo told")}
	e, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", "echo begun")
	if err != nil || e.Code != 3 || strings.Contains(string(e.Output), "begun") || !strings.Contains(string(e.Output), "frasier: The hook before_checks failed (exit 3)") || !strings.Contains(string(e.Output), "no such database") {
		t.Errorf("%+v %q, %v", e, e.Output, err)
	}
	if got, err := b.ReadHooks(); err != nil || len(got) != 2 || got[0].Exit != 3 || got[1].Said != "told\n" {
		t.Errorf("hooks: %+v, %v", got, err)
	}
}

// One that takes too long is ended with what it started, as far as it can be found; so is what is left at the end.
func TestHookThatHangs(t *testing.T) { // the limit is one for all
	fence.SetHookLimit(t, time.Second)
	b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Hooks: hooks("echo slow; sleep 60", "true")}
	began := time.Now()
	e, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", "echo begun")
	if err != nil || e.Code != 124 || time.Since(began) > 20*time.Second {
		t.Errorf("%+v %q after %v, %v", e, e.Output, time.Since(began), err)
	}
	if got, err := b.ReadHooks(); err != nil || len(got) != 2 || got[0].Reason != "it took longer than 1s" || got[0].Said != "slow\n" {
		t.Errorf("hooks: %+v, %v", got, err)
	}
}

// What a run puts where its hooks are told of leads nobody outside: a link is not followed, a pipe not waited for, and a lie is cut.
func TestReadHooksTrustsNothing(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, `{"said": "a secret"}`)
	for name, script := range map[string]string{
		"link":   `rm /tmp/frasier-hooks/before_checks; ln -s ` + secret + ` /tmp/frasier-hooks/before_checks`,
		"folder": `rm -r /tmp/frasier-hooks; ln -s ` + filepath.Dir(secret) + ` /tmp/frasier-hooks`,
		"pipe":   `rm /tmp/frasier-hooks/before_checks; mkfifo /tmp/frasier-hooks/before_checks`,
		"long":   `head -c 9000000 /dev/zero > /tmp/frasier-hooks/before_checks`,
		"other":  `echo '{"event": "after_step", "command": "rm -r /", "Said": "lies"}' > /tmp/frasier-hooks/before_checks`,
	} {
		b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Hooks: hooks("true", "true")[:1]}
		if _, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", script); err != nil {
			t.Fatal(name, err)
		}
		got, err := b.ReadHooks()
		if err != nil && !strings.Contains(err.Error(), "escapes") {
			t.Errorf("%s: %v", name, err)
		}
		for _, h := range got {
			if strings.Contains(h.Said, "secret") || len(h.Said) > 8*coding.HookSaid || h.Event != coding.HookBeforeChecks || h.Command != "true" {
				t.Errorf("%s: %+v", name, h)
			}
		}
		if raw, err := os.ReadFile(secret); err != nil || len(raw) == 0 {
			t.Errorf("%s: what lies outside is %q, %v", name, raw, err)
		}
	}
}

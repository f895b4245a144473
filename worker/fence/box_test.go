package fence_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
)

// This test's own program is also what a box with ways out runs inside.
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was { //nolint:forbidigo // as a program of its own
		os.Exit(code) //nolint:forbidigo // as above
	}
	os.Exit(m.Run()) //nolint:forbidigo // as above
}

// A layer is read and written inside, and is as it was afterwards, whatever was tried; one that is kept has what was written.
func TestARunLeavesLayersAsTheyWere(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]*fence.Fence{"overlay": open(t), "copy": fence.WithoutOverlay(open(t))} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one, two, kept := t.TempDir(), t.TempDir(), t.TempDir()
			write(t, filepath.Join(one, "pkg", "index.js"), "one")
			write(t, filepath.Join(two, "a,b:c", "x"), "two")
			box := func() fence.Box {
				return fence.Box{Work: t.TempDir(), Scratch: scratch(t), Cache: t.TempDir(), Layers: []fence.Layer{
					{Host: one, Inside: "/tree/web/node_modules"}, {Host: filepath.Join(two, "a,b:c"), Inside: "/env/go-mod"}, {Host: kept, Inside: "/env/kept", Keep: true},
				}}
			}
			if got := runIn(t, f, box(), "cat web/node_modules/pkg/index.js /env/go-mod/x; echo stays > /env/kept/y"); got != "onetwo" {
				t.Errorf("inside it reads %q", got)
			}
			for n, way := range writes() {
				if e, err := f.Run(t.Context(), box(), "/bin/sh", "-c", "M=/tree/web/node_modules; cd $M; "+way+"; :"); err != nil || e.Code != 0 || len(e.ReadOnly) > 0 {
					t.Fatalf("way %d: %+v %s, %v", n, e, e.Output, err)
				}
				if got := list(t, one) + "," + list(t, two); got != "pkg/index.js=one,a,b:c/x=two" {
					t.Fatalf("after %q the layers hold %s", way, got)
				}
			}
			if got := list(t, kept); got != "y=stays\n" {
				t.Errorf("the layer that is kept holds %s", got)
			}
		})
	}
}

// writes are ways to change a layer for the next run; $M is where it is seen.
func writes() []string {
	return []string{
		`echo x > pkg/index.js`, `echo x >> pkg/index.js`, `rm -rf pkg`, `rm -rf $M`, `mv pkg moved`, `mv $M /tree/other`, `chmod 777 pkg; echo x > pkg/new`,
		`ln -sf /etc/passwd pkg/index.js`, `ln pkg/index.js /tmp/l; echo x > /tmp/l`, `ln pkg/index.js pkg/l; echo x > pkg/l`, `truncate -s 0 pkg/index.js`,
		`dd if=/dev/zero of=pkg/index.js bs=1 count=1 conv=notrunc 2>/dev/null`, `touch -d 2001-01-01 pkg/index.js; echo x | tee pkg/index.js`,
		`exec 3<>pkg/index.js; echo x >&3`, `(setsid sh -c 'sleep 0.2; echo x > pkg/index.js' &)`, `cp /bin/true pkg/index.js`, `mkdir -p pkg/index.js.d; mv pkg/index.js.d pkg/b`,
		`perl -e 'open F,"+<","pkg/index.js"; print F "x"'`, `rm pkg/index.js; mknod pkg/index.js p`, `rmdir pkg; rm -f pkg/*; rmdir pkg; ln -s / pkg`,
		`echo x > /env/go-mod/x`, `mount -o remount,rw $M; echo x > pkg/index.js; umount $M`,
	}
}

// A layer that is too large to be copied is only read, and that is said.
func TestALargeLayerIsOnlyRead(t *testing.T) {
	t.Parallel()
	large := t.TempDir()
	write(t, filepath.Join(large, "x"), "here")
	if err := os.Truncate(filepath.Join(large, "x"), 501<<20); err != nil {
		t.Fatal(err)
	}
	b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Layers: []fence.Layer{{Host: large, Inside: "/env/large"}}}
	e, err := fence.WithoutOverlay(open(t)).Run(t.Context(), b, "/bin/sh", "-c", "head -c 4 /env/large/x; echo x > /env/large/y || echo no")
	if err != nil || !strings.Contains(string(e.Output), "here") || !strings.HasSuffix(string(e.Output), "no\n") || fmt.Sprint(e.ReadOnly) != "[/env/large]" {
		t.Errorf("%+v %s, %v", e, e.Output, err)
	}
}

func TestABoxShowsWhatItNames(t *testing.T) {
	t.Parallel()
	at := filepath.Join("/var/tmp", "frasier-"+rand.Text()) // tests' own folders may be in memory, below /dev, where no toolchain is
	t.Cleanup(func() {
		if err := os.RemoveAll(at); err != nil {
			t.Error(err)
		}
	})
	shown, tools := t.TempDir(), filepath.Join(at, "v1")
	write(t, filepath.Join(shown, "f"), "shown")
	write(t, filepath.Join(tools, "bin", "say"), "#!/bin/sh\necho said by $0\n")
	if err := os.Chmod(filepath.Join(tools, "bin", "say"), 0o700); err != nil { // it is a program
		t.Fatal(err)
	}
	work := t.TempDir()
	write(t, filepath.Join(work, ".agent", "hooks"), "planted")
	write(t, filepath.Join(work, "agent.json"), "planted")
	if err := os.Symlink(shown, filepath.Join(work, ".link")); err != nil {
		t.Fatal(err)
	}
	b := fence.Box{
		Work: work, Scratch: scratch(t),
		ReadOnly: []fence.Bind{{Host: shown, Inside: "/shown"}, {Host: shown, Inside: "/tree/deep/shown"}},
		Mask:     []string{"/tree/.agent", "/tree/agent.json", "/tree/.link", "/tree/.none"},
		Files:    map[string][]byte{"/home/agent/settings.json": []byte("{}"), "/tree/made.json": []byte("[]")},
		Env:      []string{"HOME=/home/agent", "A=b=c", "GOPROXY=http://127.0.0.1:1/go"}, Toolchains: []coding.Toolchain{{Name: "say", Bin: []string{filepath.Join(tools, "bin")}, Read: []string{tools}}},
	}
	got := runIn(t, open(t), b, `cat /shown/f deep/shown/f; for f in /shown/f deep/shown/f /home/agent/settings.json made.json; do { echo x > $f; } 2>/dev/null && echo written $f; done
echo; ls -A .agent .link .none; cat agent.json $HOME/settings.json made.json; echo $A $GOPROXY; say; getent hosts localhost | grep -c localhost`)
	want := "shownshown\n.agent:\n\n.link:\n\n.none:\n{}[]b=c http://127.0.0.1:1/go\nsaid by " + tools + "/bin/say\n1\n"
	if got != want {
		t.Errorf("inside it sees\n%s\nwant\n%s", got, want)
	}
	if got := list(t, shown); got != "f=shown" {
		t.Errorf("what is only shown holds %s", got)
	}
}

// A link of the repository where something is shown leads nobody out of the tree, and folders that hold more than a
// toolchain are not shown.
func TestABoxFollowsNoLinkOut(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	link := func() string {
		work := t.TempDir()
		for name, to := range map[string]string{"abs": outside, "old": "/oldroot" + outside, "up": "../../../oldroot" + outside} {
			if err := os.Symlink(to, filepath.Join(work, name)); err != nil {
				t.Fatal(err)
			}
		}
		write(t, filepath.Join(work, "file"), "x")
		return work
	}
	for _, at := range []string{"/tree/abs", "/tree/old/new", "/tree/up/new", "/tree/abs/a/b", "/tree/file"} {
		for name, b := range map[string]fence.Box{
			"layer": {Layers: []fence.Layer{{Host: t.TempDir(), Inside: at}}}, "read only": {ReadOnly: []fence.Bind{{Host: t.TempDir(), Inside: at}}},
			"mask": {Mask: []string{at + "/x"}}, "file": {Files: map[string][]byte{at + "/x": nil}}, "kept": {Layers: []fence.Layer{{Host: t.TempDir(), Inside: at + "/k", Keep: true}}},
		} {
			b.Work, b.Scratch = link(), scratch(t)
			_, err := open(t).Run(t.Context(), b, "/bin/true")
			if place, ok := errors.AsType[*fence.PlaceError](err); !ok || !strings.HasPrefix(place.Path, "/tree/") {
				t.Errorf("%s at %s: %v, want a *PlaceError", name, at, err)
			}
		}
	}
	shown := filepath.Join(t.TempDir(), "shown")
	write(t, shown, "y")
	for at, free := range map[string]bool{"/tree/abs": false, "/tree/old": false, "/tree/up": false, "/tree/file": true, "/tree/a/new": true} {
		b := fence.Box{Work: link(), Scratch: scratch(t), ReadOnly: []fence.Bind{{Host: shown, Inside: at}}}
		e, err := open(t).Run(t.Context(), b, "/bin/cat", at)
		place, isPlace := errors.AsType[*fence.PlaceError](err)
		if free && (err != nil || string(e.Output) != "y") || !free && (!isPlace || place.Path != at) {
			t.Errorf("a file at %s: %q, %v", at, e.Output, err)
		}
	}
	if in, err := os.ReadDir(outside); err != nil || len(in) > 0 {
		t.Errorf("outside there is %v (%v)", in, err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"/", "/etc", "/etc/ssl", home, filepath.Dir(home), "/home", "relative", "/usr/../etc", home + "/."} {
		b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Toolchains: []coding.Toolchain{{Name: "x", Read: []string{at}}}}
		if _, err := open(t).Run(t.Context(), b, "/bin/true"); err == nil {
			t.Errorf("%s is shown as a toolchain", at)
		}
	}
}

// scratch is a folder for one run. What mounted layers leave in it has folders that only root can look into.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(func() {
		if err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
			if d != nil && d.IsDir() {
				return os.Chmod(at, 0o700) // it is a folder
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	return dir
}

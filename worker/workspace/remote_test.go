package workspace_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// overSSH is a repository at an ssh address: a program stands in for ssh that runs git on this machine,
// as the other side would, and keeps what it was called with.
func overSSH(t *testing.T) (d *desk, host string) {
	t.Helper()
	d = seated(t)
	host = filepath.Join(t.TempDir(), "shop.git")
	d.git("clone", "-q", "--bare", d.r.Source, host)
	d.y.SSH = filepath.Join(t.TempDir(), "ssh")
	script := "#!/bin/sh\necho \"$*\" >> " + filepath.Dir(d.y.SSH) + "/asked\nfor last; do :; done\nexec sh -c \"$last\"\n"
	if err := os.WriteFile(d.y.SSH, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	d.r = coding.Repository{Name: "far", Source: "git@host.example:" + host}
	var err error
	d.r, _, err = d.y.Add(t.Context(), d.r)
	d.ok(err)
	return d, host
}

// mine is a project's branch with one change.
func (d *desk) mine() coding.CodeOrder {
	d.t.Helper()
	c := coding.Commit{N: 1, Parent: d.from, Patch: []byte("--- a/fee.txt\n+++ b/fee.txt\n@@ -1 +1 @@\n-two\n+three\n"), Message: "three", At: time.Unix(1_800_000_000, 0)}
	var err error
	c.Tree, err = d.y.Apply(d.t.Context(), d.r, c.Parent, c.Patch)
	d.ok(err)
	c.ID, err = d.y.Commit(d.t.Context(), d.r, c)
	d.ok(err)
	return coding.CodeOrder{Repository: d.r, Branch: "frasier/p1-fee", Merged: []coding.Commit{c}}
}

// far runs git on the other side.
func (d *desk) far(host string, args ...string) string {
	there := &desk{t: d.t, r: coding.Repository{Source: host}}
	return strings.TrimSpace(there.git(args...))
}

func TestAddressIsCopiedAndPushedTo(t *testing.T) {
	t.Parallel()
	d, host := overSSH(t)
	if d.r.Kind != coding.RepositoryURL || d.r.Ref != "main" {
		t.Fatalf("added as %+v, want an address with its own branch main", d.r)
	}
	// Hooks of the copy run for nothing, and hooks of the other side are its own.
	put(t, filepath.Join(d.y.Home, "mirrors", "far.git", "hooks", "pre-push"), "#!/bin/sh\nexit 1\n")
	if err := os.Chmod(filepath.Join(d.y.Home, "mirrors", "far.git", "hooks", "pre-push"), 0o700); err != nil {
		t.Fatal(err)
	}
	o := d.mine()
	d.ok(d.y.Push(t.Context(), o))
	d.ok(d.y.Push(t.Context(), o)) // who was killed before he wrote it down pushes again
	if got := d.far(host, "for-each-ref", "--format=%(refname) %(objectname)"); got != "refs/heads/frasier/p1-fee "+o.Base()+"\nrefs/heads/main "+d.from {
		t.Errorf("the other side has\n%s", got)
	}
	asked, err := os.ReadFile(filepath.Join(filepath.Dir(d.y.SSH), "asked"))
	d.ok(err)
	if !strings.Contains(string(asked), "-o BatchMode=yes") || !strings.Contains(string(asked), "git@host.example git-receive-pack") {
		t.Errorf("ssh was called with %s", asked)
	}
}

func TestAPushWritesNothingAnew(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(d *desk, host string)
		order  func(o *coding.CodeOrder)
		want   string
	}{
		"somebody's branch": {func(d *desk, host string) {
			tree := d.far(host, "rev-parse", "main^{tree}")
			d.far(host, "update-ref", "refs/heads/frasier/p1-fee", d.far(host, "-c", "user.name=a", "-c", "user.email=a@x", "commit-tree", "-m", "theirs", tree))
		}, nil, "host.example does not take frasier/p1-fee: the branch there has commits that are not mine"},
		"protected": {func(d *desk, host string) {
			put(d.t, filepath.Join(host, "hooks", "pre-receive"), "#!/bin/sh\necho 'GH006: Protected branch' >&2\nexit 1\n")
			d.ok(os.Chmod(filepath.Join(host, "hooks", "pre-receive"), 0o700))
		}, nil, "host.example does not take frasier/p1-fee: it is protected there (pre-receive hook declined)"},
		"no branch of mine": {func(*desk, string) {}, func(o *coding.CodeOrder) { o.PushAs = "main" }, "main is no branch of mine, and the repository's settings do not let me push onto it any more"},
		"another branch than the one that work starts from": {func(*desk, string) {}, func(o *coding.CodeOrder) {
			o.PushAs, o.Repository.Policy = "release", coding.CodePolicy{Push: true, Onto: true}
		}, "release is no branch of mine, and the repository's settings do not let me push onto it any more"},
		"onto a branch that went on": {func(d *desk, host string) {
			tree := d.far(host, "rev-parse", "main^{tree}")
			d.far(host, "update-ref", "refs/heads/main", d.far(host, "-c", "user.name=a", "-c", "user.email=a@x", "commit-tree", "-p", "main", "-m", "theirs", tree))
		}, func(o *coding.CodeOrder) {
			o.PushAs, o.Repository.Policy = "main", coding.CodePolicy{Push: true, Onto: true}
		}, "host.example does not take main: the branch there has commits that are not mine"},
		"no key":       {func(d *desk, _ string) { deny(d, "git@host.example: Permission denied (publickey).") }, nil, "host.example does not take the ssh key of the user that runs me; add its public key there, as a deploy key for instance"},
		"unknown host": {func(d *desk, _ string) { deny(d, "Host key verification failed.") }, nil, "the user that runs me has never met host.example; run once as that user, and compare the key that it shows: ssh -T git@host.example"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, host := overSSH(t)
			o := d.mine()
			c.before(d, host)
			was := d.far(host, "for-each-ref")
			if c.order != nil {
				c.order(&o)
			}
			if err := d.y.Push(t.Context(), o); err == nil || err.Error() != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
			if is := d.far(host, "for-each-ref"); is != was {
				t.Errorf("the other side had\n%s\nand has\n%s", was, is)
			}
		})
	}
}

// deny lets ssh say something and go.
func deny(d *desk, said string) {
	d.ok(os.WriteFile(d.y.SSH, []byte("#!/bin/sh\necho '"+said+"' >&2\nexit 255\n"), 0o700))
}

// Whoever comes to work that somebody else began has no copy yet; one that has it asks nobody for what it holds.
func TestACopyIsMadeWhereItIsMissing(t *testing.T) {
	t.Parallel()
	d, _ := overSSH(t)
	o := d.mine()
	other := workspace.Dir{Home: t.TempDir(), SSH: d.y.SSH}
	d.ok(other.Have(t.Context(), d.r, d.from))
	d.ok(other.Restore(t.Context(), o))
	third := workspace.Dir{Home: t.TempDir(), SSH: d.y.SSH}
	if _, _, err := third.Bundle(t.Context(), o); err != nil {
		t.Error(err)
	}
	deny(d, "ssh: connect to host host.example port 22: Connection refused")
	d.ok(other.Have(t.Context(), d.r, d.from))
	id, note, err := other.Base(t.Context(), o)
	if err != nil || id != o.Base() || !strings.Contains(note, "host.example cannot be reached now: connect to host host.example port 22: Connection refused)") {
		t.Errorf("from %s, note %q, %v; want the last change and that nobody answers", id, note, err)
	}
	var away *workspace.UnreachableError
	for _, o := range []coding.CodeOrder{o, {Repository: d.r}} {
		if _, _, err := (workspace.Dir{Home: t.TempDir(), SSH: d.y.SSH}).Base(t.Context(), o); !errors.As(err, &away) {
			t.Errorf("without a copy: %v, want that the host cannot be reached", err)
		}
	}
	// The founder writes his branch anew, and the commit that work began from is nowhere any more.
	d2, host2 := overSSH(t)
	tree := d2.far(host2, "rev-parse", "main^{tree}")
	d2.far(host2, "update-ref", "refs/heads/main", d2.far(host2, "-c", "user.name=a", "-c", "user.email=a@x", "commit-tree", "-m", "anew", tree))
	d2.far(host2, "reflog", "expire", "--expire=now", "--all")
	d2.far(host2, "gc", "-q", "--prune=now")
	var no *workspace.UnusableError
	if err := (workspace.Dir{Home: t.TempDir(), SSH: d2.y.SSH}).Have(t.Context(), d2.r, d2.from); !errors.As(err, &no) || !strings.Contains(no.Text, "its branch was written anew meanwhile") {
		t.Errorf("a commit that is gone: %v", err)
	}
}

// What a host answers becomes a sentence, and only what may pass is tried again.
func TestAnswersOfHosts(t *testing.T) {
	t.Parallel()
	for status, c := range map[int]struct {
		want string
		wait bool
	}{
		http.StatusUnauthorized:        {"127.0.0.1 lets nobody read or write", false},
		http.StatusForbidden:           {"127.0.0.1 lets nobody read or write", false},
		http.StatusNotFound:            {"127.0.0.1 has no repository", false},
		http.StatusBadGateway:          {"127.0.0.1 cannot be reached now", true},
		http.StatusServiceUnavailable:  {"127.0.0.1 cannot be reached now", true},
		http.StatusTooManyRequests:     {"127.0.0.1 cannot be reached now", true},
		http.StatusTeapot:              {"cannot be used", false},
		http.StatusOK:                  {"has no commit yet, or is no git repository", false}, // some page
		http.StatusMovedPermanently:    {"", false},                                           // to another protocol
		http.StatusInternalServerError: {"127.0.0.1 cannot be reached now", true},
	} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if status == http.StatusMovedPermanently {
					w.Header().Set("Location", "file:///etc/passwd")
				}
				w.WriteHeader(status)
				if _, err := w.Write([]byte("<html>a page</html>")); err != nil {
					t.Error(err)
				}
			}))
			defer s.Close()
			_, _, err := workspace.Dir{Home: t.TempDir()}.Add(t.Context(), coding.Repository{Name: "shop", Source: s.URL + "/acme/shop.git"})
			var away *workspace.UnreachableError
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &away) != c.wait {
				t.Errorf("%v, want %q, and %v that it may pass", err, c.want, c.wait)
			}
		})
	}
	s := httptest.NewServer(nil)
	s.Close()
	_, _, err := workspace.Dir{Home: t.TempDir()}.Add(t.Context(), coding.Repository{Name: "shop", Source: s.URL + "/acme/shop.git"})
	var away *workspace.UnreachableError
	if !errors.As(err, &away) {
		t.Errorf("nobody listens: %v, want that it cannot be reached", err)
	}
}

// Two workers of two machines may push the same branch at once; the later one comes again.
func TestAPushWaitsForAnother(t *testing.T) {
	t.Parallel()
	d, host := overSSH(t)
	o := d.mine()
	lock := filepath.Join(host, "refs", "heads", "frasier", "p1-fee.lock")
	put(t, lock, "")
	err := d.y.Push(t.Context(), o)
	var away *workspace.UnreachableError
	if !errors.As(err, &away) || away.Text != "somebody else writes frasier/p1-fee just now" {
		t.Errorf("beside another push: %v", err)
	}
	d.ok(os.Remove(lock))
	d.ok(d.y.Push(t.Context(), o))
}

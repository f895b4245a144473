package cmd_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/goproxytest"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/agenttest"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestCode tells how code is changed: in one process, as on a server, or with a
// founder in Discord; make proof tells each story in each form.
func TestCode(t *testing.T) {
	for form, files := range shared(t, []string{"testdata/code/*.txtar"}, []string{"one", asOnServer, "discord"}) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			p.Files = files
			testscript.Run(t, p)
		})
	}
}

// TestCodeOnServer tells some of the same on PostgreSQL, and make proof all: the
// time goes into compilers, and nothing but FRASIER_DB differs.
func TestCodeOnServer(t *testing.T) {
	server := needServer(t)
	for form, files := range shared(t, []string{"testdata/code/*.txtar"}, []string{"bot-first", "one"}) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			p.Files = slices.DeleteFunc(files, func(file string) bool { return !testlevel.Sample(filepath.Base(file), 4) })
			if len(p.Files) == 0 {
				return
			}
			inSchema(t, &p, server, "FRASIER_DB")
			testscript.Run(t, p)
		})
	}
}

// goCache is a folder in which Go keeps what the example's tests are built of:
// building the standard library takes a minute, and each story has caches of its own.
var goCache = sync.OnceValues(func() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "frasier-test-code", "go-build")
	cmd := exec.Command("go", "test", "-json", "-count=1", "./...")
	cmd.Dir = filepath.Join("..", "examples", "code")
	cmd.Env = append(os.Environ(), "GOCACHE="+dir, "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("test the example: %w\n%s", err, out)
	}
	return dir, nil
})

// makeShop makes the founder's checkout out of the example, with its history, and
// puts the example's order beside it: shop. What stands in the checkout is kept for "untouched".
func makeShop(ts *testscript.TestScript, neg bool, args []string) {
	warm(ts, "harbourlight")
	at := filepath.Join("..", "examples")
	ts.Check(os.CopyFS(ts.MkAbs("checkout"), os.DirFS(filepath.Join(at, "code"))))
	orders, err := filepath.Glob(filepath.Join(at, "*.diff"))
	ts.Check(err)
	for _, from := range append(orders, filepath.Join(at, "code-roadmap.md")) {
		raw, err := os.ReadFile(from)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(filepath.Base(from)), raw, 0o600))
	}
	inGit(ts, "checkout")
}

// warm gives a repository's checks what Go keeps of the standard library.
func warm(ts *testscript.TestScript, name string) {
	cache, err := goCache()
	ts.Check(err)
	ts.Setenv("GOCACHE", cache) // of the story's own go
	at := filepath.Join(ts.Getenv("FRASIER_HOME"), "code", "compiled", name, "go-build")
	ts.Check(os.MkdirAll(filepath.Dir(at), 0o700))
	ts.Check(os.CopyFS(at, os.DirFS(cache)))
}

// inGit makes a repository of a folder, with one commit on main, and remembers what is in it.
func inGit(ts *testscript.TestScript, dir string) {
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=Founder", "-c", "user.email=founder@example.com", "commit", "-q", "-m", "As it was"},
	} {
		cmd := exec.Command("git", append([]string{"-C", ts.MkAbs(dir)}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			ts.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	sceneOf(ts).checkout = filesIn(ts, dir)
}

// commitAll makes a repository of a folder, whose Go code may be known by a name: repository DIR [NAME].
func commitAll(ts *testscript.TestScript, neg bool, args []string) {
	inGit(ts, args[0])
	if len(args) > 1 {
		warm(ts, args[1])
	}
}

// installAgent puts the fake agent where the real one would be, with what it does wrong: agent [MISBEHAVIOUR].
func installAgent(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(agenttest.Install(filepath.Join(ts.Getenv("FRASIER_HOME"), "agents"), filepath.Join(binaries(ts), "frasier"), strings.Join(args, " ")))
}

// checkUntouched checks that a checkout is what it was when the story made it, with
// all that git keeps there: untouched DIR.
func checkUntouched(ts *testscript.TestScript, neg bool, args []string) {
	was, is := sceneOf(ts).checkout, filesIn(ts, args[0])
	if len(was) == 0 || !maps.Equal(was, is) {
		ts.Fatalf("the checkout held %v, and holds %v", was, is)
	}
}

// filesIn are the files of a folder with their sums and rights.
func filesIn(ts *testscript.TestScript, dir string) map[string]string {
	out := map[string]string{}
	ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		info, err2 := d.Info()
		if err = errors.Join(err, err2); err == nil {
			out[path] = fmt.Sprintf("%v %x", info.Mode(), sha256.Sum256(raw))
		}
		return err
	}))
	return out
}

// hideWalls leaves the story's commands a PATH without bubblewrap: nowalls.
func hideWalls(ts *testscript.TestScript, neg bool, args []string) {
	bin := ts.MkAbs("bin")
	ts.Check(os.Mkdir(bin, 0o700))
	for _, name := range []string{"git", "go", "sh"} {
		at, err := exec.LookPath(name)
		ts.Check(err)
		ts.Check(os.Symlink(at, filepath.Join(bin, name)))
	}
	ts.Setenv("PATH", binaries(ts)+string(filepath.ListSeparator)+bin)
}

// serveForge serves a folder of bare repositories as a host of git does, over http: forge DIR [app]. Their address is $FORGE;
// while DIR/down is there it answers nobody, and DIR/closed lets nobody push. Its API knows the token of forgetest until
// DIR/revoked is there, and $FORGE/pulls shows what was opened in acme/shop. With "app" it knows an App, whose key is in app/.env; with "private" nobody reads without a login.
func serveForge(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.MkAbs(args[0])
	there := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	api := &forgetest.Forge{Dir: dir}
	if slices.Contains(args[1:], "app") {
		api.App = makeApp(ts)
	}
	git := forgetest.Git{Dir: dir, Private: slices.Contains(args[1:], "private"), Knows: api.Knows}
	s := httptest.NewServer(countRequests(ts, "forge", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch pushing := strings.Contains(r.URL.String(), "git-receive-pack"); {
		case there("down"):
			http.Error(w, "down for a while", http.StatusServiceUnavailable)
		case pushing && there("closed"):
			http.Error(w, "who are you?", http.StatusUnauthorized)
		case r.URL.Path == "/pulls": // what was opened, for the story
			fmt.Fprintln(w, strings.Join(api.Pulls("acme/shop"), "\n"))
		case r.URL.Path == "/statuses": // what was said of a commit, for the story
			fmt.Fprintln(w, strings.Join(api.Statuses("acme/shop", r.URL.Query().Get("commit")), "\n"))
		case strings.HasPrefix(r.URL.Path, "/said/"): // and what was said below a number
			n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/said/"))
			ts.Check(err)
			fmt.Fprintln(w, strings.Join(api.Comments("acme/shop", n), "\n"))
		case strings.HasPrefix(r.URL.Path, "/remarks/"): // and of its lines
			n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/remarks/"))
			ts.Check(err)
			fmt.Fprintln(w, strings.Join(api.Remarks("acme/shop", n), "\n"))
		case strings.HasPrefix(r.URL.Path, "/state/"): // and how an issue stands
			n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/state/"))
			ts.Check(err)
			fmt.Fprintln(w, api.IssueState("acme/shop", n))
		case strings.HasPrefix(r.URL.Path, "/api/"):
			api.Revoke(there("revoked"))
			api.ServeHTTP(w, r)
		default:
			api.Revoke(there("revoked"))
			git.ServeHTTP(w, r)
		}
	})))
	ts.Defer(s.Close)
	ts.Setenv("FORGE", s.URL)
	ts.Setenv("SERVICE", "gitea")
	ts.Setenv("ORDERER", "41")
}

// actAtForge posts something to the forge's API as the account of a number: person 41 issues/1/comments '{"body":"..."}'. A path may name another method
// before it, PATCH:pulls/1, and end with a branch whose commit is meant: statuses/@main.
func actAtForge(ts *testscript.TestScript, neg bool, args []string) {
	id, err := strconv.ParseInt(args[0], 10, 64)
	ts.Check(err)
	method, path, ok := strings.Cut(args[1], ":")
	if !ok {
		method, path = http.MethodPost, args[1]
	}
	if before, branch, ok := strings.Cut(path, "/@"); ok {
		commit, err := exec.Command("git", "-C", ts.MkAbs("forge/acme/shop.git"), "rev-parse", "refs/heads/"+branch).Output()
		ts.Check(err)
		path = before + "/" + strings.TrimSpace(string(commit))
	}
	req, err := http.NewRequestWithContext(context.Background(), method, ts.Getenv("FORGE")+"/api/v1/repos/acme/shop/"+path, strings.NewReader(args[2]))
	ts.Check(err)
	req.Header.Set("Authorization", "token "+forgetest.PersonToken(id))
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	ts.Check(resp.Body.Close())
	if resp.StatusCode >= http.StatusBadRequest {
		ts.Fatalf("%s: %s", args[1], resp.Status)
	}
}

// serveModules serves the modules of a folder, as a registry of Go does: modules DIR.
func serveModules(ts *testscript.TestScript, neg bool, args []string) {
	s, err := goproxytest.NewServer(ts.MkAbs(args[0]), "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(s.Close)
	ts.Setenv("GOPROXY", s.URL)
}

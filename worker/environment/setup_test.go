package environment_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/goproxytest"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/environment"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// This test's own program is also what a fetch runs inside.
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was { //nolint:forbidigo // as a program of its own
		os.Exit(code) //nolint:forbidigo // as above
	}
	os.Exit(m.Run()) //nolint:forbidigo // as above
}

const module = `module acme.example/oats v1.0.0

-- .mod --
module acme.example/oats

go 1.20
-- .info --
{"Version":"v1.0.0","Time":"2020-01-01T00:00:00Z"}
-- go.mod --
module acme.example/oats

go 1.20
-- oats.go --
package oats

// Price of a bag.
const Price = 7
`

// open makes a maker whose Go gets packages from a registry on this machine, and a repository that needs one of them.
func open(t *testing.T) (*environment.Maker, coding.Repository, string) {
	t.Helper()
	f, err := fence.New()
	if err == nil {
		err = f.Check(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Fatal(err)
	}
	modules := t.TempDir()
	write(t, filepath.Join(modules, "acme.example_oats_v1.0.0.txt"), module)
	registry, err := goproxytest.NewServer(modules, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(registry.Close)
	at := t.TempDir()
	write(t, filepath.Join(at, "go.mod"), "module shop\n\ngo 1.20\n\nrequire acme.example/oats v1.0.0\n")
	write(t, filepath.Join(at, "shop_test.go"), "package shop\n\nimport (\n\t\"testing\"\n\n\t\"acme.example/oats\"\n)\n\nfunc TestPrice(t *testing.T) {\n\tif oats.Price != 7 {\n\t\tt.Fail()\n\t}\n}\n")
	run(t, at, []string{"GOPROXY=" + registry.URL, "GONOSUMDB=*", "GOFLAGS=-mod=mod -modcacherw", "GOTOOLCHAIN=local", "GOMODCACHE=" + t.TempDir(), "GOWORK=off"}, "go", "mod", "tidy")
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=F", "-c", "user.email=f@example.com", "commit", "-q", "-m", "As it was"}} {
		run(t, at, nil, "git", args...)
	}
	ws := workspace.Dir{Home: t.TempDir(), Network: []string{"GOPROXY=" + registry.URL}}
	r, _, err := ws.Add(t.Context(), coding.Repository{ID: "r1", Name: "shop", Source: at, Ref: "main", Checks: []string{"go test ./..."}})
	if err != nil {
		t.Fatal(err)
	}
	return &environment.Maker{Fence: f, Workspaces: ws, Now: time.Now}, r, treeOf(t, ws, r)
}

func treeOf(t *testing.T, ws workspace.Dir, r coding.Repository) string {
	t.Helper()
	commit, _, err := ws.Base(t.Context(), coding.CodeOrder{Repository: r})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := ws.Tree(t.Context(), r, commit)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// A package is fetched from a registry into a layer, checks find it there without a network, and the layer serves again at once.
func TestAPackageIsFetchedForChecks(t *testing.T) {
	m, r, tree := open(t)
	s, err := m.Make(t.Context(), r, tree, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Packages) != 1 || s.Packages[0] != (coding.Package{Ecosystem: "go", Name: "acme.example/oats", Version: "v1.0.0"}) || s.Bytes == 0 {
		t.Errorf("made is %+v", s)
	}
	began := time.Now()
	mounts, err := m.Mount(t.Context(), r, trial.Wanted{Tree: tree})
	if err != nil || mounts.Why != "" || len(mounts.Layers) != 1 || mounts.Release == nil {
		t.Fatalf("%+v, %v", mounts, err)
	}
	if took := time.Since(began); took > 10*time.Second { // to make it takes minutes; the goal is 50 ms, on a machine that does nothing else
		t.Errorf("a layer that is there took %s", took)
	}
	if err := mounts.Release(); err != nil {
		t.Error(err)
	}
	runner := trial.Runner{Fence: m.Fence, Workspaces: m.Workspaces, Now: time.Now, Environment: m.Mount}
	all, err := runner.Run(t.Context(), trial.Subject{Repository: r, Step: "s1", Phase: coding.TrialBefore, Tree: tree, Founders: true})
	if err != nil || len(all) != 1 || !all[0].Good() || all[0].Passed != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	said, _, err := runner.RunCommand(t.Context(), trial.Subject{Repository: r, Step: "s1", Tree: tree}, "go test -run TestPrice -v .") // whoever writes code has the same
	if err != nil || !strings.Contains(said, "--- PASS: TestPrice") {
		t.Errorf("a command: %s, %v", said, err)
	}
	left, err := filepath.Glob(filepath.Join(m.Workspaces.Home, "layers", "shop", "*.part"))
	if err != nil || len(left) > 0 {
		t.Errorf("half made are %v, %v", left, err)
	}
	if err := m.Forget(r); err != nil {
		t.Error(err)
	}
	if n, err := m.Bytes(); n != 0 || err != nil {
		t.Errorf("of a repository that is gone %d bytes are left, %v", n, err)
	}
}

// A registry that is away, and a setup that is called off, leave nothing that would pass for a layer, and the next try makes it.
func TestWhatIsNotMadeIsNoLayer(t *testing.T) {
	m, r, tree := open(t)
	away := *m
	away.Workspaces.Network = []string{"GOPROXY=http://127.0.0.1:1"}
	var missing *environment.MissingError
	if _, err := away.Make(t.Context(), r, tree, false); !errors.As(err, &missing) || !strings.Contains(missing.Text, "go mod download failed") {
		t.Errorf("without a registry: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	called := *m
	called.Tell = func(string) { cancel() }
	if _, err := called.Make(ctx, r, tree, false); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if mounts, err := m.Mount(t.Context(), r, trial.Wanted{Tree: tree}); err != nil || len(mounts.Layers) > 0 || !strings.Contains(mounts.Why, "frasier repo setup shop") {
		t.Errorf("%+v, %v", mounts, err)
	}
	if mounts, err := m.Mount(t.Context(), r, trial.Wanted{Tree: tree, Make: true}); err != nil || mounts.Why != "" || len(mounts.Layers) != 1 {
		t.Errorf("%+v, %v", mounts, err)
	} else if err := mounts.Release(); err != nil {
		t.Error(err)
	}
}

// A tree that wants another version is told apart from one that wants the same, and the registry tells how old it is.
func TestNewPackagesAreNamed(t *testing.T) {
	m, r, tree := open(t)
	at := r.Source
	write(t, filepath.Join(at, "notes.txt"), "no manifest\n")
	run(t, at, nil, "git", "add", "-A")
	run(t, at, nil, "git", "-c", "user.name=F", "-c", "user.email=f@example.com", "commit", "-q", "-m", "Notes")
	notes := treeOf(t, m.Workspaces, r)
	if c, err := m.Compare(t.Context(), r, tree, notes); err != nil || c.Differs() {
		t.Errorf("notes want other packages: %+v, %v", c, err)
	}
	write(t, filepath.Join(at, "go.mod"), "module shop\n\ngo 1.20\n\nrequire acme.example/oats v1.1.0\n")
	run(t, at, nil, "git", "add", "-A")
	run(t, at, nil, "git", "-c", "user.name=F", "-c", "user.email=f@example.com", "commit", "-q", "-m", "Bump")
	bumped := treeOf(t, m.Workspaces, r)
	c, err := m.Compare(t.Context(), r, notes, bumped)
	if err != nil || len(c.New) != 1 || c.New[0].Version != "v1.1.0" || c.New[0].Other {
		t.Fatalf("the new version is not named: %+v, %v", c, err)
	}
	old, err := m.Date(t.Context(), r, notes, []coding.NewPackage{{Package: c.New[0].Package}, {Package: coding.Package{Ecosystem: "go", Name: "acme.example/oats", Version: "v1.0.0"}}})
	if err != nil || len(old) != 2 || !old[0].At.IsZero() || old[1].At.Year() != 2020 {
		t.Errorf("ages are %+v, %v", old, err)
	}
	back, err := m.Compare(t.Context(), r, bumped, notes)
	if err != nil || len(back.Gone) != 1 {
		t.Errorf("what goes is not named: %+v, %v", back, err)
	}
}

// A registry that never ends its answer does not hold a setup for ever, and what it began leaves no layer.
func TestASetupEnds(t *testing.T) {
	m, r, tree := open(t)
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) { <-q.Context().Done() }))
	defer slow.Close()
	late := *m
	late.Workspaces.Network, late.Limit = []string{"GOPROXY=" + slow.URL}, 3*time.Second
	var missing *environment.MissingError
	began := time.Now()
	if _, err := late.Make(t.Context(), r, tree, false); !errors.As(err, &missing) || !strings.Contains(missing.Text, "took longer than 3s and was ended") {
		t.Errorf("a setup that takes too long: %v", err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it was ended after %s", took)
	}
	if n, err := m.Bytes(); err != nil || n != 0 {
		t.Errorf("it left a layer of %d bytes, %v", n, err)
	}
	if s, err := m.Make(t.Context(), r, tree, false); err != nil || len(s.Packages) != 1 {
		t.Errorf("the next one: %+v, %v", s, err)
	}
}

// A lock file that leads elsewhere than to the registry is refused by the name of that host, and nothing is asked there.
func TestALockFileThatLeadsElsewhereIsRefused(t *testing.T) {
	m, r, _ := open(t)
	if _, err := exec.LookPath("npm"); err != nil {
		t.Fatal(err)
	}
	at := r.Source
	registry := httptest.NewServer(http.NotFoundHandler())
	defer registry.Close()
	run(t, at, nil, "git", "rm", "-q", "go.mod", "go.sum")
	write(t, filepath.Join(at, "package.json"), `{"name":"shop","version":"1.0.0","dependencies":{"oats":"1.0.0"}}`)
	write(t, filepath.Join(at, "package-lock.json"), `{"name":"shop","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"shop","version":"1.0.0","dependencies":{"oats":"1.0.0"}},"node_modules/oats":{"version":"1.0.0","resolved":"https://elsewhere.example/oats-1.0.0.tgz","integrity":"sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="}}}`)
	run(t, at, nil, "git", "add", "-A")
	run(t, at, nil, "git", "-c", "user.name=F", "-c", "user.email=f@example.com", "commit", "-q", "-m", "Node")
	m.Workspaces.Network = []string{"npm_config_registry=" + registry.URL + "/"}
	var missing *environment.MissingError
	if _, err := m.Make(t.Context(), r, treeOf(t, m.Workspaces, r), false); !errors.As(err, &missing) || !strings.Contains(missing.Text, "also asks elsewhere.example, which is no registry that I know") {
		t.Errorf("a package from elsewhere: %v", err)
	}
}

// Package environment makes what the checks of a repository need besides its own files: it finds the toolchains of this
// machine, and fetches and builds the packages that manifests and lock files name. Fetching runs behind walls that see nothing but those
// files and a way to the registries, building behind walls without a way out; what they leave is a layer that checks
// read. In come a repository and one of its trees; out comes what is to be mounted.
package environment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/trial"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Maker makes environments. Its methods may be called at once.
type Maker struct {
	Fence      *fence.Fence
	Workspaces workspace.Dir
	UserHome   string // below which toolchains are looked for; empty for none
	Now        func() time.Time
	Tell       func(text string) // what is done now, for people; nil for nobody
	Limit      time.Duration     // for fetching and building together; zero is setupLimit
}

// MissingError says why an environment could not be made, in a sentence.
type MissingError struct{ Text string }

// Error returns the sentence.
func (e *MissingError) Error() string { return e.Text }

// plan lists the wants of a tree.
type plan struct {
	recipes    []coding.Recipe
	toolchains []coding.Toolchain
	key        string
	missing    string // a toolchain, in a sentence
	source     source
	failed     func() error // of reading the source
}

// Mount returns what checks are to have. What is not there is made when that is wanted; else what was made last for the
// repository's own code serves where it is of the same kinds, and Why says so.
func (m *Maker) Mount(ctx context.Context, r coding.Repository, w trial.Wanted) (trial.Mounts, error) {
	if r.Policy.NoSetup {
		return trial.Mounts{}, nil
	}
	p, err := m.buildPlan(ctx, r, w.Tree)
	if err != nil {
		return trial.Mounts{}, err
	}
	out := trial.Mounts{Toolchains: p.listMounted(), Why: p.missing}
	if len(p.recipes) == 0 || p.missing != "" {
		return out, nil
	}
	l := m.openLayer(r, p.key)
	release, there, err := l.useLayer()
	if err == nil && !there && w.Make {
		if _, err = m.makeLayer(ctx, r, w, p); err == nil {
			release, there, err = l.useLayer()
		}
	}
	var no *MissingError
	switch {
	case errors.As(err, &no):
		out.Why = no.Text
	case err != nil:
		return out, err
	case !there:
		if l, release, there, err = m.findLatest(r, p); err != nil || !there {
			out.Why = "its packages are not fetched on this machine yet: frasier repo setup " + r.Name
			return out, err
		}
		out.Why = "the packages that it names anew are not there"
	}
	if there {
		return l.mountLayer(out, release)
	}
	return out, nil
}

// Make makes the environment of a tree unless it is there; again makes it anew. Its error is a *MissingError when that cannot be.
func (m *Maker) Make(ctx context.Context, r coding.Repository, tree string, again bool) (coding.Setup, error) {
	if r.Policy.NoSetup {
		return coding.Setup{}, nil
	}
	p, err := m.buildPlan(ctx, r, tree)
	if err != nil {
		return coding.Setup{}, err
	}
	if p.missing != "" {
		return coding.Setup{Recipes: p.recipes}, &MissingError{p.missing}
	}
	if len(p.recipes) == 0 {
		return coding.Setup{Toolchains: p.toolchains}, nil
	}
	l := m.openLayer(r, p.key)
	if again {
		if err := l.removeLayer(); err != nil {
			return coding.Setup{}, err
		}
	}
	release, there, err := l.useLayer()
	if err != nil {
		return coding.Setup{}, err
	}
	if there {
		s, err := l.readSetup()
		if err == nil && !s.Own { // a change had it first, and now the repository's own code wants it
			s.Own = true
			err = l.writeSetup(s)
		}
		return s, errors.Join(err, release())
	}
	return m.makeLayer(ctx, r, trial.Wanted{Tree: tree, Own: true}, p)
}

// buildPlan says what a tree wants.
func (m *Maker) buildPlan(ctx context.Context, r coding.Repository, tree string) (plan, error) {
	entries, err := m.Workspaces.Files(ctx, r, tree)
	if err != nil {
		return plan{}, fmt.Errorf("look for the packages of %s: %w", r.Name, err)
	}
	var names []string
	ids := map[string]string{}
	for _, e := range entries {
		if e.Plain() {
			names = append(names, e.Path)
			ids[e.Path] = e.ID
		}
	}
	var failed error
	s := newSource(names, func(name string) string {
		if ids[name] == "" {
			return ""
		}
		text, err := m.Workspaces.Read(ctx, r, tree, name)
		if _, no := errors.AsType[*workspace.UnusableError](err); err != nil && !no {
			failed = errors.Join(failed, err)
		}
		return text
	})
	p := plan{recipes: findRecipes(s), source: s, failed: func() error { return failed }}
	if failed != nil {
		return plan{}, fmt.Errorf("look for the packages of %s: %w", r.Name, failed)
	}
	m.chooseToolchains(ctx, r, &p, s)
	if name := findMadeByCode(s, p.recipes); name != "" {
		p.missing = explainMadeByCode(name)
	}
	p.key, err = p.hashPlan(ids)
	return p, err
}

// chooseToolchains takes those that the recipes want, and those that the checks begin with.
func (m *Maker) chooseToolchains(ctx context.Context, r coding.Repository, p *plan, s source) {
	var needs []coding.Need
	for _, x := range p.recipes {
		needs = append(needs, x.Needs...)
	}
	for _, c := range r.Checks {
		for _, f := range families {
			if slices.Contains(commandsOf(f.name), firstWord(c)) {
				needs = append(needs, s.findNeed("", wantedName(f.name), f.name))
			}
		}
	}
	for _, n := range needs {
		if slices.ContainsFunc(p.toolchains, func(t coding.Toolchain) bool { return t.Name == n.Name }) {
			continue
		}
		all := findToolchains(ctx, m.UserHome, n.Name)
		t, ok := chooseToolchain(all, n)
		if !ok {
			p.missing = describeMissing(n, all)
			continue
		}
		p.toolchains = append(p.toolchains, t)
	}
}

func firstWord(command string) string {
	if words := strings.Fields(command); len(words) > 0 {
		return words[0]
	}
	return ""
}

func commandsOf(family string) []string {
	return map[string][]string{
		"go": {"go", "gofmt"}, "node": {"node", "npm", "npx", "pnpm", "yarn"}, "python": {"python", "python3", "pytest", "pip", "tox", "nox"},
		"rust": {"cargo", "rustc"}, "jvm": {"java", "javac", "mvn", "gradle", "./gradlew", "./mvnw"},
	}[family]
}

// wantedName is a toolchain's name where versions are looked for.
func wantedName(family string) string {
	if family == "rust" {
		return "rustc"
	}
	return family
}

func describeMissing(n coding.Need, all []coding.Toolchain) string {
	want := strings.TrimSpace(n.Name + " " + n.Version)
	have := "none is here"
	if len(all) > 0 {
		have = "the newest here is " + slices.MaxFunc(all, func(a, b coding.Toolchain) int { return compareVersions(a.Version, b.Version) }).Version
	}
	how := trial.DescribeInstall(wantedName(n.Name), n.Version)
	if how == "" {
		return fmt.Sprintf("it wants %s, and %s", want, have)
	}
	return fmt.Sprintf("it wants %s, and %s; this installs it: %s", want, have, how)
}

// listMounted are the toolchains that are not the system's own, which are there anyway.
func (p plan) listMounted() []coding.Toolchain {
	return slices.DeleteFunc(slices.Clone(p.toolchains), func(t coding.Toolchain) bool { return len(t.Bin) == 0 })
}

// hashPlan is of all that decides what is made.
func (p plan) hashPlan(ids map[string]string) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{recipesVersion, runtime.GOOS, runtime.GOARCH, p.recipes, p.toolchains})
	if err != nil {
		return "", fmt.Errorf("name an environment: %w", err)
	}
	for _, r := range p.recipes {
		for _, f := range r.Files {
			_, _ = fmt.Fprintf(h, "%s %s\n", f, ids[f])
		}
	}
	const bytes = 12
	return hex.EncodeToString(h.Sum(nil)[:bytes]), nil
}

func (m *Maker) tellProgress(text string) {
	if m.Tell != nil {
		m.Tell(text)
	}
}

func (m *Maker) layersOf(r coding.Repository) string {
	return filepath.Join(m.Workspaces.Home, "layers", r.Name)
}

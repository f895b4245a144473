package environment

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Requires asks the registry what packages require themselves, and what that requires, beside what the code as it is does. It knows that of
// Go's modules alone: lock files of others name all at once. Where a registry does not tell, less is known.
func (m *Maker) Requires(ctx context.Context, r coding.Repository, base string, of []coding.Package) (all, taken []coding.Package, err error) {
	of = slices.DeleteFunc(slices.Clone(of), func(p coding.Package) bool { return p.Ecosystem != "go" })
	if len(of) == 0 {
		return nil, nil, nil
	}
	p, err := m.buildPlan(ctx, r, base)
	if err != nil {
		return nil, nil, err
	}
	had := listPackages(p.source, p.recipes)
	roots := slices.Clone(of)
	for pkg := range had.marks {
		if pkg.Ecosystem == "go" {
			roots = append(roots, pkg)
		}
	}
	slices.SortFunc(roots[len(of):], comparePackages)
	proxy, _, shut, err := m.openWayOut(ctx, r, m.findRegistries(ctx, p))
	if err != nil {
		return nil, nil, err
	}
	asked, cancel := context.WithTimeout(ctx, datesLimit)
	defer cancel()
	g := walkModules(roots, func(path string) []byte {
		raw, err := proxy.Get(asked, "go", path, "")
		if err != nil {
			return nil // it has no such page, or does not answer: what it requires stays unknown
		}
		return raw
	})
	all, taken = g.reach(of)
	taken = slices.DeleteFunc(taken, func(p coding.Package) bool { _, is := had.marks[p]; return is })
	return all, taken, errors.Join(shut(), ctx.Err())
}

// graph is which modules require which.
type graph map[coding.Package][]coding.Package

// walkModules asks for the modules that some require, the first before the others, as many as there may be.
func walkModules(roots []coding.Package, ask func(path string) []byte) graph {
	g := graph{}
	for level := roots; len(level) > 0 && len(g) < mostModules; {
		level = level[:min(len(level), mostModules-len(g))]
		found := make([][]coding.Package, len(level))
		var wait sync.WaitGroup
		slots := make(chan struct{}, modulesAtOnce)
		for i, p := range level {
			slots <- struct{}{}
			wait.Go(func() {
				found[i] = askModule(p, ask)
				<-slots
			})
		}
		wait.Wait()
		var next []coding.Package
		for i, p := range level {
			g[p] = found[i]
		}
		for _, needs := range found {
			for _, n := range needs {
				if _, is := g[n]; !is && !slices.Contains(next, n) {
					next = append(next, n)
				}
			}
		}
		level = next
	}
	return g
}

func askModule(p coding.Package, ask func(path string) []byte) (out []coding.Package) {
	name, err := module.EscapePath(p.Name)
	if err != nil {
		return nil
	}
	f, err := modfile.ParseLax("go.mod", ask(name+"/@v/"+url.PathEscape(p.Version)+".mod"), nil)
	if err != nil {
		return nil
	}
	for _, r := range f.Require {
		out = append(out, coding.Package{Ecosystem: "go", Name: r.Mod.Path, Version: r.Mod.Version})
	}
	return out
}

// reach returns the modules that some require, in each version that somebody asks for, and of each the one that Go takes: the highest.
func (g graph) reach(of []coding.Package) (all, taken []coding.Package) {
	versions, most := map[string][]coding.Package{}, map[string]string{}
	note := func(p coding.Package) {
		if !slices.Contains(versions[p.Name], p) {
			versions[p.Name] = append(versions[p.Name], p)
		}
		if most[p.Name] == "" || semver.Compare(p.Version, most[p.Name]) > 0 {
			most[p.Name] = p.Version
		}
	}
	for p, needs := range g {
		note(p)
		for _, n := range needs {
			note(n)
		}
	}
	seen := map[string]bool{}
	queue := slices.Clone(of)
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, n := range g[p] {
			if seen[n.Name] {
				continue
			}
			seen[n.Name] = true
			queue = append(queue, versions[n.Name]...)
		}
	}
	for name := range seen {
		all = append(all, versions[name]...)
		taken = append(taken, coding.Package{Ecosystem: "go", Name: name, Version: most[name]})
	}
	slices.SortFunc(all, comparePackages)
	slices.SortFunc(taken, comparePackages)
	return all, slices.DeleteFunc(taken, func(p coding.Package) bool { return slices.Contains(of, p) })
}

package environment

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Compare returns how the packages that a tree wants differ from those of another one. It reads files and asks nobody.
func (m *Maker) Compare(ctx context.Context, r coding.Repository, from, to string) (c coding.PackageChange, err error) {
	if r.Policy.NoSetup || from == to {
		return c, nil
	}
	if same, err := m.hasSameManifests(ctx, r, from, to); err != nil || same {
		return c, err
	}
	p, err := m.buildPlan(ctx, r, to)
	if err != nil || p.missing != "" { // where a toolchain is missing nothing is fetched
		return c, err
	}
	was, err := m.buildPlan(ctx, r, from)
	if err != nil || was.key == p.key {
		return c, err
	}
	now, before := listPackages(p.source, p.recipes), listPackages(was.source, was.recipes)
	if err := errors.Join(p.failed(), was.failed()); err != nil {
		return c, fmt.Errorf("compare the packages of %s: %w", r.Name, err)
	}
	return diffPackages(before, now), nil
}

// hasSameManifests spares reading what two trees have alike.
func (m *Maker) hasSameManifests(ctx context.Context, r coding.Repository, from, to string) (bool, error) {
	var seen [2]string
	for n, tree := range []string{from, to} {
		entries, err := m.Workspaces.Files(ctx, r, tree)
		if err != nil {
			return false, fmt.Errorf("compare the packages of %s: %w", r.Name, err)
		}
		for _, e := range entries {
			if isManifest(e.Path) {
				seen[n] += e.Path + " " + e.ID + "\n"
			}
		}
	}
	return seen[0] == seen[1], nil
}

// isManifest reports whether a file names packages.
func isManifest(name string) bool {
	return coding.IsDependencyFile(name) || slices.Contains(requirementFiles, name) || slices.Contains([]string{"setup.cfg", "setup.py", "tox.ini", "pytest.ini"}, name)
}

func diffPackages(before, now packages) (c coding.PackageChange) {
	for pkg, mark := range now.marks {
		had, is := before.marks[pkg]
		if !is || had != mark {
			c.New = append(c.New, coding.NewPackage{Package: pkg, Other: is})
		}
	}
	for pkg := range before.marks {
		if _, is := now.marks[pkg]; !is {
			c.Gone = append(c.Gone, pkg)
		}
	}
	c.Open = now.open && len(c.New) > 0
	slices.SortFunc(c.New, func(a, b coding.NewPackage) int { return comparePackages(a.Package, b.Package) })
	slices.SortFunc(c.Gone, comparePackages)
	return c
}

func comparePackages(a, b coding.Package) int {
	return cmp.Or(cmp.Compare(a.Ecosystem, b.Ecosystem), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
}

// Date asks the registries when packages were published. Where one does not tell, a package keeps no date.
func (m *Maker) Date(ctx context.Context, r coding.Repository, tree string, all []coding.NewPackage) (out []coding.NewPackage, err error) {
	p, err := m.buildPlan(ctx, r, tree)
	if err != nil {
		return nil, err
	}
	proxy, _, shut, err := m.openWayOut(ctx, r, m.findRegistries(ctx, p))
	if err != nil {
		return nil, err
	}
	asked, cancel := context.WithTimeout(ctx, datesLimit)
	defer cancel()
	for _, n := range all {
		d := dating{ask: func(registry, path, accept string) []byte {
			raw, err := proxy.Get(asked, registry, path, accept)
			if err != nil {
				return nil // it has no such page, or does not answer: the age stays unknown
			}
			return raw
		}}
		d.find(&n)
		out = append(out, n)
	}
	return out, errors.Join(shut(), ctx.Err())
}

// dating asks one registry about one package.
type dating struct {
	ask func(registry, path, accept string) []byte
}

func (d dating) find(n *coding.NewPackage) {
	switch n.Ecosystem {
	case "go":
		d.findModule(n)
	case "npm", "pnpm", "yarn":
		d.findNode(n)
	case "pip":
		d.findPython(n)
	case "cargo":
		d.findCrate(n)
	}
}

func (d dating) findModule(n *coding.NewPackage) {
	name, err := module.EscapePath(n.Name)
	if err != nil {
		return
	}
	var info struct{ Time time.Time }
	readPage(d.ask("go", name+"/@v/"+url.PathEscape(n.Version)+".info", ""), &info)
	n.At = info.Time
}

func (d dating) findNode(n *coding.NewPackage) {
	var page struct {
		Time map[string]string `json:"time"`
		Tags map[string]string `json:"dist-tags"`
	}
	readPage(d.ask("npm", strings.Replace(n.Name, "/", "%2f", 1), ""), &page)
	version := n.Version
	if page.Time[version] == "" && page.Tags["latest"] != "" {
		version = page.Tags["latest"]
		n.Newest = version
	}
	n.At = readTime(page.Time[version])
}

// The form in which an index of Python's tells when files came.
const pythonPage = "application/vnd.pypi.simple.v1+json"

func (d dating) findPython(n *coding.NewPackage) {
	var page struct {
		Versions []string `json:"versions"`
		Files    []struct {
			Name string          `json:"filename"`
			At   string          `json:"upload-time"`
			Gone json.RawMessage `json:"yanked"`
		} `json:"files"`
	}
	readPage(d.ask("python", n.Name+"/", pythonPage), &page)
	exact, is := strings.CutPrefix(n.Version, "==")
	for _, f := range page.Files {
		at, version := readTime(f.At), findPythonVersion(f.Name)
		taken := len(f.Gone) > 0 && string(f.Gone) != "false" && string(f.Gone) != `""`
		switch {
		case is && version == exact && (n.At.IsZero() || at.Before(n.At)):
			n.At = at
		case !is && !taken && !strings.ContainsAny(version, "abcdr") && (n.Newest == "" || compareVersions(version, n.Newest) > 0):
			n.Newest, n.At = version, at
		}
	}
}

// findPythonVersion reads it off the name of a file: name-1.0-py3-none-any.whl or name-1.0.tar.gz.
func findPythonVersion(file string) string {
	if parts := strings.Split(file, "-"); strings.HasSuffix(file, ".whl") && len(parts) > 1 {
		return parts[1]
	}
	version, _ := cutLast(strings.TrimSuffix(strings.TrimSuffix(file, ".tar.gz"), ".zip"), "-")
	return version
}

// findCrate reads the index, which has a line for each version.
func (d dating) findCrate(n *coding.NewPackage) {
	name := strings.ToLower(n.Name)
	if name == "" {
		return
	}
	const short = 3 // such names stand in folders of their own
	var at string
	switch len(name) {
	case 1, short - 1:
		at = fmt.Sprintf("%d/%s", len(name), name)
	case short:
		at = "3/" + name[:1] + "/" + name
	default:
		at = name[:2] + "/" + name[2:4] + "/" + name
	}
	exact := false
	for line := range strings.SplitSeq(string(d.ask("cargo", at, "")), "\n") {
		var v struct {
			Version string `json:"vers"`
			Gone    bool   `json:"yanked"`
			At      string `json:"pubtime"`
		}
		readPage([]byte(line), &v)
		switch {
		case v.Version == "" || exact:
		case v.Version == n.Version:
			n.Newest, n.At, exact = "", readTime(v.At), true
		case !v.Gone && !strings.Contains(v.Version, "-") && (n.Newest == "" || compareVersions(v.Version, n.Newest) > 0):
			n.Newest, n.At = v.Version, readTime(v.At)
		}
	}
}

// readPage takes what a registry says; what is no such page says nothing.
func readPage(raw []byte, to any) { _ = json.Unmarshal(raw, to) } //nolint:errcheck // as said

func readTime(text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

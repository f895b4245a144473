package trial

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// language is one whose repositories say which version of its tools they want.
type language struct {
	tool     string // as the version is named
	programs []string
	places   []place
	install  string // of a version, which stands where %s is
}

// The regexp's group is the version.
type place struct {
	file string
	said *lazyregexp.Regexp
}

// Checks say of these that a program is missing or too old.
var languages = []language{ //nolint:gochecknoglobals // a constant list
	{"rustc", []string{"cargo", "rustc", "rustup"}, []place{
		{"rust-toolchain.toml", lazyregexp.New(`(?m)^\s*channel\s*=\s*"([\w.-]+)"`)},
		{"rust-toolchain", lazyregexp.New(`^\s*([\w.-]+)\s*$`)},
		{"Cargo.toml", lazyregexp.New(`(?m)^\s*rust-version\s*=\s*"([\d.]+)"`)},
	}, "rustup toolchain install %[1]s && rustup default %[1]s"},
	{"go", []string{"go", "gofmt"}, []place{
		{"go.mod", lazyregexp.New(`(?m)^toolchain go([\d.]+\w*)`)},
		{"go.mod", lazyregexp.New(`(?m)^go ([\d.]+\w*)`)},
	}, "curl -L https://go.dev/dl/go%[1]s.linux-" + runtime.GOARCH + ".tar.gz | tar -C /usr/local -xz"},
	{"ruby", []string{"ruby", "bundle", "bundler", "rake", "gem"}, []place{
		{".ruby-version", lazyregexp.New(`^\s*(?:ruby-)?([\d.]+)`)},
		{"Gemfile", lazyregexp.New(`(?m)^\s*ruby\s+["'][~>= ]*([\d.]+)`)},
	}, "ruby-build %[1]s /usr/local"},
	{"node", []string{"node", "npm", "npx"}, []place{
		{".nvmrc", lazyregexp.New(`^\s*v?([\d.]+)`)},
		{".node-version", lazyregexp.New(`^\s*v?([\d.]+)`)},
		{"package.json", lazyregexp.New(`"engines"\s*:\s*\{[^}]*"node"\s*:\s*"[~^>=v ]*([\d.]+)`)},
	}, "npx n %[1]s"},
	{"python", []string{"python", "python3", "pip", "pip3"}, []place{
		{".python-version", lazyregexp.New(`^\s*([\d.]+)`)},
		{"pyproject.toml", lazyregexp.New(`(?m)^\s*requires-python\s*=\s*"[~>= ]*([\d.]+)`)},
	}, "uv python install --install-dir /opt/python %[1]s"},
}

// It is as "rustc 1.80"; empty where the repository says none.
func (r Runner) findWanted(ctx context.Context, s Subject, name string) (string, error) {
	for _, l := range languages {
		if !slices.Contains(l.programs, name) {
			continue
		}
		for _, p := range l.places {
			text, err := r.Workspaces.Read(ctx, s.Repository, s.Tree, p.file)
			var none *workspace.UnusableError
			if errors.As(err, &none) {
				continue
			}
			if err != nil {
				return "", fmt.Errorf("see which %s is wanted: %w", l.tool, err)
			}
			if m := p.said.FindStringSubmatch(text); m != nil {
				return l.tool + " " + m[1], nil
			}
		}
	}
	return "", nil
}

var (
	firstVersion = lazyregexp.New(`\d+(?:\.\d+)*(?:-[\w.-]+)?`)
	nodeVersion  = lazyregexp.New(`node["']?\s*:\s*["'][~^>=v ]*([\d.]+)`)
)

// The version is as a check or a repository named it; empty where that is not known.
func describeInstall(named, said string) string {
	tool := strings.ToLower(strings.Fields(named + " -")[0])
	version := firstVersion.FindString(named)
	switch {
	case strings.HasPrefix(named, "{"): // as npm shows it
		tool, version = "node", ""
		if m := nodeVersion.FindStringSubmatch(named); m != nil {
			version = m[1]
		}
	case strings.Contains(said, "toolchain '"+named):
		tool, version = "rustc", named
	case strings.Contains(said, "Gemfile specified"):
		tool = "ruby"
	case strings.Contains(said, "pyenv: version"):
		tool = "python"
	}
	if tool == "go" && strings.Count(version, ".") == 1 {
		version += ".0" // no archive has a shorter name
	}
	at := slices.IndexFunc(languages, func(l language) bool { return l.tool == tool })
	if at < 0 || version == "" && tool != "rustc" {
		return ""
	}
	return fmt.Sprintf(languages[at].install, version)
}

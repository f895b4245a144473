package environment

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/egress"
	"github.com/frasier-cos/frasier/worker/fence"
)

// The registries that the tools ask where nobody set another.
var usual = map[string]string{ //nolint:gochecknoglobals // a constant list
	"go": "https://proxy.golang.org", "npm": "https://registry.npmjs.org/", "python": "https://pypi.org/simple/", "cargo": "https://index.crates.io/",
}

// also are the places of files to which replies of the usual registries lead.
var also = map[string][]string{ //nolint:gochecknoglobals // a constant list
	"https://pypi.org/simple/": {"https://files.pythonhosted.org/"}, "https://index.crates.io/": {"https://static.crates.io/"},
}

// findRegistries asks the tools of this machine where they get packages from, as its owner set it.
func (m *Maker) findRegistries(ctx context.Context, p plan) []egress.Registry {
	var out []egress.Registry
	for _, name := range registriesOf(p.recipes) {
		at := m.askRegistry(ctx, p, name)
		if at == "" {
			at = usual[name]
		}
		out = append(out, egress.Registry{Name: name, URL: at, Also: also[at]})
	}
	return out
}

func registriesOf(all []coding.Recipe) (out []string) {
	for _, r := range all {
		name := map[string]string{"go": "go", "npm": "npm", "pnpm": "npm", "yarn": "npm", "pip": "python", "cargo": "cargo"}[r.Ecosystem]
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func (m *Maker) askRegistry(ctx context.Context, p plan, name string) string {
	variable := map[string]string{"go": "GOPROXY", "npm": "npm_config_registry", "python": "PIP_INDEX_URL"}[name]
	for _, v := range m.Workspaces.Network {
		if at, is := strings.CutPrefix(v, variable+"="); is && variable != "" {
			return firstAddress(at)
		}
	}
	if name == "cargo" {
		return readCargoRegistry(m.UserHome)
	}
	program := map[string]string{"go": "go", "npm": "node", "python": "python"}[name]
	at := slices.IndexFunc(p.toolchains, func(t coding.Toolchain) bool { return t.Name == program })
	if at < 0 || m.UserHome == "" {
		return ""
	}
	path := p.toolchains[at].Path
	argv := map[string][]string{
		"go": {path, "env", "GOPROXY"}, "npm": {filepath.Join(filepath.Dir(path), "npm"), "config", "get", "registry"}, "python": {path, "-m", "pip", "config", "get", "global.index-url"},
	}[name]
	const patience = 20 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := fence.Own(ctx, []string{"HOME=" + m.UserHome, "PATH=" + filepath.Dir(path) + ":/usr/bin:/bin", "GOTOOLCHAIN=local"}, nil, argv...)
	if err != nil {
		return "" // it has no such setting
	}
	return firstAddress(string(out))
}

// readCargoRegistry returns what cargo's settings in a home put in the place of the usual registry; cargo has no command that tells it.
func readCargoRegistry(home string) string {
	if home == "" {
		return ""
	}
	for _, name := range []string{"config.toml", "config"} {
		raw, err := os.ReadFile(filepath.Join(home, ".cargo", name))
		if err != nil {
			continue // it has no such settings
		}
		with := strings.Trim(strings.TrimSpace(tomlValue(string(raw), "source.crates-io", "replace-with")), `"'`)
		at := strings.Trim(strings.TrimSpace(tomlValue(string(raw), "source."+with, "registry")), `"'`)
		return firstAddress(strings.TrimPrefix(at, "sparse+"))
	}
	return ""
}

// firstAddress takes the first address of a list such as Go's.
func firstAddress(text string) string {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(",| \n\t", c) }) {
		if u, err := url.Parse(word); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			return word
		}
	}
	return ""
}

// turnLock has a lock file of Node's lead through the way out; the addresses in it stand beside sums, which are left as they are.
func turnLock(text string, from string) string {
	for _, host := range []string{"https://registry.npmjs.org/", "https://registry.yarnpkg.com/"} {
		text = strings.ReplaceAll(text, host, from)
	}
	return text
}

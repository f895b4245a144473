package environment

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/fence"
)

// family lists the places of a toolchain besides the system's own folders: below a home, where those who install several versions
// put them, and in folders for all users. None of these folders holds a credential.
type family struct {
	name, program string
	asks          []string // arguments with which it says its version
	home, all     []string // patterns of its folder with bin
}

var families = []family{ //nolint:gochecknoglobals // a constant list
	{"go", "go", []string{"version"}, []string{"sdk/go*", ".asdf/installs/golang/*/go", ".local/share/mise/installs/go/*"}, []string{"/usr/local/go", "/usr/local/go*", "/opt/go*"}},
	{
		"node", "node",
		[]string{"--version"},
		[]string{".nvm/versions/node/*", ".local/share/fnm/node-versions/*/installation", ".fnm/node-versions/*/installation", ".volta/tools/image/node/*", ".asdf/installs/nodejs/*", ".local/share/mise/installs/node/*"},
		[]string{"/opt/node*", "/usr/local/node*", "/usr/local/n/versions/node/*"},
	},
	{
		"python", "python3",
		[]string{"--version"},
		[]string{".pyenv/versions/*", ".local/share/uv/python/*", ".asdf/installs/python/*", ".local/share/mise/installs/python/*"},
		[]string{"/opt/python*", "/opt/python/*", "/usr/local"},
	},
	{"rust", "cargo", []string{"--version"}, []string{".rustup/toolchains/*", ".asdf/installs/rust/*"}, []string{"/opt/rust*", "/usr/local/rustup/toolchains/*"}},
	{"jvm", "java", []string{"-version"}, []string{".sdkman/candidates/java/*", ".asdf/installs/java/*", ".local/share/mise/installs/java/*"}, []string{"/usr/lib/jvm/*", "/opt/java*", "/opt/jdk*"}},
}

// Nodes returns what of Node this machine has: the system's own first, then the newest of the user's.
func Nodes(ctx context.Context) []coding.Toolchain {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return findToolchains(ctx, home, "node")
}

// findToolchains returns the toolchains of a name on this machine: the system's own first, then the newest.
func findToolchains(ctx context.Context, home, name string) []coding.Toolchain {
	at := slices.IndexFunc(families, func(f family) bool { return f.name == name })
	if at < 0 {
		return nil
	}
	f := families[at]
	var out []coding.Toolchain
	for _, bin := range []string{"/usr/local/bin", "/usr/bin", "/bin"} {
		program := filepath.Join(bin, f.program)
		if full, err := filepath.EvalSymlinks(program); err == nil && (strings.HasPrefix(full, "/usr/") || strings.HasPrefix(full, "/bin/")) {
			if v := askVersion(ctx, f, program); v != "" {
				out = append(out, coding.Toolchain{Name: name, Version: v, Path: program})
				break
			}
		}
	}
	var more []coding.Toolchain
	patterns := slices.Clone(f.all)
	for _, p := range f.home {
		if home != "" {
			patterns = append(patterns, filepath.Join(home, p))
		}
	}
	for _, p := range patterns {
		found, _ := filepath.Glob(p) //nolint:errcheck // these patterns are well formed
		for _, root := range found {
			if full, err := filepath.EvalSymlinks(root); err != nil || full != root && slices.Contains(found, full) {
				continue // another name of one of them
			}
			program := filepath.Join(root, "bin", f.program)
			info, err := os.Stat(program)
			if err != nil || info.IsDir() || info.Mode()&0o111 == 0 || slices.ContainsFunc(out, func(t coding.Toolchain) bool { return t.Path == program }) || root == "/usr/local" {
				continue
			}
			if v := askVersion(ctx, f, program); v != "" {
				more = append(more, coding.Toolchain{Name: name, Version: v, Path: program, Bin: []string{filepath.Dir(program)}, Read: []string{root}})
			}
		}
	}
	slices.SortStableFunc(more, func(a, b coding.Toolchain) int { return -compareVersions(a.Version, b.Version) })
	return append(out, more...)
}

var aVersion = lazyregexp.New(`\d+\.\d+(?:\.\d+)?`)

// askVersion asks a program for its version; empty where it does not say.
func askVersion(ctx context.Context, f family, program string) string {
	if v := aVersion.FindString(filepath.Base(filepath.Dir(filepath.Dir(program)))); v != "" && f.name != "jvm" {
		return v
	}
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := fence.Own(ctx, []string{"GOTOOLCHAIN=local"}, nil, append([]string{program}, f.asks...)...)
	if err != nil {
		return ""
	}
	if v := aVersion.FindString(string(out)); v != "" || f.name != "jvm" {
		return v
	}
	return aVersion.FindString(strings.TrimPrefix(filepath.Base(filepath.Dir(filepath.Dir(program))), "java-") + ".0") // java says it on its standard error
}

// compareVersions compares as many numbers as both have.
func compareVersions(a, b string) int {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for n := range min(len(as), len(bs)) {
		x, _ := strconv.Atoi(as[n]) //nolint:errcheck // what is no number counts as 0
		y, _ := strconv.Atoi(bs[n]) //nolint:errcheck // as above
		if x != y {
			return cmp.Compare(x, y)
		}
	}
	return 0
}

// chooseToolchain returns the one that a repository wants; false when none is good enough.
func chooseToolchain(all []coding.Toolchain, n coding.Need) (coding.Toolchain, bool) {
	if n.Pinned {
		for _, t := range all {
			if t.Version == n.Version || strings.HasPrefix(t.Version, n.Version+".") {
				return t, true
			}
		}
	}
	for _, t := range all {
		if n.Version == "" || compareVersions(t.Version, n.Version) >= 0 {
			return t, true
		}
	}
	return coding.Toolchain{}, false
}

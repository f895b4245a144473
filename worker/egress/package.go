package egress

import (
	"path"
	"strings"
)

// findPackage reads the name and version of a package off the path of its file; false for a path that is of no file.
// The paths are those of Go's proxies, of npm, of Python's indexes, of cargo and of Maven.
func findPackage(at string) (name, version string, file bool) {
	base, dir := path.Base(at), path.Dir(at)
	switch {
	case strings.HasSuffix(dir, "/@v"):
		name, version, ok := strings.TrimSuffix(dir, "/@v"), strings.TrimSuffix(base, ".zip"), strings.HasSuffix(base, ".zip")
		return unescapeModule(strings.TrimPrefix(name, "/")), version, ok
	case strings.HasSuffix(base, ".tgz") && strings.HasSuffix(dir, "/-"):
		return splitNode(strings.TrimSuffix(dir, "/-"), base)
	case strings.HasSuffix(base, ".whl"):
		parts := strings.SplitN(base, "-", 3)
		return parts[0], parts[min(1, len(parts)-1)], len(parts) == 3
	case strings.HasSuffix(base, ".crate"):
		return splitName(strings.TrimSuffix(base, ".crate"))
	case base == "download" && strings.Contains(at, "/crates/"), base == "download" && strings.Count(at, "/") > 2:
		return path.Base(path.Dir(dir)), path.Base(dir), true
	case strings.HasSuffix(base, ".jar"), strings.HasSuffix(base, ".war"), strings.HasSuffix(base, ".aar"):
		return path.Base(path.Dir(dir)), path.Base(dir), strings.HasPrefix(base, path.Base(path.Dir(dir))+"-")
	}
	for _, end := range []string{".tar.gz", ".zip", ".tar.bz2", ".tgz"} {
		if stem, ok := strings.CutSuffix(base, end); ok {
			return splitName(stem)
		}
	}
	return "", "", false
}

// A scope stands before the name, in one part of the path or in two.
func splitNode(dir, base string) (name, version string, file bool) {
	name = path.Base(dir)
	if scope := path.Base(path.Dir(dir)); strings.HasPrefix(scope, "@") {
		name = scope + "/" + name
	}
	version, ok := strings.CutPrefix(strings.TrimSuffix(base, ".tgz"), path.Base(name)+"-")
	return name, version, ok
}

// splitName parts name and version at the last dash before a digit.
func splitName(stem string) (name, version string, file bool) {
	for n := len(stem) - 2; n > 0; n-- {
		if stem[n] == '-' && stem[n+1] >= '0' && stem[n+1] <= '9' && !strings.ContainsAny(stem[n+1:], " /") {
			rest := stem[:n]
			if cut := strings.IndexByte(stem[n+1:], '-'); cut < 0 || !strings.Contains(rest, "-") {
				return rest, stem[n+1:], true
			}
		}
	}
	return "", "", false
}

// Go's proxies write a capital letter as an exclamation mark and the small one.
func unescapeModule(at string) string {
	var out strings.Builder
	for n := 0; n < len(at); n++ {
		if at[n] == '!' && n+1 < len(at) {
			n++
			out.WriteString(strings.ToUpper(at[n : n+1]))
			continue
		}
		out.WriteByte(at[n])
	}
	return out.String()
}

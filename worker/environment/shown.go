package environment

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// What fetching sees is read by package managers, some of which start what they find named there: a plugin of yarn's, another yarn, hooks of
// pnpm's, another git, code that makes a package. Fetching has a way out, so that it sees none of these programs, and of settings those
// alone that say where and how packages lie. Building and checks, which have no way out, see the repository's files as they are.

// showFetch returns a file as fetching sees it; false for one that it does not see.
func showFetch(name, text string) (string, bool) {
	folders := "/" + path.Dir(name) + "/"
	switch base := path.Base(name); base {
	case "setup.py", "setup.cfg", "pyproject.toml", "tox.ini", "pytest.ini", ".pnpmfile.cjs", ".pnpmfile.mjs":
		return "", false
	case uvLock:
		return strings.Join(readPins(text), "\n") + "\n", true
	case ".npmrc":
		return keepLines(text, keepsNpm), true
	case ".yarnrc":
		return keepLines(text, keepsYarn), true
	case ".yarnrc.yml":
		return keepKeys(text), true
	case "pnpm-lock.yaml": // with the hooks that are not there its sum would not be right
		return keepLines(text, func(line string) bool { return !strings.HasPrefix(line, "pnpmfileChecksum:") }), true
	case "package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-workspace.yaml":
		return text, true
	default:
		if slices.Contains(requirementFiles, name) {
			return keepRequirements(text), true
		}
		if strings.Contains(folders, "/.yarn/cache/") {
			return text, path.Ext(base) == ".zip"
		}
		if strings.Contains(folders, "/.yarn/") || strings.Contains(folders, "/patches/") {
			return text, path.Ext(base) == ".patch" || path.Ext(base) == ".diff"
		}
		return text, true
	}
}

// keepLines keeps lines as the readers of these files part them.
func keepLines(text string, keeps func(line string) bool) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n") {
		if keeps(line) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

var (
	npmLine  = lazyregexp.New(`^\s*([\w@/:.*-]+)(?:\[\])?\s*(?:=|$)`)
	yarnLine = lazyregexp.New(`^(?:registry|"?@[\w.-]+:registry"?|network-timeout|workspaces-experimental|--(?:install\.)?(?:ignore-engines|ignore-optional|ignore-platform|flat|network-timeout|network-concurrency|production))(?:[ =]|$)`)
	// These name programs, what they are started with, or where more of that stands.
	npmPrograms = []string{"git", "node-options", "script-shell", "shell", "pnpmfile", "global-pnpmfile", "ignore-pnpmfile", "ignore-scripts", "userconfig", "globalconfig", "prefix", "global-prefix", "cache", "editor", "viewer", "browser", "init-module", "node-gyp", "python", "use-node-version", "hooks-dir"} //nolint:gochecknoglobals // a constant list
)

func keepsNpm(line string) bool {
	m := npmLine.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	key := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(m[1]))
	return !slices.ContainsFunc(npmPrograms, func(p string) bool { return strings.ReplaceAll(p, "-", "") == key })
}

func keepsYarn(line string) bool { return yarnLine.MatchString(line) }

// berryKeys are the settings of the later yarns that decide what is fetched and how it lies.
var berryKeys = []string{ //nolint:gochecknoglobals // a constant list
	"nodeLinker", "nmMode", "nmHoistingLimits", "nmSelfReferences", "packageExtensions", "catalog", "catalogs", "supportedArchitectures", "patchFolder", "defaultProtocol", "enableTransparentWorkspaces",
	"pnpMode", "pnpFallbackMode", "pnpIgnorePatterns", "pnpEnableEsmLoader", "pnpEnableInlining", "pnpShebang", "compressionLevel", "checksumBehavior", "npmRegistryServer", "npmScopes", "npmMinimalAgeGate", "npmPreapprovedPackages",
	"enableStrictSettings", "winLinkType", "httpTimeout", "httpRetry", "networkConcurrency", "dependenciesMeta",
}

var berryKey = lazyregexp.New(`^([a-zA-Z]+):(?: |$)`)

// keepKeys keeps what such a file says below the keys that are known, in the form in which yarn writes it.
func keepKeys(text string) string {
	keeps := false
	return keepLines(text, func(line string) bool {
		if line != "" && line[0] != ' ' && line[0] != '#' && !strings.HasPrefix(line, "- ") {
			m := berryKey.FindStringSubmatch(line)
			keeps = m != nil && slices.Contains(berryKeys, m[1])
		}
		return keeps
	})
}

var (
	requirementOption = lazyregexp.New(`^(?:-[rcif]\b|--(?:requirement|constraint|index-url|extra-index-url|find-links|pre|prefer-binary|only-binary|require-hashes|trusted-host|no-index)(?:[ =]|$))`)
	requirementEnd    = lazyregexp.New(`\s--?[a-zA-Z][\s\S]*$`)
	hashOption        = lazyregexp.New(`\s--hash[ =]\S+`)
)

// keepRequirements leaves out what would have pip run a package's own code, or the repository's, while it fetches. Python parts lines at more
// places than others do.
func keepRequirements(text string) string {
	return keepLines(strings.ReplaceAll(notPython.Replace(text), "\\\n", " "), func(line string) bool {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "-e") || strings.HasPrefix(line, "--editable") {
			return true // a recipe leaves it out itself, and what it names is not seen
		}
		if strings.HasPrefix(line, "-") {
			return requirementOption.MatchString(line)
		}
		return !requirementEnd.MatchString(hashOption.ReplaceAllString(line, "")) || strings.HasPrefix(line, "#")
	})
}

var escaped = lazyregexp.New(`\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}`)

// findMadeByCode returns the file that has yarn make a package with a program of the repository while it fetches (its protocol exec);
// empty for none. Whichever yarn it is, it may do so also where scripts are switched off.
func findMadeByCode(s source, all []coding.Recipe) string {
	for _, r := range all {
		if r.Ecosystem != "yarn" {
			continue
		}
		for _, name := range r.Files {
			text := s.read(name)
			switch path.Base(name) {
			case "package.json":
				text = readWithoutScripts(text)
			case ".yarnrc.yml", "yarn.lock":
			default:
				continue
			}
			text = escaped.ReplaceAllStringFunc(text, unescape)
			if text = escaped.ReplaceAllStringFunc(text, unescape); strings.Contains(strings.ToLower(text), "exec:") {
				return name
			}
		}
	}
	return ""
}

func unescape(code string) string {
	if code[0] == '%' {
		plain, err := url.PathUnescape(code)
		if err != nil {
			return code
		}
		return plain
	}
	const hex, bits = 16, 32
	n, err := strconv.ParseUint(code[2:], hex, bits)
	if err != nil {
		return code
	}
	return string(rune(n))
}

// readWithoutScripts returns a manifest without its scripts, which have names and words of their own; one that is no JSON as it stands.
func readWithoutScripts(text string) string {
	p := readFields(json.RawMessage(text))
	if p == nil {
		return text
	}
	delete(p, "scripts")
	raw, err := json.Marshal(p)
	if err != nil {
		return text
	}
	return string(raw)
}

// explainMadeByCode is said of what findMadeByCode found.
func explainMadeByCode(name string) string {
	return fmt.Sprintf("%s has yarn make a package with a program of the repository while it fetches (exec:), and where a network is I run no code of a repository; keep what that program makes in the repository, or fetch nothing: setup off", name)
}

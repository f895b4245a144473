package proof

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/internal/coding"
)

// The repository's own checks start with such files: whoever changes these decides what his change
// is asked.
func findDeciding(files []coding.FileChange, checks []string) []coding.GuardFinding {
	var out []coding.GuardFinding
	for _, f := range files {
		for _, c := range checks {
			switch {
			case isCI(f.Path): // said already
			case f.IsTest(): // judged as the tests that it holds
			case isStart(c, f.Path), path.Base(f.Path) == "package.json" && isScriptRunner(c) && !maps.Equal(parseScripts(f.Before), parseScripts(f.After)):
				out = append(out, coding.GuardFinding{Rule: "C6", Path: f.Path, Text: f.Path + " is what the check \"" + c + "\" runs"})
			}
		}
	}
	return out
}

// The file is named as it stands, from the top of the tree.
func isStart(command, file string) bool {
	words := strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t;&|()<>\"'=", r) })
	return slices.ContainsFunc(words, func(w string) bool { return path.Clean(w) == file })
}

func isScriptRunner(command string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(command), " ")
	return slices.Contains([]string{"npm", "yarn", "pnpm", "bun"}, first)
}

func parseScripts(text string) map[string]string {
	var p struct {
		Scripts map[string]string `json:"scripts"`
	}
	if text != "" && json.Unmarshal([]byte(text), &p) != nil {
		return map[string]string{"": text}
	}
	return p.Scripts
}

//nolint:gochecknoglobals // made once, never changed
var reaching = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`/dev/(?:tcp|udp)/|\b(?:curl|wget)\b[^#\n]*\bhttps?://|\bgit\b[^#\n]*\b(?:push\b|remote\s+(?:add|set-url)\b)|\.ssh/|\bid_(?:rsa|ed25519)\b|\.aws/credentials|\.netrc\b|/etc/shadow\b|\bauthorized_keys\b|\b(?:nc|ncat|socat)\s+-|\bcrontab\s+-`)
})

// One of these stands in whatever findReaching finds: looking for them costs little.
func listReachingWords() []string {
	return []string{"/dev/", "http", "push", "remote", ".ssh/", "id_rsa", "id_ed25519", ".aws/", ".netrc", "/etc/shadow", "authorized_keys", "nc -", "ncat", "socat", "crontab"}
}

// Such lines of what runs reach out of the repository. Here they reach nothing, behind the fence;
// where the change is run next there may be none.
func findReaching(f coding.FileChange, add finder) {
	mayReach := func(text string) bool {
		return slices.ContainsFunc(listReachingWords(), func(w string) bool { return strings.Contains(text, w) })
	}
	if coding.IsProse(f.Path) || !mayReach(f.After) {
		return
	}
	had := map[string]bool{}
	for l := range strings.Lines(f.Before) {
		had[strings.TrimSpace(l)] = true
	}
	n := 0
	for l := range strings.Lines(f.After) {
		n++
		if key := strings.TrimSpace(l); mayReach(l) && !had[key] && reaching().MatchString(l) {
			add(f, "C13", n, "it reaches out of the repository: "+key, false)
		}
	}
}

// Package orgtest is what tests of several rooms are told with.
package orgtest

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Secret is one form of secret, made up: no real-looking key stands in a file.
type Secret struct {
	Form   string // with {n} for n letters and digits
	Kind   string // as redact.Secrets names it
	Pasted string // as somebody would paste it
	Value  string // the run of it that nobody may see again
}

//go:embed secrets.json
var forms []byte

// Secrets returns every form of secret that is known here, 30 at least.
func Secrets(tb testing.TB) []Secret {
	tb.Helper()
	var list []struct {
		Kind string `json:"kind"`
		Form string `json:"form"`
	}
	if err := json.Unmarshal(forms, &list); err != nil || len(list) < 30 {
		tb.Fatalf("%d forms of secrets, error %v; want 30", len(list), err)
	}
	out := make([]Secret, 0, len(list))
	for _, f := range list {
		s := Secret{Form: f.Form, Kind: f.Kind}
		s.Pasted = regexp.MustCompile(`\{([0-9]+)\}`).ReplaceAllStringFunc(f.Form, func(hole string) string {
			n, err := strconv.Atoi(hole[1 : len(hole)-1])
			if err != nil {
				tb.Fatal(err)
			}
			run := strings.Repeat("a1B2", n/4+1)[:n]
			if len(run) > len(s.Value) {
				s.Value = run
			}
			return run
		})
		if s.Value == "" {
			s.Value = s.Pasted
		}
		out = append(out, s)
	}
	return out
}

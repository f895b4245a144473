package testreport

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

func writesEvents(command string) bool {
	rest, is := strings.CutPrefix(command, "go ")
	return is && strings.Contains(" "+rest+" ", " -json ")
}

// These lines of go test -v say nothing of why a test fails.
var goNoise = lazyregexp.New(`^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:PASS|SKIP): )`)

// Events are those of "go test -json" (cmd/test2json). A line that is none is kept for people.
func (r *reading) readEvents(output []byte) {
	said := map[string]*strings.Builder{} // by test
	var order []string
	var all, quiet strings.Builder
	for line := range bytes.Lines(output) {
		var e struct {
			Action  string `json:"Action"`
			Package string `json:"Package"`
			Test    string `json:"Test"`
			Output  string `json:"Output"`
		}
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			all.Write(line)
			r.rest.Write(line)
			continue
		}
		name := e.Package + "." + e.Test
		switch {
		case e.Action == "build-output":
			all.WriteString(e.Output)
			r.build.WriteString(e.Output)
		case e.Action == "output":
			all.WriteString(e.Output)
			switch {
			case e.Test == "":
				r.rest.WriteString(e.Output)
			case !goNoise.MatchString(e.Output):
				if said[name] == nil {
					said[name], order = &strings.Builder{}, append(order, name)
				}
				said[name].WriteString(e.Output)
			}
		case e.Test == "":
		case e.Action == "pass":
			r.recordTest(name, false)
		case e.Action == "fail":
			r.recordTest(name, true)
		case e.Action == "skip":
			r.Skipped++
		}
	}
	failed := slices.Clone(r.Failing)
	for _, name := range order {
		text := said[name].String()
		switch {
		case !slices.Contains(failed, name):
			quiet.WriteString(text)
		case hasFailedPart(failed, name) && strings.Count(text, "\n") < 2: // the parts say why
		default:
			r.failures = append(r.failures, text)
		}
	}
	// What passing tests logged comes before what is said of packages, so it goes first when there is no room.
	rest := r.rest.String()
	r.rest.Reset()
	r.rest.WriteString(quiet.String() + rest)
	r.All = all.String()
}

func hasFailedPart(failed []string, name string) bool {
	return slices.ContainsFunc(failed, func(s string) bool { return strings.HasPrefix(s, name+"/") })
}

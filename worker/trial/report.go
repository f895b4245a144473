package trial

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The command does the same and names its tests: Go's own checks can, and each time anew.
func addReporting(command string) string {
	rest, is := strings.CutPrefix(command, "go test")
	if !is || strings.ContainsAny(command, ";&|<>") || strings.Contains(command, " -json") {
		return command
	}
	return "go test -json -count=1" + rest
}

type report struct {
	passing, failing []string // names of tests, sorted
	skipped          int
	said             string // for people
}

// The usual test programs write Go's JSON, TAP, and pytest's summary. Of others only the exit code
// counts.
func parseReport(command string, output []byte) report {
	var r report
	switch {
	case strings.HasPrefix(command, "go test -json"):
		r = parseGoReport(output)
	default:
		r = parseLineReport(string(output))
	}
	slices.Sort(r.passing)
	slices.Sort(r.failing)
	r.passing, r.failing = slices.Compact(r.passing), slices.Compact(r.failing)
	// A name that passed in one place and failed in another fails.
	r.passing = slices.DeleteFunc(r.passing, func(s string) bool { _, bad := slices.BinarySearch(r.failing, s); return bad })
	return r
}

// Events are those of "go test -json" (cmd/test2json). A line that is none is kept for people.
func parseGoReport(output []byte) report {
	var r report
	var said strings.Builder
	for line := range bytes.Lines(output) {
		var e struct {
			Action  string `json:"Action"`
			Package string `json:"Package"`
			Test    string `json:"Test"`
			Output  string `json:"Output"`
		}
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			said.Write(line)
			continue
		}
		name := e.Package + "." + e.Test
		switch {
		case e.Action == "output" || e.Action == "build-output":
			said.WriteString(e.Output)
		case e.Test == "":
		case e.Action == "pass":
			r.passing = append(r.passing, name)
		case e.Action == "fail":
			r.failing = append(r.failing, name)
		case e.Action == "skip":
			r.skipped++
		}
	}
	r.said = said.String()
	return r
}

type shapes struct{ tap, pytest, unittest, ended *regexp.Regexp }

//nolint:gochecknoglobals // made once, never changed
var shaped = sync.OnceValue(func() shapes {
	return shapes{
		tap:    regexp.MustCompile(`^(not )?ok\b +[0-9]+(?: +-)? *([^#]*?)(?:#\s*((?i:skip|todo)\S*).*)?$`),
		pytest: regexp.MustCompile(`^(PASSED|FAILED|ERROR|SKIPPED) (\S+?::\S+)`),
		// "test_fee (shop.T.test_fee) ... ok"; what the test prints, or its first line of words, comes between.
		unittest: regexp.MustCompile(`^(\w+) \(([\w.]+)\)(?: \.\.\. (.*))?$`),
		ended:    regexp.MustCompile(`^(?:.* \.\.\. )?(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$`),
	}
})

func (r *report) recordEnd(name, how string) {
	switch {
	case strings.Contains(name, "_FailedTest"):
	case how == "ok", how == "expected failure":
		r.passing = append(r.passing, name)
	case strings.HasPrefix(how, "skipped"):
		r.skipped++
	default:
		r.failing = append(r.failing, name)
	}
}

// Lines are TAP (version 13 and 14), those that pytest -rA ends with and those of Python's
// unittest -v.
func parseLineReport(text string) report {
	r := report{said: text}
	begun := "" // the test of unittest whose end is to come
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := shaped().unittest.FindStringSubmatch(line); m != nil {
			begun = m[2]
			if !strings.HasSuffix(begun, "."+m[1]) { // before Python 3.11
				begun += "." + m[1]
			}
		}
		if m := shaped().ended.FindStringSubmatch(line); m != nil && begun != "" {
			r.recordEnd(begun, m[1])
			begun = ""
			continue
		}
		if m := shaped().tap.FindStringSubmatch(line); m != nil {
			name := strings.TrimSpace(m[2])
			switch {
			case m[3] != "":
				r.skipped++
			case name == "":
			case m[1] != "":
				r.failing = append(r.failing, name)
			default:
				r.passing = append(r.passing, name)
			}
			continue
		}
		if m := shaped().pytest.FindStringSubmatch(line); m != nil {
			switch m[1] {
			case "PASSED":
				r.passing = append(r.passing, m[2])
			case "SKIPPED":
				r.skipped++
			default:
				r.failing = append(r.failing, m[2])
			}
		}
	}
	return r
}

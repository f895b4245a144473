// Package testreport reads what programs that run tests write: the names of tests that passed and
// failed, the files that hold them, and what failed ones said. In come a command with its output and the
// reports that it left behind. It is pure.
package testreport

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/redact"
)

// Report holds all that is known of a run. Names and files are sorted.
type Report struct {
	Passing, Failing []string
	Skipped          int
	Files            []string // those with tests, as far as the program names them
	Said             string   // for people and models, with failures first; at most SaidBytes, and without secrets
	All              string   // all that was written, as people would see it
}

// SaidBytes bounds what is kept of an output.
const SaidBytes = 8 << 10

const (
	failureBytes = 2 << 10 // of one failed test
	leastFailure = 512
	mostFailures = 12      // are shown
	buildBytes   = 2 << 10 // of what a compiler says beside them
)

// reading is a report that comes into being.
type reading struct {
	Report
	failures []string // what each failed test said
	build    strings.Builder
	rest     strings.Builder
}

// Parse reads an output. The files are reports in JUnit's XML that the command wrote, by their names.
func Parse(command string, output []byte, files map[string][]byte) Report {
	var r reading
	if writesEvents(command) {
		r.readEvents(output)
	} else {
		r.readLines(command, string(output))
	}
	if len(r.Passing)+len(r.Failing) == 0 { // a program names its tests in one way for good
		r.readReports(files)
	}
	for _, list := range []*[]string{&r.Passing, &r.Failing, &r.Files} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	// A name that passed in one place and failed in another fails.
	r.Passing = slices.DeleteFunc(r.Passing, func(s string) bool { _, bad := slices.BinarySearch(r.Failing, s); return bad })
	r.Said = r.composeText()
	return r.Report
}

func (r *reading) recordTest(name string, failed bool) {
	switch name = strings.TrimSpace(name); {
	case name == "":
	case failed:
		r.Failing = append(r.Failing, name)
	default:
		r.Passing = append(r.Passing, name)
	}
}

// Failures come first, each cut in its middle, then what does not build, then the end of the rest.
func (r *reading) composeText() string {
	build, shown := cutMiddle(r.build.String(), buildBytes), r.failures[:min(len(r.failures), mostFailures)]
	var out strings.Builder
	if len(shown) > 0 {
		most := min(failureBytes, max(leastFailure, (SaidBytes-len(build)-leastFailure)/len(shown)))
		for _, text := range shown {
			text = cutMiddle(text, most)
			if out.Len()+len(text)+len(build) > SaidBytes {
				break
			}
			out.WriteString(endLine(text))
		}
	}
	out.WriteString(endLine(build))
	if room := SaidBytes - out.Len(); room > 0 {
		out.WriteString(cutTail(hideSecrets(cutTail(r.rest.String(), 2*SaidBytes)), room))
	}
	return cutTail(out.String(), SaidBytes)
}

func endLine(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// Tail returns the end of what a program wrote that runs no tests.
func Tail(text string) string { return cutTail(hideSecrets(cutTail(text, 2*SaidBytes)), SaidBytes) }

// What has the form of a secret goes: a test may print what stands in a file.
func hideSecrets(text string) string {
	text, _ = redact.Secrets(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD"))
	return text
}

// A secret that begins before the cut is seen whole, and characters stay whole.
func cutMiddle(text string, most int) string {
	if len(text) <= most {
		return hideSecrets(text)
	}
	const mark = "\n[...]\n"
	half := (most - len(mark)) / 2
	head, tail := hideSecrets(text[:min(len(text), 2*most)]), hideSecrets(text[max(0, len(text)-2*most):])
	return strings.ToValidUTF8(head[:min(len(head), half)], "") + mark + cutTail(tail, half)
}

func cutTail(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-most:], "")
}

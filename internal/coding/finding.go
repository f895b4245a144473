package coding

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// ReviewFinding says something of one place of the code, after a change was read.
type ReviewFinding struct {
	File string `json:"file"`
	Line int    `json:"line"` // 0 for the whole file
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// FindingKinds lists what a finding may be about: what the code does wrong, a test that shows nothing, a caller that has
// to change too, what breaks for those who use it, what is missing.
func FindingKinds() []string { return []string{"wrong", "test", "caller", "user", "missing"} }

// String is the line that people and the writer of the change read, and that is kept.
func (f ReviewFinding) String() string {
	place := ShownPath(f.File)
	if f.Line > 0 {
		place += ":" + strconv.Itoa(f.Line)
	}
	if f.Kind != "" {
		place += fmt.Sprintf(" (%s)", f.Kind)
	}
	return place + ": " + prose.OneLine(f.Text)
}

var findingLine = lazyregexp.New(`^(.+?)(?::([0-9]+))?(?: \(([a-z]+)\))?: (.+)$`)

// ReadFinding reads the line of a finding. What names neither a line nor a kind is none of one place.
func ReadFinding(text string) (ReviewFinding, bool) {
	m := findingLine.FindStringSubmatch(text)
	if m == nil || m[2] == "" && !slices.Contains(FindingKinds(), m[3]) {
		return ReviewFinding{}, false
	}
	f := ReviewFinding{File: m[1], Kind: m[3], Text: m[4]}
	if m[2] != "" {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return f, false
		}
		f.Line = n
	}
	return f, true
}

package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// line is one that a change adds or takes away.
type line struct {
	path  string
	n     int // after the change; 0 for one that it takes away
	text  string
	test  bool
	words map[string]bool
}

// index is all of a change that can bear a sentence.
type index struct {
	lines   []line
	files   map[string]bool // those that change
	tests   []string        // that failed before and pass now
	words   map[string]bool // of all lines, files, tests and checks
	around  map[string]bool // of the lines around them
	text    string          // the same as it is written
	settled bool            // all checks passed on what was merged, and no test is gone
	green   bool            // all checks passed on what was merged
	red     bool            // something failed before and passes now
	passed  int             // tests, on what was merged; 0 where nothing counts them
	trials  []coding.Trial  // on what was merged
}

func newIndex(c coding.StepChange) index {
	x := index{files: map[string]bool{}, words: map[string]bool{}, around: map[string]bool{}}
	patch := c.Patch
	if c.Merged != nil {
		patch = c.Merged.Patch
		x.trials = c.FinalTrials()
	} else {
		x.trials = c.LastTrials(coding.TrialGreen, c.Tree)
	}
	x.tests = RedTests(c)
	x.red = c.Red != "" || len(x.tests) > 0
	x.green = len(x.trials) > 0 && !slices.ContainsFunc(x.trials, func(t coding.Trial) bool { return !t.Good() })
	x.settled = x.green && !slices.ContainsFunc(x.trials, func(t coding.Trial) bool { return len(t.Missing) > 0 })
	var all strings.Builder
	for _, p := range coding.PatchParts(string(patch)) {
		if p.Path == "" {
			continue
		}
		x.files[p.Path] = true
		all.WriteString(p.Path + "\n")
		x.addLines(p, c.Order.Repository.HasTest(p.Path))
	}
	for _, l := range x.lines {
		all.WriteString(l.text + "\n")
		for w := range l.words {
			x.words[w] = true
		}
	}
	for _, t := range x.trials {
		x.passed += t.Passed
		all.WriteString(t.Name + "\n")
	}
	all.WriteString(strings.Join(x.tests, "\n"))
	x.text = all.String()
	for _, w := range readWords(x.text) {
		x.words[w] = true
	}
	return x
}

func (x *index) addLines(p coding.PatchPart, test bool) {
	n := 0
	for _, l := range p.Body {
		switch {
		case strings.HasPrefix(l, "@@"):
			x.keepWords(l)
			var to int
			head := strings.Fields(l)
			const places = 3
			if len(head) >= places {
				if _, err := fmt.Sscanf(head[2], "+%d", &to); err == nil {
					n = to
				}
			}
		case strings.HasPrefix(l, "+"):
			x.addLine(line{path: p.Path, n: n, text: l[1:], test: test})
			n++
		case strings.HasPrefix(l, "-"):
			x.addLine(line{path: p.Path, text: l[1:], test: test})
		case strings.HasPrefix(l, " ") || l == "":
			x.keepWords(l)
			n++
		}
	}
}

// keepWords keeps the words of a line around those that change.
func (x *index) keepWords(l string) {
	for _, w := range readWords(l) {
		x.around[w] = true
	}
}

func (x *index) addLine(l line) {
	l.words = map[string]bool{}
	for _, w := range readWords(l.text) {
		l.words[w] = true
	}
	for _, w := range nameSigns(l.text) {
		l.words[stem(w)] = true
	}
	x.lines = append(x.lines, l)
}

// readWords returns the stems of a text's words, and of the parts of its names.
func readWords(text string) []string {
	var out []string
	for _, w := range splitName(text) {
		out = append(out, stem(w))
	}
	return out
}

// RedTests are the tests of a change that failed on the code before it and pass on what was merged.
func RedTests(c coding.StepChange) []string {
	var after []coding.Trial
	if c.Merged != nil {
		after = c.FinalTrials()
	}
	if len(after) == 0 {
		after = c.LastTrials(coding.TrialGreen, c.Tree)
	}
	var out []string
	for _, r := range c.LastTrials(coding.TrialRed, "") {
		g := slices.IndexFunc(after, func(t coding.Trial) bool { return t.Name == r.Name })
		if g < 0 || after[g].NotRun() != "" {
			continue
		}
		for _, name := range r.Failing {
			before := slices.ContainsFunc(c.LastTrials(coding.TrialBefore, ""), func(t coding.Trial) bool { return t.Name == r.Name && slices.Contains(t.Failing, name) })
			if !before && !slices.Contains(after[g].Failing, name) && !slices.Contains(after[g].Missing, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// event is a line of go test -json (go doc test2json).
type event struct {
	Action     string  `json:"Action"`
	Package    string  `json:"Package"`
	Test       string  `json:"Test"`
	Output     string  `json:"Output"`
	Elapsed    float64 `json:"Elapsed"` // seconds; of an end
	Key        string  `json:"Key"`     // of an attribute that a test sets
	Value      string  `json:"Value"`
	ImportPath string  `json:"ImportPath"` // of a build
}

// What runs of tests said.
type seen struct {
	passed  int
	figures []string                    // of attributes that tests set
	took    map[string]float64          // seconds by package
	end     map[string]string           // by package and test: pass, fail or skip; a pass once is a pass
	output  map[string]*strings.Builder // by package and test
	defers  bool                        // of this run: a skip that is left to "make check" is none
	left    map[string]string           // by test: which run it leaves itself to
	out     io.Writer                   // hears of each failure as it comes: the rest may take long
}

func newSeen(out io.Writer) *seen {
	return &seen{took: map[string]float64{}, end: map[string]string{}, output: map[string]*strings.Builder{}, left: map[string]string{}, out: out}
}

// read adds a run of go test -json.
func (s *seen) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			s.add(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *seen) add(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil { // what the go command says beside the tests
		e = event{Action: "output", Output: string(line)}
	}
	name := e.Package + e.ImportPath + " " + e.Test
	switch e.Action {
	case "attr":
		switch e.Key {
		case "figure":
			s.figures = append(s.figures, e.Test+": "+e.Value)
		case "left": // names its test, which output beside that of others may not
			s.left[name] = e.Value
		}
	case "output", "build-output":
		if s.output[name] == nil {
			s.output[name] = &strings.Builder{}
		}
		s.output[name].WriteString(e.Output)
	case "pass", "fail", "skip", "build-fail":
		if e.Action == "skip" && s.defers && s.left[name] == "make check" {
			delete(s.output, name)
			return
		}
		if was := s.end[name]; was == "" || was == "skip" || e.Action != "skip" && was != "fail" {
			s.end[name] = e.Action
		}
		if e.Test == "" {
			s.took[e.Package] = e.Elapsed
		} else if e.Action == "pass" {
			s.passed++
		}
		if e.Action != "pass" && e.Action != "skip" {
			fmt.Fprintln(s.out, "failed:", name)
		}
		if e.Action == "pass" {
			delete(s.output, name)
		}
	}
}

// skips says which tests were skipped and never passed: a run on files and one
// on a server may each skip what the other runs. A package without tests, which
// the go command calls skipped too, is none.
func (s *seen) skips() error {
	var list []string
	for name, how := range s.end {
		if how == "skip" && !strings.HasSuffix(name, " ") {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	return fmt.Errorf("skipped: %s", strings.Join(list, ", "))
}

// slowest names the packages whose tests took longest, in seconds: where to look
// for whoever wants the whole to be quicker. Packages run beside each other, so
// the seconds hold what they waited for the processor.
func (s *seen) slowest(n int) string {
	list := slices.SortedFunc(maps.Keys(s.took), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.took[b], s.took[a]), cmp.Compare(a, b))
	})
	var out []string
	for _, name := range list[:min(n, len(list))] {
		out = append(out, fmt.Sprintf("%s %.0f s", strings.TrimPrefix(name, "github.com/frasier-cos/frasier/"), s.took[name]))
	}
	return strings.Join(out, ", ")
}

// show writes what did not pass and was not shown yet: first the lines that say why, of all
// that failed, since whoever reads a log of a thousand lines may be given its beginning only.
func (s *seen) show(out io.Writer) {
	names := slices.Sorted(maps.Keys(s.output))
	for _, name := range names {
		if why := findErrors(s.output[name].String()); len(why) > 0 && strings.Contains(s.end[name], "fail") {
			fmt.Fprintf(out, "why %s:\n%s\n", name, strings.Join(why, "\n"))
		}
	}
	for _, name := range names {
		if s.end[name] != "pass" && (s.end[name] != "skip" || !strings.HasSuffix(name, " ")) {
			fmt.Fprint(out, s.output[name].String())
		}
		delete(s.output, name)
	}
}

const (
	mostErrors = 30 // lines of one test
	mostMore   = 4  // lines below the one with the position
)

var (
	position = lazyregexp.New(`^\s*\S+\.go:\d+(:\d+)?: `)
	verdict  = lazyregexp.New(`^\s*(FAIL: |panic: |fatal error: |WARNING: DATA RACE|exit status )`)
	frame    = lazyregexp.New(`^\s*(=== |--- |FAIL(\s|$)|ok\s)`)
)

// findErrors returns the lines of a failed test that say what is wrong: those with a position and
// what stands indented below them, a script's verdict, a panic. Of many the last count. A test
// that has none of them has its last lines.
func findErrors(output string) []string {
	var found, plain []string
	below, depth := 0, 0
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		switch {
		case verdict.MatchString(line):
			found = append(found, line)
		case frame.MatchString(line):
			below = 0
			continue
		case position.MatchString(line):
			found = append(found, line)
			below, depth = mostMore, indent
		case below > 0 && indent > depth:
			found = append(found, line)
			below--
		}
		plain = append(plain, line)
	}
	if len(found) == 0 {
		found = plain
	}
	return found[max(0, len(found)-mostErrors):]
}

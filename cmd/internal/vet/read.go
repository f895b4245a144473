package vet

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/work"
)

const pageLines = 20

// Person names who reads each line of a skill.
const Person = "line-by-line reading"

// Read shows a person every line of every file, page by page, with what is
// invisible made visible. Each page is acknowledged by the number of its last
// line, and the end by the skill's name, so that nobody says yes without
// looking. Anything else rejects.
func Read(in io.Reader, out io.Writer, s work.OutsideSkill) (work.VetResult, error) {
	answers := bufio.NewScanner(in)
	hear := func(want string) error {
		if !answers.Scan() {
			return &RejectedError{"You", "the reading was not finished"}
		}
		if got := strings.TrimSpace(answers.Text()); got != want {
			return &RejectedError{"You", fmt.Sprintf("the answer was %q and not %q", got, want)}
		}
		return nil
	}
	w := &writer{to: out}
	lines := 0
	for _, f := range s.Files {
		text := strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
		for from := 0; from < len(text); from += pageLines {
			to := min(from+pageLines, len(text))
			w.writef("\n%s, lines %d to %d of %d\n", f.Path, from+1, to, len(text))
			for i := from; i < to; i++ {
				w.writef("%5d  %s\n", i+1, showInvisible(text[i]))
			}
			w.writef("Read them. Type %d to go on, anything else rejects the skill: ", to)
			if err := errors.Join(w.err, hear(strconv.Itoa(to))); err != nil {
				return work.VetResult{}, err
			}
		}
		lines += len(text)
	}
	w.writef("\nThat was all of it: %d lines. Type the skill's name to add it, anything else rejects it: ", lines)
	if err := errors.Join(w.err, hear(s.Name)); err != nil {
		return work.VetResult{}, err
	}
	w.writef("\n")
	return work.VetResult{Scanner: Person, Passed: true, Said: fmt.Sprintf("%d lines acknowledged", lines)}, w.err
}

// writer keeps the first error.
type writer struct {
	to  io.Writer
	err error
}

func (w *writer) writef(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.to, format, args...)
	}
}

// showInvisible shows what a terminal would hide or obey.
func showInvisible(line string) string {
	var b strings.Builder
	for _, r := range line {
		if r == '\t' || unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "<%U>", r)
	}
	return b.String()
}

package roadmap

import (
	"fmt"
	"strings"
)

// Codes of a Fault.
const (
	CodeCycle         = "cycle"
	CodeUnknownTarget = "unknown_target"
	CodeEmpty         = "empty"
	CodeTooLarge      = "too_large"
)

// Bounds of one roadmap. An item becomes rows, steps and model calls: what is
// beyond them is no roadmap that a founder wrote.
const (
	ItemsAtMost = 2000
	linesAtMost = 20_000 // that are not empty: a reader of Markdown takes up to 2 KB for each
)

// Fault tells the founder what is wrong with a roadmap. Nothing is
// stored of a roadmap that has one.
type Fault struct { //nolint:errname // The name is the contract between rooms.
	Sentence string   // for the founder
	Items    []string // titles of the items concerned
	Code     string   // one of the codes above
}

// Error returns the sentence for the founder.
func (f *Fault) Error() string { return f.Sentence }

func newEmptyFault() *Fault {
	return &Fault{
		Code:     CodeEmpty,
		Sentence: "I found no items in this roadmap. Write each piece of work as a list item, for example \"- [ ] Compare five competitors\".",
	}
}

func newManyFault(n int) *Fault {
	return &Fault{
		Code:     CodeTooLarge,
		Sentence: fmt.Sprintf("This roadmap has %d items and I take at most %d at once; send it in parts, one file for each.", n, ItemsAtMost),
	}
}

func newLongFault(n int) *Fault {
	return &Fault{
		Code:     CodeTooLarge,
		Sentence: fmt.Sprintf("This text has %d lines, and a roadmap has at most %d (and %d items); send it in parts, one file for each.", n, linesAtMost, ItemsAtMost),
	}
}

// It is 0 when the text has no more lines that are not empty than a roadmap has.
func countLinesOver(src string) int {
	n := 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	if n <= linesAtMost {
		return 0
	}
	return n
}

// A roadmap has no more lines.
func cutFirstLines(src string) string {
	n, at := 0, 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) != "" {
			if n++; n > linesAtMost {
				return src[:at]
			}
		}
		at += len(line)
	}
	return src
}

func newCycleFault(titles []string) *Fault {
	f := &Fault{Code: CodeCycle, Items: titles}
	if len(titles) == 1 {
		f.Sentence = fmt.Sprintf("The item %q needs itself, so it can never start. Remove that dependency and send the roadmap again.", titles[0])
		return f
	}
	quoted := make([]string, 0, len(titles)+1)
	for _, t := range append(titles[:len(titles):len(titles)], titles[0]) {
		quoted = append(quoted, fmt.Sprintf("%q", t))
	}
	f.Sentence = "These items wait for each other, so none can start: " + strings.Join(quoted, " needs ") +
		". Remove one of these dependencies (a numbered list counts as an order) and send the roadmap again."
	return f
}

const shownUnknowns = 5

// No item answers to the target.
type unknown struct{ title, target, nearest string }

func newUnknownFault(all []unknown) *Fault {
	f := &Fault{Code: CodeUnknownTarget}
	var said []string
	for i, u := range all {
		f.Items = append(f.Items, u.title)
		if i >= shownUnknowns {
			continue
		}
		s := fmt.Sprintf("%q needs %q, but no item has that title or number", u.title, u.target)
		if u.nearest != "" {
			s += fmt.Sprintf("; did you mean %q?", u.nearest)
		} else {
			s += "."
		}
		said = append(said, s)
	}
	if len(all) > shownUnknowns {
		said = append(said, fmt.Sprintf("%d more targets are unknown.", len(all)-shownUnknowns))
	}
	f.Sentence = strings.Join(said, " ")
	return f
}

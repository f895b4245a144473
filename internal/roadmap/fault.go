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
)

// Fault is what is wrong with a roadmap, said to the founder. Nothing is
// stored of a roadmap that has one.
type Fault struct { //nolint:errname // The name is the contract between rooms.
	Sentence string   // for the founder
	Items    []string // titles of the items concerned
	Code     string   // one of the codes above
}

// Error returns the sentence for the founder.
func (f *Fault) Error() string { return f.Sentence }

func emptyFault() *Fault {
	return &Fault{
		Code:     CodeEmpty,
		Sentence: "I found no items in this roadmap. Write each piece of work as a list item, for example \"- [ ] Compare five competitors\".",
	}
}

func cycleFault(titles []string) *Fault {
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

// shownUnknowns is how many unknown targets one sentence tells of.
const shownUnknowns = 5

// unknown is a target that no item answers to.
type unknown struct{ title, target, nearest string }

func unknownFault(all []unknown) *Fault {
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

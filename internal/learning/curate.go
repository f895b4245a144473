package learning

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Item is one lesson as the curator sees it.
type Item struct {
	ID         org.LessonID `json:"id"`
	Text       string       `json:"text"`
	State      string       `json:"state"` // "candidate", "active" or "forgotten"
	Importance int          `json:"importance"`
	Agent      org.AgentID  `json:"agent"`    // whose it is; empty for everybody's
	Category   string       `json:"category"` // of the role that learnt it
	Steps      int          `json:"steps"`    // in which it was learnt
	Projects   int          `json:"projects"` // of these
	At         time.Time    `json:"at"`
}

// Op is one change of what Frasier learnt. Memory is changed by such
// steps alone and never written anew as a whole, which loses what is rare.
type Op struct {
	Op     string         `json:"op"` // "merge", "retire", "edit" or "promote"
	IDs    []org.LessonID `json:"ids"`
	Text   string         `json:"text"`   // of merge and edit
	Reason string         `json:"reason"` // of retire
}

// The curator's operations and its reasons to retire.
const (
	OpMerge   = "merge"
	OpRetire  = "retire"
	OpEdit    = "edit"
	OpPromote = "promote"
)

// Promotable reports whether an item came often enough, in enough projects, to
// become a note of its role.
func (i Item) Promotable() bool {
	return i.State == "active" && i.Category != "" && i.Steps >= org.PromoteSteps && i.Projects >= org.PromoteProjects
}

// Admitted keeps the operations that may be carried out on a cluster, and says
// of each other one why not. all is how many items Frasier remembers: one
// tidying retires a fifth of them at the most, one at the least. What came more
// than once is never retired, no number is lost in a merge or an edit, nothing
// new is put into anybody's mouth, and an item is touched once.
func Admitted(items []Item, ops []Op, all int) (kept []Op, refused []string) {
	at := map[org.LessonID]Item{}
	for _, i := range items {
		at[i.ID] = i
	}
	touched := map[org.LessonID]bool{}
	retires := max(1, all/retireOneIn)
	for _, op := range ops {
		why := explainRefusal(op, at, touched)
		if why == "" && op.Op == OpRetire {
			if len(op.IDs) <= retires {
				retires -= len(op.IDs)
			} else {
				why = "too many would be retired at once"
			}
		}
		if why != "" {
			refused = append(refused, fmt.Sprintf("%s %v: %s", op.Op, op.IDs, why))
			continue
		}
		for _, id := range op.IDs {
			touched[id] = true
		}
		kept = append(kept, op)
	}
	return kept, refused
}

func explainRefusal(op Op, at map[org.LessonID]Item, touched map[org.LessonID]bool) string {
	var from []Item
	for n, id := range op.IDs {
		i, known := at[id]
		switch {
		case !known:
			return fmt.Sprintf("%s is not among them", id)
		case touched[id] || slices.Contains(op.IDs[:n], id):
			return fmt.Sprintf("%s is touched twice", id)
		}
		from = append(from, i)
	}
	switch op.Op {
	case OpMerge:
		if len(from) < 2 {
			return "a merge needs two"
		}
		for _, i := range from[1:] {
			if i.Category != from[0].Category {
				return "they are of different roles"
			}
		}
		return checkRewording(op.Text, from)
	case OpEdit:
		if len(from) != 1 {
			return "an edit is of one"
		}
		return checkRewording(op.Text, from)
	case OpRetire:
		if !slices.Contains([]string{"stale", "contradicted", "duplicate", "harmful"}, op.Reason) || len(from) == 0 {
			return "no reason is given"
		}
		for _, i := range from {
			if i.Steps > 1 {
				return fmt.Sprintf("%s came %d times", i.ID, i.Steps)
			}
		}
	case OpPromote:
		if len(from) != 1 || !from[0].Promotable() {
			return fmt.Sprintf("a note needs to have come %d times in %d projects", org.PromoteSteps, org.PromoteProjects)
		}
	default:
		return "there is no such operation"
	}
	return ""
}

func checkRewording(text string, from []Item) string {
	if text = strings.TrimSpace(text); text == "" || len([]rune(text)) > org.LessonChars {
		return fmt.Sprintf("its text is empty or longer than %d characters", org.LessonChars)
	}
	known := map[string]bool{}
	numbers := regexp.MustCompile(`\d+`)
	for _, i := range from {
		for _, n := range numbers.FindAllString(i.Text, -1) {
			if !slices.Contains(numbers.FindAllString(text, -1), n) {
				return fmt.Sprintf("the number %s is lost", n)
			}
		}
		for _, w := range prose.Words(i.Text) {
			known[w] = true
		}
	}
	strange, topical := 0, 0
	for _, w := range prose.Words(text) {
		if prose.StopWord(w) {
			continue
		}
		if topical++; !known[w] {
			strange++
		}
	}
	if strange*2 > topical {
		return "it says what none of them says"
	}
	return ""
}

// Clusters groups items of one role that belong together: each shares words
// with another of its group. Items that nothing can be done about are left
// out. Groups come by their first item, and hold clusterItems at the most.
func Clusters(items []Item) [][]Item {
	const near = 0.3
	var out [][]Item
	taken := make([]bool, len(items))
	for i := range items {
		if taken[i] {
			continue
		}
		group := []Item{items[i]}
		taken[i] = true
		for g := 0; g < len(group); g++ {
			for k := range items {
				if !taken[k] && len(group) < clusterItems && items[k].Category == group[g].Category && prose.Overlap(items[k].Text, group[g].Text) >= near {
					taken[k] = true
					group = append(group, items[k])
				}
			}
		}
		if len(group) > 1 || group[0].Promotable() {
			out = append(out, group)
		}
	}
	return out
}

// Curation is one tidying, as it can be looked at and taken back.
type Curation struct {
	ID      string    `json:"id"`
	Before  []Item    `json:"before"`
	After   []Item    `json:"after"`
	Ops     []Op      `json:"ops"`
	Refused []string  `json:"refused"`
	At      time.Time `json:"at"`
	Undone  bool      `json:"undone"`
}

// Untidy is a cluster that waits for the curator.
type Untidy struct {
	N     int    // which tidying it would be, from 1
	Items []Item // of one role
	All   int    // items that Frasier remembers
}

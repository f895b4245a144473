package company

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Book is the company as the founder looks at it. While it is off, of State only
// On and Cap are read.
type Book struct {
	State
	Orders []Thread   // the founder's, newest first
	Older  org.MemoID // the order before which there are more; empty for none
}

// Thread holds the messages and projects about one thing: an order of the founder's, or a weekly
// review.
type Thread struct {
	On       bool       // the company works
	Root     org.MemoID // the order; of a review "review:" and its day
	Memos    []Memo     // oldest first, of an order itself the first
	Projects []Project  // opened for one of them, oldest first
	Held     bool       // the founder holds it
}

// Order returns the founder's order, or false for a review.
func (t Thread) Order() (Memo, bool) {
	if len(t.Memos) > 0 && t.Memos[0].Kind == MemoDirective {
		return t.Memos[0], true
	}
	return Memo{}, false
}

// Review returns the day of the weekly review that it came of, or false for an order.
func (t Thread) Review() (string, bool) {
	return strings.CutPrefix(string(t.Root), "review:")
}

// Waiting returns the messages of which something may still become.
func (t Thread) Waiting() []Memo {
	var out []Memo
	for _, m := range t.Memos {
		if !m.State.Ended() {
			out = append(out, m)
		}
	}
	return out
}

// Running returns its projects that have not ended.
func (t Thread) Running() []Project { return listRunning(t.Projects) }

// Questions returns the messages that wait for the founder.
func Questions(of []Memo) []Memo {
	var out []Memo
	for _, m := range of {
		if m.To == org.Founder && !m.State.Ended() {
			out = append(out, m)
		}
	}
	return out
}

// DepartmentBook is a department as the founder looks at it.
type DepartmentBook struct {
	On bool // the company works
	DepartmentState
	Waiting []Memo         // to it or from it, oldest first
	Turns   []DirectorTurn // newest first
}

// DirectorTurn is a turn of a director that is over.
type DirectorTurn struct {
	N       int
	At      time.Time
	CEO     bool
	Summary string
	Fault   string // why nothing of it was carried out; empty when all was
	Deeds   []Deed
	About   []org.MemoID // the messages that waited for him
}

// Package learning has the rules about what agents learn: what is promoted, what
// is the same, what fits a task. It is pure.
package learning

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// KindNote is the kind of a Lesson that is a note of a role.
const KindNote = "note"

// Lesson is something that Frasier remembers: a founder's rule or what a
// piece of work taught.
type Lesson struct {
	ID         org.LessonID  `json:"id"`
	Kind       string        `json:"kind"`  // "directive", "lesson" or KindNote
	State      string        `json:"state"` // "candidate", "active" or "forgotten"
	Text       string        `json:"text"`
	Importance int           `json:"importance"` // 1 to 10
	Agent      org.AgentID   `json:"agent,omitempty"`
	Role       string        `json:"role,omitempty"`    // category of agents that a note is for
	Message    org.MessageID `json:"message,omitempty"` // where it was said
	Step       org.StepID    `json:"step,omitempty"`    // where it was learnt
	At         time.Time     `json:"at"`
}

// Promotion says what recurrence makes of a lesson.
type Promotion struct {
	Active bool // given to its agent
	Shared bool // given to everybody: identity of all agents
}

// TrickMark stands before a lesson that helps with work of every kind; a critic is told to put it there.
const TrickMark = "TRICK:"

// Trick splits the mark of a lesson that generalises off its text.
func Trick(text string) (rest string, trick bool) {
	text = strings.TrimSpace(text)
	if len(text) >= len(TrickMark) && strings.EqualFold(text[:len(TrickMark)], TrickMark) {
		return strings.TrimSpace(text[len(TrickMark):]), true
	}
	return text, false
}

// Promote decides what becomes of a lesson that was learnt in so many steps,
// missions and projects: active after the second mission; a trick that came
// PromoteSteps times in PromoteProjects is everybody's.
func Promote(trick bool, steps, missions, projects int) Promotion {
	return Promotion{Active: missions >= 2, Shared: trick && steps >= org.PromoteSteps && projects >= org.PromoteProjects}
}

// Same reports whether two texts teach the same.
func Same(a, b string) bool {
	const same = 0.6
	return prose.Overlap(a, b) >= same
}

// Rank returns the texts of the lessons that fit a task best, at most
// LessonsPerPrompt: 0.4 importance, 0.4 nearness, 0.2 recency with a half-life
// of 60 days. Of equals the older id comes first.
func Rank(all []Lesson, task string, now time.Time) []string {
	const halfLife = 60 * 24 * time.Hour
	score := func(l Lesson) float64 {
		age := max(0, now.Sub(l.At))
		return 0.4*float64(l.Importance)/10 + 0.4*computeTopicShare(task, l.Text) + 0.2*math.Exp2(-float64(age)/float64(halfLife))
	}
	list := slices.Clone(all)
	slices.SortStableFunc(list, func(a, b Lesson) int {
		switch x, y := score(a), score(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	var out []string
	for _, l := range list[:min(org.LessonsPerPrompt, len(list))] {
		out = append(out, l.Text)
	}
	return out
}

// Only topic words of the lesson count.
func computeTopicShare(task, lesson string) float64 {
	in := prose.Set(prose.Words(task))
	n, hit := 0, 0
	for _, w := range prose.Words(lesson) {
		if prose.StopWord(w) {
			continue
		}
		n++
		if in[w] {
			hit++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(hit) / float64(n)
}

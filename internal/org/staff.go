package org

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Hire is somebody who joins Frasier with a plan.
type Hire struct {
	Agent Agent // its id may get a number when it is taken by then
	Why   string
}

// Approach is how an agent went about a step. Everything in it is
// computed, nothing asked: what counts as effective ended in a citation.
type Approach struct {
	Summary   string   `json:"summary"`
	Tags      []string `json:"tags"`
	Questions []string `json:"questions"`
	Queries   []string `json:"queries"`
	Effective []string `json:"effective"` // queries that brought a document that was cited
	Sites     []string `json:"sites"`     // that were cited
	Missing   []string `json:"missing"`   // questions that stayed open
}

// Promotion is what recurrence makes of a lesson.
type Promotion struct {
	Active bool // given to its agent
	Shared bool // given to everybody: identity of all agents
}

const trickMark = "TRICK:"

// Trick splits the mark of a lesson that generalises off its text.
func Trick(text string) (rest string, trick bool) {
	text = strings.TrimSpace(text)
	if len(text) >= len(trickMark) && strings.EqualFold(text[:len(trickMark)], trickMark) {
		return strings.TrimSpace(text[len(trickMark):]), true
	}
	return text, false
}

// Promote decides what becomes of a lesson that was learnt in so many steps,
// missions and projects: active after the second mission; a trick that came
// PromoteSteps times in PromoteProjects is everybody's.
func Promote(trick bool, steps, missions, projects int) Promotion {
	return Promotion{Active: missions >= 2, Shared: trick && steps >= PromoteSteps && projects >= PromoteProjects}
}

// SameLesson reports whether two texts teach the same.
func SameLesson(a, b string) bool {
	const same = 0.6
	return prose.Overlap(a, b) >= same
}

// RankLessons returns the texts of the lessons that fit a task best, at most
// LessonsPerPrompt: 0.4 importance, 0.4 nearness, 0.2 recency with a half-life
// of 60 days. Of equals the older id comes first.
func RankLessons(all []Lesson, task string, now time.Time) []string {
	const halfLife = 60 * 24 * time.Hour
	score := func(l Lesson) float64 {
		age := max(0, now.Sub(l.At))
		return 0.4*float64(l.Importance)/10 + 0.4*holds(task, l.Text) + 0.2*math.Exp2(-float64(age)/float64(halfLife))
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
	for _, l := range list[:min(LessonsPerPrompt, len(list))] {
		out = append(out, l.Text)
	}
	return out
}

// holds is the share of a lesson's topic words that stand in a task.
func holds(task, lesson string) float64 {
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

// Due reports whether an agent whose work was rejected so often since is to
// be taught. Nobody is ever let go for it.
func Due(rejections int) bool { return rejections >= UpskillAt }

package worker

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/staff"
)

// lesson is what a critique taught, when it may be kept: short, of no one
// project, and in nobody's words from outside. What comes from the web never
// becomes memory (T19): a lesson that shares a run of words with a passage is
// dropped, whatever it says.
func (r *run) lesson(text string, ev org.Evidence) string {
	const run = 6
	body, _ := org.Trick(text)
	if body == "" || len([]rune(body)) > org.LessonChars || prompt.Unfit(body) != "" {
		return ""
	}
	words := org.Words(body)
	for _, p := range ev.Passages {
		in := " " + org.Fold(p.Text) + " "
		for i := 0; i+run <= len(words); i++ {
			if strings.Contains(in, " "+strings.Join(words[i:i+run], " ")+" ") {
				return ""
			}
		}
	}
	folded := " " + strings.Join(words, " ") + " "
	for _, e := range r.step.Entities {
		if f := org.Fold(e); f != "" && strings.Contains(folded, " "+f+" ") {
			return ""
		}
	}
	return text
}

// learn adds to an outcome what the round is remembered by: how it was gone
// about, and which skills it called for. Nothing is learnt without a model.
func (r *run) learn(o org.Outcome, ev org.Evidence, v verdicts) org.Outcome {
	o.Lesson = r.lesson(o.Lesson, ev)
	if r.Client.Offline() || o.Next == org.StepPending {
		return o
	}
	task := r.step.Title + " " + r.step.Goal
	o.Skills = staff.Skills(task)
	a := research.Approach(ev, v.best.Audit.Citations)
	a.Summary, a.Tags = r.step.Title, org.Tags(task)
	if kind := string(r.step.Kind); !slices.Contains(a.Tags, kind) {
		a.Tags = append(a.Tags, kind)
	}
	o.Approach = &a
	return o
}

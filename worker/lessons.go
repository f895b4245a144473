package worker

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/staff"
)

// keepLesson returns what a critique taught, when it may be kept: short, of no one project, and in
// nobody's words from outside. What comes from the web never becomes memory: a lesson that shares
// a run of words with a passage is dropped, whatever it says.
func (r *documentRun) keepLesson(text string, outside []string) string {
	const run = 6
	body, _ := learning.Trick(text)
	if body == "" || len([]rune(body)) > org.LessonChars || prompt.Unfit(body) != "" {
		return ""
	}
	words := prose.Words(body)
	for _, o := range outside {
		in := " " + prose.Fold(o) + " "
		for i := 0; i+run <= len(words); i++ {
			if strings.Contains(in, " "+strings.Join(words[i:i+run], " ")+" ") {
				return ""
			}
		}
	}
	folded := " " + strings.Join(words, " ") + " "
	for _, e := range r.step.Entities {
		if f := prose.Fold(e); f != "" && strings.Contains(folded, " "+f+" ") {
			return ""
		}
	}
	return text
}

// learnFrom adds to an outcome what the round is remembered by: how it was gone
// about, and which skills it called for. Nothing is learnt without a model.
func (r *documentRun) learnFrom(o work.Outcome, ev work.Evidence, v verdicts) work.Outcome {
	o.Lesson = r.keepLesson(o.Lesson, r.fromOutside(ev))
	if r.Client.Offline() || o.Next == org.StepPending {
		return o
	}
	task := r.step.Title + " " + r.step.Goal
	o.Skills = staff.Skills(task)
	a := research.Approach(ev, v.best.Audit.Citations)
	a.Summary, a.Tags = r.step.Title, prose.Tags(task)
	if kind := string(r.step.Kind); !slices.Contains(a.Tags, kind) {
		a.Tags = append(a.Tags, kind)
	}
	cleanApproach(&a, task+" "+r.about.Request, r.fromOutside(ev))
	o.Approach = &a
	return o
}

// fromOutside returns the texts of others that a round was shown: its passages, and what earlier
// steps made of theirs.
func (r *documentRun) fromOutside(ev work.Evidence) []string {
	var out []string
	for _, p := range ev.Passages {
		out = append(out, p.Text)
	}
	for _, u := range r.about.Upstream {
		out = append(out, u.Result)
	}
	return out
}

// cleanApproach leaves out of what is remembered of an approach whatever a page may
// have put into a model's mouth: a query that holds a run of words of a
// page, a question that holds a longer one. What the task itself says may stay.
func cleanApproach(a *work.Approach, brief string, outside []string) {
	const query, question = 3, 6
	around := " " + prose.Fold(brief) + " "
	var pages []string
	for _, text := range outside {
		pages = append(pages, " "+prose.Fold(text)+" ")
	}
	from := func(n int) func(string) bool {
		return func(text string) bool {
			words := prose.Words(text)
			for i := 0; i+n <= len(words); i++ {
				run := " " + strings.Join(words[i:i+n], " ") + " "
				if !strings.Contains(around, run) && slices.ContainsFunc(pages, func(p string) bool { return strings.Contains(p, run) }) {
					return true
				}
			}
			return prompt.Unfit(text) != ""
		}
	}
	a.Queries, a.Effective = slices.DeleteFunc(a.Queries, from(query)), slices.DeleteFunc(a.Effective, from(query))
	a.Questions, a.Missing = slices.DeleteFunc(a.Questions, from(question)), slices.DeleteFunc(a.Missing, from(question))
}

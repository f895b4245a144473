package llmtest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// What the author knows of a call: the facts that its prompt was made
// of. It reads no prose, so prompts can be reworded without it.
type sheet struct {
	brief
	r          Request
	task       prompt.Task // the zero value when the call is about no step
	title      string
	goal       string
	acceptance []line
	questions  []line
	passages   []passage
	paragraphs []paragraph
	results    []datum // of the steps before, by title
}

// line is a text with an id.
type line struct{ id, text string }

type passage struct {
	id, host, text string
	questions      []string // sub-questions it was chosen for
}

type paragraph struct {
	n    string // from 1
	text string
}

// datum is a text with its label.
type datum struct{ label, text string }

func read(r Request) sheet {
	s := sheet{brief: r.brief, r: r, title: r.Title}
	if s.Task != nil {
		s.task = *s.Task
	}
	s.goal = s.task.Goal
	s.acceptance = criteriaLines(s.task.Acceptance)
	if s.Evidence != nil {
		for _, q := range s.Evidence.Inquiry.Questions {
			s.questions = append(s.questions, line{id: q.ID, text: q.Text})
		}
		s.passages = readPassages(*s.Evidence)
	}
	for i, p := range prompt.Paragraphs(s.Working) {
		s.paragraphs = append(s.paragraphs, paragraph{n: strconv.Itoa(i + 1), text: p})
	}
	for _, u := range s.task.Upstream {
		if u.Result != "" {
			s.results = append(s.results, datum{label: u.Title, text: u.Result})
		}
	}
	return s
}

func criteriaLines(list []org.Criterion) []line {
	var out []line
	for _, c := range list {
		out = append(out, line{id: c.ID, text: c.Text})
	}
	return out
}

// readPassages lists the passages question by question, each once, and then
// those that were chosen for none.
func readPassages(e work.Evidence) []passage {
	list := slices.Clone(e.Passages)
	slices.SortStableFunc(list, func(a, b work.Passage) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	var out []passage
	seen := map[string]bool{}
	add := func(question string) {
		for _, p := range list {
			if seen[p.ID] || strings.TrimSpace(p.Text) == "" || question != "" && !slices.Contains(p.For, question) {
				continue
			}
			seen[p.ID] = true
			x := passage{id: p.ID, host: p.Site, text: p.Text}
			if question != "" {
				x.questions = []string{question}
			}
			out = append(out, x)
		}
	}
	for _, q := range e.Inquiry.Questions {
		add(q.ID)
	}
	add("")
	return out
}

// draft is the working text.
func (s sheet) draft() string { return strings.TrimSpace(s.Working) }

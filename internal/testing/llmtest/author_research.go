package llmtest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func (s sheet) decompose() any {
	title := s.title
	if title == "" {
		title = titleFrom(s.goal)
	}
	questions, queries := []any{}, []any{}
	ids := []string{}
	ask := func(text, need string, serves []string) {
		id := fmt.Sprintf("q%d", len(questions)+1)
		questions = append(questions, map[string]any{"id": id, "text": short(text, 280), "serves": serves, "need": need, "fresh_days": nil})
		ids = append(ids, id)
	}
	for i, a := range s.acceptance {
		if i < 6 {
			ask(title+": "+a.text, needOf(a.text), []string{a.id})
		}
	}
	for len(questions) < 2 {
		ask([]string{title, "What speaks against it: " + title}[len(questions)], "fact", []string{})
	}
	c := contract[prompt.DecomposeContract](s.brief)
	if !c.NoResearch {
		for i, q := range s.queriesFor(title, c.Budget) {
			queries = append(queries, map[string]any{
				"q": q, "for": ids[:min(len(ids), 8)], "angle": []string{"primary", "data", "counter", "practice"}[i%4], "freshness": "any",
			})
		}
	}
	checklist := []any{}
	for i, c := range [][2]string{
		{"depth", "Each sub-question is answered with a reason, not only a statement."},
		{"accuracy", "Every figure stands in the passage that it cites."},
		{"actionability", "A next step is named with who should do it."},
		{"completeness", "Every acceptance item is met."},
	} {
		checklist = append(checklist, map[string]any{"id": fmt.Sprintf("c%d", i+1), "dim": c[0], "level": "must", "text": c[1]})
	}
	return map[string]any{"known": []string{}, "sub_questions": questions, "queries": queries, "checklist": checklist}
}

func needOf(text string) string {
	switch {
	case anyOf(text, "price", "prices", "cost", "costs", "number", "how many", "figure", "figures", "size", "share", "rate"):
		return "number"
	case anyOf(text, "compare", "comparison", "versus", "table"):
		return "comparison"
	case anyOf(text, "list", "at least"):
		return "list"
	}
	return "fact"
}

// queriesFor makes search queries of the title's and the goal's content words.
func (s sheet) queriesFor(title string, b org.Budget) []string {
	content := func(text string) string {
		var keep []string
		for _, w := range prose.Words(text) {
			if !prose.StopWord(w) && len(keep) < 10 {
				keep = append(keep, w)
			}
		}
		return short(strings.Join(keep, " "), 180)
	}
	most := org.InitialQueries
	if b.Queries > 0 {
		most = min(most, b.Queries-b.ReserveQueries)
	}
	seen, out := map[string]bool{}, []string{}
	about := []string{title, title + " " + s.goal}
	for _, a := range s.acceptance {
		about = append(about, title+" "+a.text)
	}
	for _, t := range about {
		if q := content(t); q != "" && !seen[q] && len(out) < most {
			seen[q] = true
			out = append(out, q)
		}
	}
	if len(out) == 0 {
		out = append(out, "overview")
	}
	return out
}

func texts(list []line) []string {
	var out []string
	for _, l := range list {
		out = append(out, l.text)
	}
	return out
}

func (s sheet) claims() any {
	claims := []any{}
	for _, f := range s.facts(14) {
		q := f.question
		if q == "" && len(s.questions) > 0 {
			q = s.questions[0].id
		}
		kind := "fact"
		if firstNumber(f.text) > 0 {
			kind = "number"
		}
		claims = append(claims, map[string]any{
			"sub_question": q, "passage_ids": []string{f.passage}, "quote": f.text, "text": short(f.text, 380), "kind": kind, "as_of": "",
		})
	}
	return map[string]any{"claims": claims}
}

// firstNumber returns the first whole number in text, 0 when there is none.
func firstNumber(text string) int {
	words := map[string]int{"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
	for _, w := range prose.Words(text) {
		if n, ok := words[w]; ok {
			return n
		}
		if n, err := strconv.Atoi(w); err == nil && len(w) <= 6 {
			return n
		}
	}
	return 0
}

// gap fetches what there is to fetch, then searches in other words while a
// search is left, else gives up.
func (s sheet) gap() any {
	c := contract[prompt.GapContract](s.brief)
	var pages []string
	for _, u := range c.Candidates {
		if len(pages) < min(4, c.Fetches) {
			pages = append(pages, u.ID)
		}
	}
	ran := prose.Fold(strings.Join(c.Ran, "\n"))
	queries := min(2, c.Queries)
	gaps := []any{}
	for _, q := range c.Uncovered {
		if len(gaps) >= 8 {
			break
		}
		g := map[string]any{
			"sub_question": q.ID, "missing": "A second independent source", "why": "Nothing that was read covers it.",
			"action": "give_up", "url_ids": []string{}, "q": "",
		}
		words := strings.Join(prose.Tags(q.Text), " ")
		switch {
		case len(pages) > 0:
			g["action"], g["url_ids"] = "fetch", pages
			pages = nil
		case queries > 0 && words != "" && !strings.Contains(ran, words):
			g["action"], g["q"] = "query", short(words, 180)
			queries--
		}
		gaps = append(gaps, g)
	}
	return map[string]any{"gaps": gaps, "enough": len(gaps) == 0}
}

package llmtest

import (
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// proof returns a sentence of the draft that speaks to text, verbatim: the one
// that shares most words with it, else the first.
func (s sheet) proof(text string) (quote, where string) {
	best := -1.0
	for _, p := range s.paragraphs {
		if strings.HasPrefix(p.text, "```") || strings.HasPrefix(p.text, "#") || strings.HasPrefix(p.text, "|") {
			continue
		}
		for _, t := range quotable(p.text) {
			score := prose.Overlap(t, text)
			if strings.Contains(t, "[S") {
				score += 0.01
			}
			if score > best {
				best, quote, where = score, t, "¶"+p.n
			}
		}
	}
	return quote, where
}

func quotable(text string) []string {
	var out []string
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(strings.TrimLeft(l, "-*> "))
		for _, t := range sentences(l) {
			if n := len([]rune(t)); n >= 12 && n <= 580 {
				out = append(out, t)
			}
		}
		if len(out) == 0 && len([]rune(l)) >= 12 && len([]rune(l)) <= 580 {
			out = append(out, l)
		}
	}
	return out
}

func (s sheet) critique(v verdicts) any {
	return s.answers(contract[prompt.CritiqueContract](s.brief).Checklist, v)
}

// compare finds the version better that cites more, of equal ones the longer,
// whichever stands first, and judges it by the list.
func (s sheet) compare(v verdicts) any {
	c := contract[prompt.CompareContract](s.brief)
	better, text := "first", c.First
	cited := func(t string) int { return len(citation.FindAllString(t, -1)) }
	if a, b := cited(c.First), cited(c.Second); b > a || b == a && len(c.Second) > len(c.First) {
		better, text = "second", c.Second
	}
	s.paragraphs = nil
	for i, p := range prompt.Paragraphs(text) {
		s.paragraphs = append(s.paragraphs, paragraph{n: strconv.Itoa(i + 1), text: p})
	}
	out := s.answers(c.Checklist, v)
	out["why_better"], out["better"] = "It says more of what was asked.", better
	return out
}

// answers judges a text by a list. A good text lacks the first thing that is
// asked of its depth, and nothing else.
func (s sheet) answers(list []work.ChecklistItem, v verdicts) map[string]any {
	items := []any{}
	lacking := v.good
	for _, l := range list {
		if len(items) >= 60 {
			break
		}
		q, _ := s.proof(l.Text)
		yes := q != "" && !v.reject && !v.low
		if lacking && l.Dim == "depth" {
			yes, lacking = false, false
		}
		item := map[string]any{"id": l.ID, "found_quote": q, "why": "The draft says so here.", "yes": yes}
		if !yes {
			item["found_quote"], item["why"] = "", "The draft does not say it."
		}
		items = append(items, item)
	}
	if len(items) == 0 {
		q, _ := s.proof("")
		items = append(items, map[string]any{"id": "c1", "found_quote": q, "why": "The draft says so here.", "yes": q != ""})
	}
	fixes := []any{}
	if v.reject || v.low {
		fixes = append(fixes, map[string]any{"para": 1, "problem": "The draft stays on the surface.", "find": "", "instruction": "Give a reason for each finding."})
	}
	lesson := map[string]any{"text": "", "generalises": false}
	if v.good { // he teaches the same whenever he is asked
		lesson = map[string]any{"text": "TRICK: Open with the figure that decides and name its date beside it.", "generalises": true}
	}
	return map[string]any{
		"items": items, "contradictions": []any{}, "missing_implicit": []string{}, "top_fixes": fixes,
		"lesson": lesson,
	}
}

func (s sheet) qa(v verdicts) any {
	c := contract[prompt.QAContract](s.brief) // those of crosscheck and tiebreak name their criteria alike
	decided := map[string]bool{}
	for _, d := range c.Decided {
		decided[d.ID] = true
	}
	out := []any{}
	rejected := false
	for _, l := range c.Criteria {
		if len(out) >= 40 {
			break
		}
		q, where := s.proof(l.Text)
		x := map[string]any{"id": l.ID, "quote": q, "where": where, "reason": "The text does it here.", "verdict": "pass"}
		if q == "" {
			x["reason"], x["verdict"] = "There is no text to judge.", "fail"
		}
		if v.reject && !rejected && !decided[l.ID] {
			rejected = true
			x["reason"], x["verdict"] = "It does not answer this criterion in full: "+short(l.Text, 120), "fail"
		}
		out = append(out, x)
	}
	if len(out) == 0 {
		q, where := s.proof("")
		out = append(out, map[string]any{"id": "q1", "quote": q, "where": where, "reason": "The text is whole.", "verdict": "pass"})
	}
	return map[string]any{"verdicts": out}
}

func (s sheet) lead(v verdicts) any {
	q, _ := s.proof("")
	out := map[string]any{"fit": "It answers what the founder asked for.", "inconsistent": []any{}, "blockers": []any{}, "proof": []string{q}, "verdict": "pass"}
	if v.reject {
		out["fit"], out["verdict"] = "It misses a part of what the founder asked for.", "return"
		out["blockers"] = []any{map[string]any{
			"quote": q, "problem": "It stops short of the decision that the founder asked for.", "instruction": "Say which option to take and why.",
		}}
	}
	return out
}

func (s sheet) coherence(v verdicts) any {
	q, where := s.proof("")
	out := map[string]any{"contradictions": []any{}, "defects": []any{}, "proof": []string{q}, "verdict": "pass"}
	if v.reject {
		if parts := contract[prompt.CoherenceContract](s.brief).Sections; len(parts) > 0 {
			where = parts[0].Key
		}
		out["verdict"] = "return"
		out["defects"] = []any{map[string]any{
			"section": short(where, 40), "quote": q, "instruction": "Say it once.",
			"fix": map[string]any{"part": "", "old": "", "new": ""},
		}}
	}
	return out
}

// watch finds nothing wrong with the work or, told to reject, that it goes
// round in circles.
func (s sheet) watch(v verdicts) any {
	out := map[string]any{"quotes": []any{}, "thought": "Each line leads to the next.", "verdict": "healthy", "confidence": 0.9, "what": ""}
	if !v.reject {
		return out
	}
	for _, line := range contract[prompt.WatchContract](s.brief).Lines {
		if strings.Contains(line, "Rejected") && len(line) < 400 {
			out["quotes"] = []any{line}
		}
	}
	out["thought"], out["verdict"], out["confidence"] = "The same rejection comes again.", "loop", 0.99
	out["what"] = "It is rejected for the same reason each time."
	return out
}

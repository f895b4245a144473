package llmtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func accept(id, text, check string, n any) map[string]any {
	return map[string]any{"id": id, "text": text, "check": check, "n": n}
}

// wishes are the sentences of a request that ask for something.
func wishes(request string) []string {
	var out []string
	for l := range strings.Lines(request) {
		for _, w := range sentences(strings.TrimLeft(strings.TrimSpace(l), "#-*0123456789.) ")) {
			if len(prose.Words(w)) >= 3 && len(out) < 5 {
				out = append(out, w)
			}
		}
	}
	if len(out) == 0 {
		out = []string{titleFrom(request)}
	}
	return out
}

func (s sheet) plan(v verdicts) any {
	finder, findsIn := doer("research", "", v)
	request := s.message()
	asked := wishes(request)
	needs, steps, all := []any{}, []any{}, []string{}
	for i, w := range asked {
		id, key := fmt.Sprintf("R%d", i+1), fmt.Sprintf("s%d", i+1)
		needs = append(needs, map[string]any{"id": id, "quote": quoteIn(request, w), "text": short(w, 380), "kind": "explicit"})
		steps = append(steps, map[string]any{
			"key": key, "title": "Research: " + strings.TrimRight(short(w, 60), ".!?"), "kind": "research", "depth": "standard", "role": finder, "category": findsIn,
			"goal": short("Answer with sources: "+w, 1100), "depends_on": []string{}, "uses": []string{}, "entities": []string{},
			"serves":     []string{id},
			"acceptance": []any{accept("a1", "Every statement of fact carries a source", "judge", nil), accept("a2", "At least 2 sections with headings", "sections", 2)},
			"tier":       "T2", "grave": "no", "final": false,
		})
		all = append(all, key)
	}
	served := make([]string, len(asked))
	for i := range asked {
		served[i] = fmt.Sprintf("R%d", i+1)
	}
	steps = append(steps, map[string]any{
		"key": fmt.Sprintf("s%d", len(asked)+1), "title": "Write the document", "kind": "writing", "depth": "standard", "role": "Content lead", "category": "content",
		"goal": "Join the findings into one document that answers the request.", "depends_on": all, "uses": all,
		"entities": []string{}, "serves": served,
		"acceptance": []any{accept("a1", "The answer comes first", "judge", nil), accept("a2", "At least 2 sections with headings", "sections", 2)},
		"tier":       "T2", "grave": "no", "final": true,
	})
	return map[string]any{
		"requirements": needs,
		"ledger": map[string]any{
			"given": []string{short(asked[0], 280)}, "to_look_up": []string{"What published sources say about it"},
			"to_derive": []string{"A recommendation from the findings"}, "guesses": []string{},
		},
		"title": titleFrom(request), "objective": short(asked[0], 580), "trade": "grain milling", "success": []string{"The founder can decide from the document alone"},
		"assumptions": []string{"Public sources are enough"}, "out_of_scope": []string{"Anything that needs a purchase or a log-in"},
		"steps": steps,
	}
}

// quoteIn returns w as it stands in text, or nothing.
func quoteIn(text, w string) string {
	if strings.Contains(text, w) {
		return short(w, 580)
	}
	return ""
}

func (s sheet) enrich(v verdicts) any {
	items := []any{}
	for _, e := range contract[prompt.EnrichContract](s.brief).Job.Items {
		if e.Done {
			continue
		}
		kind := kindOf(e.Title)
		list := []any{}
		for _, a := range e.Accept {
			if len(list) < 6 {
				check, n := checkOf(a)
				list = append(list, accept(fmt.Sprintf("a%d", len(list)+1), short(a, 380), check, n))
			}
		}
		if len(list) == 0 {
			list = append(
				list,
				accept("a1", short("It answers what the item asks: "+e.Title, 380), "judge", nil),
				accept("a2", "Statements of fact carry a source", "judge", nil),
			)
		}
		role, category := doer(kind, e.Title, v)
		role = cmp.Or(strings.TrimPrefix(e.Role, "@"), role)
		tier := string(e.Tier)
		if tier == "" {
			tier = string(tiers.ForStep("", e.Title, org.StepKind(kind), false))
		}
		items = append(items, map[string]any{
			"key": e.Key, "goal": short("The finished result of this item: "+strings.TrimSpace(e.Title+". "+e.Detail), 780), "kind": kind,
			"instead": "", "role": short(role, 58), "category": category, "depth": "standard", "tier": tier, "builds_on": []string{}, "grave": weightOf(e.Title), "change": changeOf(e), "acceptance": list,
		})
	}
	return map[string]any{"trade": "grain milling", "items": items}
}

// What kind of change of code an item is whose title begins with a word for it.
func changeOf(i org.Item) string {
	if !i.Code {
		return "no"
	}
	for _, word := range prose.Words(i.Title)[:1] {
		switch word {
		case "move", "split", "rename":
			return string(coding.KindRefactor)
		case "mend", "fix", "repair":
			return string(coding.KindFix)
		case "bump", "upgrade":
			return string(coding.KindDependency)
		}
	}
	return string(coding.KindFeature)
}

// How grave an item is whose title begins with a choice.
func weightOf(title string) string {
	if words := prose.Words(title); len(words) > 0 && slices.Contains([]string{"set", "choose", "decide", "pick", "select"}, words[0]) {
		return string(tiers.Decides)
	}
	return string(tiers.Light)
}

// Who does work of a kind: told to be good, somebody whom the team lacks.
func doer(kind, task string, v verdicts) (title, category string) {
	switch {
	case v.good && kind == "research" && anyOf(task, "budget"): // of the hire's field, and done by a colleague
		return "Head of research", "finance"
	case v.good && kind == "research":
		return "Grain tariff specialist", "finance"
	case kind == "writing" || kind == "creative":
		return "Content lead", "content"
	case kind == "engineering":
		return "Engineering lead", "engineering"
	}
	return "Market research lead", "research"
}

func splitNonEmpty(text, sep string) []string {
	var out []string
	for p := range strings.SplitSeq(text, sep) {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// checkOf names the check that code can do for an acceptance line.
func checkOf(text string) (check string, n any) {
	switch k := firstNumber(text); {
	case anyOf(text, "table"):
		return "table", nil
	case anyOf(text, "sources", "source") && k > 0:
		return "sources", k
	case anyOf(text, "sections", "headings") && k > 0:
		return "sections", k
	case k > 0 && anyOf(text, "at least"):
		return "count", k
	}
	return "judge", nil
}

// kindOf guesses the kind of work from a title.
func kindOf(title string) string {
	switch {
	case anyOf(title, "implement", "code", "build", "deploy", "api", "schema"):
		return "engineering"
	case anyOf(title, "write", "draft", "copy", "blog", "post", "newsletter", "summary"):
		return "writing"
	case anyOf(title, "strategy", "plan", "roadmap", "recommend", "prioritise", "prioritize", "decide"):
		return "strategy"
	case anyOf(title, "compare", "analyse", "analyze", "estimate", "model", "rank", "score"):
		return "analysis"
	case anyOf(title, "name", "slogan", "logo", "tagline"):
		return "creative"
	}
	return "research"
}

func (s sheet) planReview(v verdicts) any {
	out := map[string]any{
		"missing": []any{}, "order": []any{}, "unused": []string{},
		"riskiest_assumption": "Public sources say enough to answer.", "proof": []any{}, "verdict": "pass",
	}
	c := contract[prompt.PlanReviewContract](s.brief)
	if len(c.Steps) > 0 {
		proof := []any{}
		for _, n := range c.Notes.Needs {
			proof = append(proof, map[string]any{"requirement_id": n.ID, "quote": short(c.Steps[0].Title, 190)})
		}
		out["proof"] = proof
	}
	if v.reject {
		out["verdict"] = "revise"
		id := "R1"
		if len(c.Notes.Needs) > 0 {
			id = c.Notes.Needs[0].ID
		}
		out["missing"] = []any{map[string]any{"requirement_id": id, "why": "No step answers it in full."}}
	}
	return out
}

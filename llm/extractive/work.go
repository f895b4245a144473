package extractive

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

type trade struct {
	category, title string
	kind            org.StepKind
	words           []string
}

// Where two trades have as many words, the order of org.Categories decides; research is the
// fallback and stands last.
func listTrades() []trade {
	return []trade{
		{"engineering", "Engineer", org.KindEngineering, []string{"code", "implement", "api", "architecture", "schema", "database", "backend", "frontend", "prototype", "integration", "refactor", "software", "technical"}},
		{"legal", "Legal researcher", org.KindResearch, []string{"law", "legal", "gdpr", "contract", "licence", "license", "regulation", "regulatory", "compliance", "privacy", "trademark"}},
		{"finance", "Finance analyst", org.KindAnalysis, []string{"budget", "finance", "financial", "revenue", "margin", "forecast", "cash", "economics", "funding", "tax"}},
		{"design", "Designer", org.KindCreative, []string{"design", "logo", "brand", "wireframe", "mockup", "ux", "ui", "slogan", "tagline"}},
		{"marketing", "Marketing researcher", org.KindResearch, []string{"marketing", "channel", "channels", "seo", "campaign", "audience", "growth", "acquisition", "social"}},
		{"strategy", "Strategy analyst", org.KindStrategy, []string{"strategy", "positioning", "decide", "prioritise", "prioritize", "recommend", "recommendation", "go to market", "business model"}},
		{"content", "Editor", org.KindWriting, []string{"write", "draft", "copy", "blog", "article", "newsletter", "post", "email", "landing", "faq", "summary", "report"}},
		{"operations", "Operations analyst", org.KindWriting, []string{"process", "checklist", "onboarding", "support", "hiring", "operations", "playbook", "logistics"}},
		{"quality", "Quality analyst", org.KindAnalysis, []string{"test", "verify", "audit", "benchmark", "evaluate", "assess"}},
		buildResearcher(),
	}
}

func buildResearcher() trade {
	return trade{"research", "Researcher", org.KindResearch, []string{"research", "find", "collect", "compare", "market", "competitor", "competitors", "price", "prices", "pricing", "survey", "list", "investigate", "analyse", "analyze"}}
}

// The trade is the one whose words the text holds most of.
func tradeOf(text string) trade {
	folded := " " + prose.Fold(text) + " "
	best, most := buildResearcher(), 0
	for _, t := range listTrades() {
		n := 0
		for _, w := range t.words {
			n += strings.Count(folded, " "+w+" ")
		}
		if n > most || n == most && n > 0 && isPreferred(t.category, best.category) {
			best, most = t, n
		}
	}
	return best
}

// Category a wins over b when both have as many keywords.
func isPreferred(a, b string) bool {
	order := org.Categories()
	return slices.Index(order, a) < slices.Index(order, b)
}

// Analysis compares; else the trade's kind is taken.
func kindOf(text string) org.StepKind {
	folded := " " + prose.Fold(text) + " "
	for _, w := range []string{"compare", "comparison", "analyse", "analyze", "estimate", "rank", "evaluate", "score"} {
		if strings.Contains(folded, " "+w+" ") {
			return org.KindAnalysis
		}
	}
	return tradeOf(text).kind
}

type itemList struct {
	Items []item `json:"items"`
}

type item struct {
	Key        string      `json:"key"`
	Goal       string      `json:"goal"`
	Kind       string      `json:"kind"`
	Role       string      `json:"role"`
	Category   string      `json:"category"`
	Depth      string      `json:"depth"`
	Tier       string      `json:"tier"`
	Acceptance []criterion `json:"acceptance"`
}

type criterion struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Check string `json:"check"`
	N     *int   `json:"n"`
}

func enrichItems(j work.PlanningJob) itemList {
	out := itemList{Items: []item{}}
	for _, i := range j.Items {
		if i.Done {
			continue
		}
		words := i.Title + " " + i.Detail
		goal := i.Title
		if d := strings.TrimSpace(i.Detail); d != "" {
			goal += ": " + prose.OneLine(d)
		}
		out.Items = append(out.Items, item{
			Key: i.Key, Goal: shortenAtWord(goal, 800), Kind: string(kindOf(words)), Role: shortenAtWord(cmp.Or(i.Role, tradeOf(words).title), 60), Category: tradeOf(words).category,
			Depth: string(org.DepthStandard), Tier: string(cmp.Or(i.Tier, org.T1)), Acceptance: buildCriteria(i.Accept),
		})
	}
	return out
}

// There are six criteria at most; what is over stays in the last one.
func buildCriteria(lines []string) []criterion {
	const atMost = 6
	if len(lines) > atMost {
		lines = append(append([]string{}, lines[:atMost-1]...), strings.Join(lines[atMost-1:], "; "))
	}
	if len(lines) == 0 {
		lines = []string{"Sentences about the item are quoted, each with its source."}
	}
	out := make([]criterion, 0, len(lines))
	for i, l := range lines {
		check, n := checkOf(l)
		out = append(out, criterion{ID: "a" + strconv.Itoa(i+1), Text: shortenAtWord(l, 400), Check: string(check), N: n})
	}
	return out
}

// It says how code can check an acceptance line, if it can.
func checkOf(text string) (org.Check, *int) {
	folded := " " + prose.Fold(text) + " "
	n := numberIn(text)
	switch {
	case n != nil && (strings.Contains(folded, " sources ") || strings.Contains(folded, " source ")):
		return org.CheckSources, n
	case n != nil && (strings.Contains(folded, " sections ") || strings.Contains(folded, " headings ")):
		return org.CheckSections, n
	case strings.Contains(folded, " table "):
		return org.CheckTable, nil
	}
	return org.CheckJudge, nil
}

func numberIn(text string) *int {
	small := []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	for _, w := range prose.Words(text) {
		for i, s := range small {
			if w == s {
				n := i + 1
				return &n
			}
		}
		if n, err := strconv.Atoi(w); err == nil && n > 0 && n <= 10000 {
			return &n
		}
	}
	return nil
}

type inquiry struct {
	Known     []string   `json:"known"`
	Questions []question `json:"sub_questions"`
	Queries   []query    `json:"queries"`
	Checklist []check    `json:"checklist"`
}

type question struct {
	ID     string   `json:"id"`
	Text   string   `json:"text"`
	Serves []string `json:"serves"`
	Need   string   `json:"need"`
	Fresh  *int     `json:"fresh_days"`
}

type query struct {
	Q     string   `json:"q"`
	For   []string `json:"for"`
	Angle string   `json:"angle"`
	Fresh string   `json:"freshness"`
}

type check struct {
	ID    string `json:"id"`
	Dim   string `json:"dim"`
	Level string `json:"level"`
	Text  string `json:"text"`
}

// The step's title, its entities and its acceptance lines are asked, in the founder's words; their
// phrases are searched for.
func buildInquiry(s org.Step) inquiry {
	out := inquiry{Known: []string{}, Questions: buildQuestions(s), Queries: []query{}, Checklist: []check{
		{"c1", "accuracy", "must", "Every sentence of a source stands in quotation marks with its marker."},
		{"c2", "completeness", "must", "Every question without a sentence is listed as not found."},
	}}
	all := make([]string, 0, len(out.Questions))
	for _, q := range out.Questions {
		all = append(all, q.ID)
	}
	for _, phrase := range listPhrases(s) {
		if len(out.Queries) == org.InitialQueries {
			break
		}
		out.Queries = append(out.Queries, query{Q: shortenAtWord(phrase, 200), For: all, Angle: "primary", Fresh: "any"})
	}
	return out
}

// There are eight at most; every acceptance id is served by one of them.
func buildQuestions(s org.Step) []question {
	const atMost = 8
	first := question{ID: "q1", Text: shortenAtWord(s.Title, 300), Serves: []string{}, Need: needOf(s.Title + " " + s.Goal)}
	out := []question{first}
	ask := func(text string, serves []string) bool {
		if len(out) == atMost || strings.TrimSpace(text) == "" {
			return false
		}
		for _, q := range out {
			if prose.Fold(q.Text) == prose.Fold(text) {
				return false
			}
		}
		out = append(out, question{ID: fmt.Sprintf("q%d", len(out)+1), Text: shortenAtWord(text, 300), Serves: serves, Need: needOf(text)})
		return true
	}
	for _, e := range s.Entities {
		ask(e+": "+s.Title, []string{})
	}
	for _, a := range s.Acceptance {
		if a.Check != org.CheckJudge && a.Check != org.CheckContains || isOwnCriterion(a.Text) || !ask(a.Text, []string{a.ID}) {
			out[0].Serves = append(out[0].Serves, a.ID)
		}
	}
	if goal := strings.TrimSpace(s.Goal); goal != "" && len(out) == 1 && prose.Overlap(goal, s.Title) < 0.6 {
		ask(goal, []string{})
	}
	return out
}

// A line that is this provider's own asks nothing of a source.
func isOwnCriterion(text string) bool { return text == buildCriteria(nil)[0].Text }

func needOf(text string) string {
	folded := " " + prose.Fold(text) + " "
	for _, n := range []struct {
		need  string
		words []string
	}{
		{"number", []string{"price", "prices", "pricing", "cost", "costs", "how many", "how much", "size", "share", "rate", "revenue", "figures", "number", "numbers"}},
		{"comparison", []string{"compare", "comparison", "versus", "vs", "alternatives", "best"}},
		{"list", []string{"list", "competitors", "vendors", "tools", "options"}},
		{"mechanism", []string{"how", "why"}},
	} {
		for _, w := range n.words {
			if strings.Contains(folded, " "+w+" ") {
				return n.need
			}
		}
	}
	return "fact"
}

// Phrases are runs of words without a stop word in title, entities, acceptance and goal, longest
// score first within each (RAKE), each once.
func listPhrases(s org.Step) []string {
	var out []string
	seen := map[string]bool{}
	add := func(p string) {
		if k := prose.Fold(p); k != "" && !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	title := keepContentWords(s.Title, 10)
	add(title)
	for _, e := range s.Entities {
		add(keepContentWords(e+" "+title, 10))
	}
	for _, a := range s.Acceptance {
		if !isOwnCriterion(a.Text) && (a.Check == org.CheckJudge || a.Check == org.CheckContains) {
			for _, p := range rankPhrases(a.Text) {
				add(keepContentWords(p+" "+title, 10))
				break
			}
		}
	}
	for _, p := range rankPhrases(s.Title + ". " + s.Goal) {
		if strings.Contains(p, " ") {
			add(p)
		}
	}
	return out
}

// The first n words that carry a topic stay, each once.
func keepContentWords(text string, n int) string {
	var out []string
	seen := map[string]bool{}
	for _, w := range prose.Words(text) {
		if !prose.StopWord(w) && !seen[w] && len(out) < n {
			seen[w] = true
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

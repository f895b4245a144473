package research

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Bounds of an inquiry.
const (
	maxQuestions  = 8
	maxChecklist  = 4
	sameQuery     = 0.8 // share of words that makes two queries one
	recentDays    = 400 // a question about the last year or so gets the year
	queryWordsCut = 12  // words of a query made by code
)

// Inquire turns a step into questions, queries and what it is judged by beyond
// its kind. A step whose documents go to the author whole, and one that does no
// research, has no questions that a model would have to find. A
// reply of no use is replaced by an inquiry that code makes from the step's
// acceptance; only errors that are not the reply's fault are returned.
func (r *Researcher) Inquire(ctx context.Context, j Job) (work.Inquiry, error) {
	out := r.newOutside(j.Noted)
	inq, err := r.makeInquiry(ctx, j, out)
	inq.Outside = out.kept
	return inq, err
}

func (r *Researcher) makeInquiry(ctx context.Context, j Job, out *outside) (work.Inquiry, error) {
	whole, err := r.canTakeWhole(ctx, j, out)
	if err != nil {
		return work.Inquiry{}, fmt.Errorf("inquire step %s: %w", j.Step.ID, err)
	}
	if whole {
		return work.Inquiry{Whole: true}, nil
	}
	idle := r.shouldSkip(j)
	if idle && r.Client != nil && !r.Client.Offline() { // there is nothing to ask for
		return work.Inquiry{}, nil
	}
	if idle {
		return r.completeInquiry(j, out, buildPlainInquiry(j.Step)), nil
	}
	var given []string
	for _, d := range j.Context.Given {
		given = append(given, d.Title)
	}
	papers, err := r.listPapers(ctx, out)
	if err != nil {
		return work.Inquiry{}, fmt.Errorf("inquire step %s: %w", j.Step.ID, err)
	}
	req, err := r.buildRequest(j, prompt.Data{
		Stage:    org.StageDecompose,
		Contract: prompt.DecomposeContract{Kind: j.Step.Kind, Budget: j.chooseBudget(), Given: given, Papers: papers, NoResearch: !r.shouldSearch(j), Worked: collectEffective(j.Context.Worked), Avoid: collectIdle(j.Context.Avoid)},
	})
	if err != nil {
		return work.Inquiry{}, fmt.Errorf("inquire step %s: %w", j.Step.ID, err)
	}
	reply, err := r.Client.Do(ctx, req)
	if err != nil {
		if !canFallBack(err) {
			return work.Inquiry{}, fmt.Errorf("inquire step %s: %w", j.Step.ID, err)
		}
		r.log().WarnContext(ctx, "inquiry made by code", "step", j.Step.ID, "error", err)
		return r.completeInquiry(j, out, buildPlainInquiry(j.Step)), nil
	}
	inq, ok := readInquiry(reply.Object, reply.Text)
	if !ok {
		inq = buildPlainInquiry(j.Step)
	}
	return r.completeInquiry(j, out, inq), nil
}

// Some providers give the object only as text. An inquiry without questions is refused.
func readInquiry(object json.RawMessage, text string) (work.Inquiry, bool) {
	if len(object) == 0 {
		object = json.RawMessage(text)
	}
	var inq work.Inquiry
	if json.Unmarshal(object, &inq) != nil {
		return work.Inquiry{}, false
	}
	return inq, len(inq.Questions) > 0
}

// The step's acceptance gives the questions, their words the queries.
func buildPlainInquiry(s org.Step) work.Inquiry {
	var inq work.Inquiry
	subject := strings.Join(append([]string{s.Title}, s.Entities...), " ")
	if goal := strings.TrimSpace(s.Goal); goal != "" || s.Title != "" {
		if goal == "" {
			goal = s.Title
		}
		inq.Questions = append(inq.Questions, work.SubQuestion{ID: "q1", Text: clipText(goal, 300), Need: "fact"})
		inq.Queries = append(inq.Queries, work.Query{Text: extractKeywords(s.Title+" "+s.Goal, queryWordsCut), For: []string{"q1"}, Angle: "primary", Freshness: "any"})
	}
	for _, a := range s.Acceptance {
		if len(inq.Questions) >= maxQuestions || isFormCriterion(a) {
			continue
		}
		id := fmt.Sprintf("q%d", len(inq.Questions)+1)
		inq.Questions = append(inq.Questions, work.SubQuestion{ID: id, Text: clipText(a.Text, 300), Serves: []string{a.ID}, Need: "fact"})
		inq.Queries = append(inq.Queries, work.Query{Text: extractKeywords(a.Text+" "+subject, queryWordsCut), For: []string{id}, Angle: "data", Freshness: "any"})
	}
	return inq
}

func extractKeywords(text string, n int) string {
	var out []string
	for _, w := range strings.Fields(text) {
		w = strings.Trim(w, ".,;:!?()[]\"'`*_")
		if folded := prose.Fold(w); folded == "" || prose.StopWord(folded) || slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, w) }) {
			continue
		}
		if out = append(out, w); len(out) == n {
			break
		}
	}
	return strings.Join(out, " ")
}

func clipText(text string, n int) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) <= n {
		return string(r)
	}
	return strings.TrimSpace(string(r[:n-1])) + "…"
}

// The rules hold whoever wrote the inquiry.
func (r *Researcher) completeInquiry(j Job, out *outside, inq work.Inquiry) work.Inquiry {
	inq.Questions = completeQuestions(inq.Questions, j.Step)
	inq.Checklist = filterChecklist(inq.Checklist)
	if r.shouldSkip(j) {
		inq.Queries = nil
		return inq
	}
	b := j.chooseBudget()
	inq.Queries = r.completeQueries(inq, b.Queries-b.ReserveQueries, j.Step, out.kept.At)
	return inq
}

// Doubled ids are numbered afresh, acceptance ids that do not exist are dropped, and each
// criterion is served.
func completeQuestions(list []work.SubQuestion, s org.Step) []work.SubQuestion {
	known := map[string]bool{}
	for _, a := range s.Acceptance {
		known[a.ID] = true
	}
	var out []work.SubQuestion
	ids, served := map[string]bool{}, map[string]bool{}
	for _, q := range list {
		if q.Text = strings.TrimSpace(q.Text); q.Text == "" || len(out) == maxQuestions {
			continue
		}
		for n := 1; q.ID == "" || ids[q.ID]; n++ {
			q.ID = fmt.Sprintf("q%d", n)
		}
		ids[q.ID] = true
		q.Serves = slices.DeleteFunc(removeDuplicates(q.Serves), func(id string) bool { return !known[id] })
		for _, id := range q.Serves {
			served[id] = true
		}
		if !slices.Contains([]string{"fact", "number", "list", "comparison", "opinion", "mechanism"}, q.Need) {
			q.Need = "fact"
		}
		q.FreshDays = max(0, q.FreshDays)
		out = append(out, q)
	}
	for _, a := range s.Acceptance {
		if !served[a.ID] {
			out = serveCriterion(out, a, ids)
		}
	}
	return out
}

// A criterion that no question serves gets a question of its own, or, when there is no room, joins
// the one that is most like it.
func serveCriterion(out []work.SubQuestion, a org.Criterion, ids map[string]bool) []work.SubQuestion {
	best, most := -1, 0.0
	for i, q := range out {
		if o := prose.Overlap(q.Text, a.Text); best < 0 || o > most {
			best, most = i, o
		}
	}
	if best >= 0 && (most >= 0.3 || isFormCriterion(a) || len(out) == maxQuestions) {
		out[best].Serves = append(out[best].Serves, a.ID)
		return out
	}
	if isFormCriterion(a) {
		return out
	}
	id := ""
	for n := 1; id == "" || ids[id]; n++ {
		id = fmt.Sprintf("q%d", n)
	}
	ids[id] = true
	return append(out, work.SubQuestion{ID: id, Text: clipText(a.Text, 300), Serves: []string{a.ID}, Need: "fact"})
}

// No source answers a form: sections, a table, so many words or pages.
func isFormCriterion(a org.Criterion) bool {
	switch a.Check {
	case org.CheckSections, org.CheckSources, org.CheckTable, org.CheckContains, org.CheckWords:
		return true
	case org.CheckCount, org.CheckJudge:
	}
	return formText.MatchString(a.Text)
}

var formText = lazyregexp.New(`(?i)\b(one page|\d+ pages?|fits? on|words|sections?|headings?|at most \d+ (?:sentences|lines|characters)|ready to (?:use|send|paste|be used)|(?:is|be|written) in (?:english|german|french|spanish|italian|dutch|polish|portuguese)|asks (?:for )?one|tone|subject line|greeting|signature|(?:short|plain|easy) (?:sentences|words|language)|addresse[sd] (?:to|as))\b`)

// Only items that can be scored stay; the acceptance is judged in any case.
func filterChecklist(list []work.ChecklistItem) []work.ChecklistItem {
	ids := map[string]bool{}
	var out []work.ChecklistItem
	for _, c := range list {
		ok := slices.Contains([]string{"depth", "accuracy", "actionability", "completeness"}, c.Dim) && (c.Level == "must" || c.Level == "plus")
		if !ok || strings.TrimSpace(c.Text) == "" || len(out) == maxChecklist {
			continue
		}
		for n := 1; c.ID == "" || ids[c.ID]; n++ {
			c.ID = fmt.Sprintf("c%d", n)
		}
		ids[c.ID] = true
		out = append(out, c)
	}
	return out[:min(len(out), maxChecklist)]
}

// Near copies are merged, queries kept within every engine's limits, the clock's year put where
// freshness matters, and the other side looked for of what is compared or judged.
func (r *Researcher) completeQueries(inq work.Inquiry, most int, s org.Step, now time.Time) []work.Query {
	byID := map[string]work.SubQuestion{}
	judged := ""
	for _, q := range inq.Questions {
		byID[q.ID] = q
		if judged == "" && (q.Need == "comparison" || q.Need == "opinion") {
			judged = q.ID
		}
	}
	var out []work.Query
	counter := false
	for _, q := range inq.Queries {
		q.Text = cleanQuery(r.setYear(q, byID, s, now), nil)
		if q.Text == "" || len(out) == most {
			continue
		}
		if !slices.Contains([]string{"pd", "pw", "pm", "py"}, q.Freshness) {
			q.Freshness = "any"
		}
		q.For = slices.DeleteFunc(removeDuplicates(q.For), func(id string) bool { return byID[id].ID == "" })
		if at := slices.IndexFunc(out, func(o work.Query) bool { return prose.Overlap(o.Text, q.Text) >= sameQuery }); at >= 0 {
			out[at].For = removeDuplicates(append(out[at].For, q.For...))
			continue
		}
		counter = counter || q.Angle == "counter"
		out = append(out, q)
	}
	if judged != "" && !counter && most > 0 {
		other := work.Query{Text: web.Clip(extractKeywords(byID[judged].Text, queryWordsCut) + " criticism drawbacks"), For: []string{judged}, Angle: "counter", Freshness: "any"}
		out = append(out[:min(len(out), most-1)], other)
	}
	return out
}

// Models write the year in which they were trained. Years that the step itself names stay.
func (r *Researcher) setYear(q work.Query, byID map[string]work.SubQuestion, s org.Step, now time.Time) string {
	thisYear := moment.Year(now, r.Prompts.Where())
	year, err := strconv.Atoi(thisYear)
	if err != nil {
		return q.Text // a year is a number
	}
	recent := q.Angle == "recent"
	for _, id := range q.For {
		d := byID[id].FreshDays
		recent = recent || (d > 0 && d <= recentDays)
	}
	asked := s.Title + " " + s.Goal
	years := regexp.MustCompile(`\b20\d\d\b`)
	found := false
	text := years.ReplaceAllStringFunc(q.Text, func(y string) string {
		n, err := strconv.Atoi(y)
		if err != nil || strings.Contains(asked, y) || (!recent && n <= year) {
			found = true
			return y
		}
		if found {
			return ""
		}
		found = true
		return thisYear
	})
	if recent && !found {
		text += " " + thisYear
	}
	return strings.Join(strings.Fields(text), " ")
}

// An unknown date is not old.
func isOld(date string, days int, now time.Time) bool {
	at, ok := prose.Date(date)
	return ok && days > 0 && now.Sub(at) > time.Duration(days)*24*time.Hour
}

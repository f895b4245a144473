package dashboard

import (
	"fmt"
	"html/template"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Rows on one page; the rest is behind a link.
const (
	linesPage = 200
	chartDays = 30
)

// table is one grouping of costs.
type table struct {
	Title, Head, Link string
	Lines             []org.CostLine
	Titles            map[string]string // of what the lines are about; nil when their names say it
}

// worded are lines whose names are said in words.
func worded(lines []org.CostLine, word func(string) string) []org.CostLine {
	out := slices.Clone(lines)
	for n := range out {
		out[n].Name = word(out[n].Name)
	}
	return out
}

func sizeWord(tier string) string { return wording.TierWord(org.Tier(tier)) }

// mostLines is how many lines of a table are shown; a line says what the others cost.
const mostLines = 50

// short is a table whose cheapest lines are one.
func (t table) short() table {
	if len(t.Lines) <= mostLines {
		return t
	}
	rest := org.CostLine{Name: fmt.Sprintf("%d others", len(t.Lines)-mostLines+1)}
	for _, l := range t.Lines[mostLines-1:] {
		rest.Calls, rest.Cost, rest.Unknown, rest.In, rest.Out = rest.Calls+l.Calls, rest.Cost+l.Cost, rest.Unknown+l.Unknown, rest.In+l.In, rest.Out+l.Out
	}
	t.Lines = append(slices.Clone(t.Lines[:mostLines-1]), rest)
	return t
}

// span is a time over which costs are shown.
type span struct {
	Days int
	Name string
}

func (s *server) costs(q *request) error {
	ranges := []span{{1, "today"}, {7, "7 days"}, {30, "30 days"}, {0, "ever"}}
	days := 30
	if n, err := strconv.Atoi(q.FormValue("days")); err == nil && slices.ContainsFunc(ranges, func(r span) bool { return r.Days == n }) {
		days = n
	}
	all, err := s.Records.Costs(q.Context(), days)
	if err != nil {
		return err
	}
	r := all[0]
	daily, err := s.Records.Daily(q.Context(), chartDays)
	if err != nil {
		return err
	}
	anew, err := s.Records.Replays(q.Context(), "", 1)
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		Days   int
		Ranges []span
		Report reports.CostReport
		Chart  template.HTML
		Tables []table
		Anew   bool
	}{q.base, days, ranges, r, view.Columns(daily, q.base.Today(), chartDays), []table{
		table{Title: "By project", Head: "Project", Lines: r.ByProject}.short(),
		{Title: "By size of model", Head: "Size", Lines: worded(r.ByTier, sizeWord)},
		{Title: "By model", Head: "Model", Lines: r.ByModel},
		{Title: "By agent", Head: "Agent", Lines: r.ByAgent},
		{Title: "By kind of work", Head: "For", Lines: worded(r.ByPurpose, wording.StageWord)},
	}, len(anew) > 0}
	page.Title, page.Tab = "Costs", "Costs"
	return s.show(q, "costs", page)
}

func (s *server) journal(q *request) error {
	before, err := strconv.ParseInt(q.FormValue("before"), 10, 64)
	if err != nil || before < 1 {
		before = q.base.Seq + 1
	}
	after := max(before-linesPage-1, 0)
	events, err := s.Records.Events(q.Context(), after, int(before-after-1))
	if err != nil {
		return err
	}
	slices.Reverse(events)
	page := struct {
		view.Base
		Events []org.Event
		Older  int64
	}{Base: q.base, Events: events}
	page.Title, page.Tab = "Journal", "Journal"
	if after > 0 {
		page.Older = after + 1
	}
	return s.show(q, "journal", page)
}

func (s *server) settings(q *request) error {
	sessions, err := s.Records.Sessions(q.Context())
	if err != nil {
		return err
	}
	page := struct {
		view.Base
		Checks   []reports.CheckResult
		Sessions []org.Session
		Mine     string
		Rows     []Setting
	}{q.base, s.Checks(q.Context()), sessions, q.session.ID, s.Rows}
	page.Title, page.Tab, page.Live = "Settings", "Settings", false
	return s.show(q, "settings", page)
}

// docPage is one of the product's own pages.
type docPage struct{ Name, Title string }

// linkToDoc is a link from one of the product's pages to another.
var linkToDoc = lazyregexp.New(`\]\((?:docs/)?([a-z]+)\.md(#[a-z0-9-]*)?\)`)

func (s *server) docs(q *request) error {
	name := q.PathValue("doc")
	if name == "" {
		name = "founders"
	}
	page := struct {
		view.Base
		Doc  string
		List []docPage
		Body template.HTML
	}{Base: q.base, Doc: name}
	page.Tab, page.Live = "Docs", false
	entries, err := readDir(s.Docs)
	if err != nil {
		return err
	}
	for _, e := range entries {
		raw, err := readFile(s.Docs, e)
		if err != nil {
			return err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(raw), "# "), "\n")
		d := docPage{strings.TrimSuffix(path.Base(e), ".md"), title}
		page.List = append(page.List, d)
		if d.Name == name {
			page.Title = title
			page.Body = view.Handbook(linkToDoc.ReplaceAllString(string(raw), "](/docs/$1$2)"))
		}
	}
	if page.Body == "" {
		return org.ErrNotFound
	}
	return s.show(q, "docs", page)
}

package dashboard

import (
	"html/template"
	"path"
	"strings"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

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
		raw, err := readPublished(s.Docs, e)
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

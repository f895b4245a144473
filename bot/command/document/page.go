package document

import (
	"context"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

//go:embed document.html
var documentPage string

// version is one of a project's documents in the list of them.
type version struct {
	N     int
	At    time.Time
	Words int
	Open  bool // it is the one that is compared
}

// buildDocument shows the newest document, or with "version" what changed from the version before to that one.
func (s records) buildDocument(ctx context.Context, q noun.PageRequest) (any, error) {
	t, err := s.Ticket(ctx, org.ProjectID(q.Path("id")), q.Now)
	if err != nil {
		return nil, err
	}
	base := view.NewProjectPage(q.Base, t, "Document")
	base.Live = false // a frame that is read must not jump
	all, err := s.Versions(ctx, t.Project.ID)
	if err != nil {
		return nil, err
	}
	page := struct {
		view.ProjectPage
		Versions []version
		Compared int
		Changes  []view.Passage
		Controls []view.Control
	}{ProjectPage: base, Controls: base.DocumentControls()}
	if n, err := strconv.Atoi(q.Query.Get("version")); err == nil && n > 1 && n <= len(all) {
		page.Compared, page.Changes = n, view.Compare(all[n-2].Markdown, all[n-1].Markdown)
	}
	for n, d := range slices.Backward(all) {
		page.Versions = append(page.Versions, version{N: n + 1, At: d.At, Words: len(strings.Fields(d.Markdown)), Open: n+1 == page.Compared})
	}
	return page, nil
}

// giveHTML is the document itself, for the frame of its page.
func (s records) giveHTML(ctx context.Context, q noun.PageRequest) (noun.File, error) {
	d, err := s.Deliverable(ctx, org.ProjectID(q.Path("id")))
	return noun.File{Type: "text/html; charset=utf-8", Frame: true, Data: []byte(d.HTML)}, err
}

func (s records) giveMarkdown(ctx context.Context, q noun.PageRequest) (noun.File, error) {
	d, err := s.Deliverable(ctx, org.ProjectID(q.Path("id")))
	return noun.File{Type: "text/markdown; charset=utf-8", Name: string(d.Project) + ".md", Data: []byte(d.Markdown)}, err
}

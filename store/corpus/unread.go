package corpus

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// NotKept marks, in the list of a step's sources, a document that was read, and was deleted since.
const NotKept = "no longer kept"

// Unread lists what a founder named in the order of a project and nothing of it was read: links,
// files that came with the order, and earlier projects, each with the cause.
func Unread(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]work.Unread, error) {
	steps, err := readStepPages(ctx, q, p)
	if err != nil {
		return nil, err
	}
	var urls []string
	if err := sqldb.Many(ctx, q, &urls, `SELECT url FROM project_links WHERE project_id = ? ORDER BY n`, p); err != nil {
		return nil, fmt.Errorf("read links of %s: %w", p, err)
	}
	var out []work.Unread
	for _, u := range urls {
		if prose.IsChat(u) {
			continue
		}
		if page := steps[prose.PageKey(u)]; !page.read {
			out = append(out, work.Unread{Name: u, Cause: page.cause})
		}
	}
	files, err := findUnreadFiles(ctx, q, p)
	if err != nil {
		return nil, err
	}
	projects, err := findUnreadProjects(ctx, q, p)
	if err != nil {
		return nil, err
	}
	return append(append(out, files...), projects...), nil
}

type askedPage struct {
	read  bool
	cause string
}

func readStepPages(ctx context.Context, q sqldb.Getter, p org.ProjectID) (map[string]askedPage, error) {
	var rows []struct {
		URL     string
		Cited   string
		Failure string
		Thin    bool
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT d.url, d.cited, d.failure, d.thin FROM step_documents d JOIN steps s ON s.id = d.step_id WHERE s.project_id = ? ORDER BY s.seq, d.n`, p)
	if err != nil {
		return nil, fmt.Errorf("read pages of %s: %w", p, err)
	}
	out := map[string]askedPage{}
	for _, r := range rows {
		page := askedPage{read: r.Failure == "" && !r.Thin || r.Failure == NotKept, cause: r.Failure}
		if r.Failure == "" && r.Thin {
			page.cause = "hardly any text in it"
		}
		for _, address := range []string{r.URL, r.Cited} {
			if key := prose.PageKey(address); address != "" && !out[key].read {
				out[key] = page
			}
		}
	}
	return out, nil
}

func findUnreadFiles(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]work.Unread, error) {
	var rows []struct {
		Name string
		Note string
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT a.name, a.note FROM attachments a JOIN projects p ON p.message_id = a.message_id WHERE p.id = ? AND a.body = '' ORDER BY a.n`, p)
	if err != nil {
		return nil, fmt.Errorf("read files of %s: %w", p, err)
	}
	var out []work.Unread
	for _, r := range rows {
		cause := strings.TrimRight(strings.TrimSpace(strings.TrimPrefix(r.Note, r.Name)), ".")
		if before, _, found := strings.Cut(cause, ";"); found {
			cause = before
		}
		out = append(out, work.Unread{Name: r.Name, Cause: cause})
	}
	return out, nil
}

var projectName = lazyregexp.New(`\bp[1-9]\d{0,8}\b`)

// findUnreadProjects finds the earlier projects that the order names by their numbers and that have
// no document. Of one that has, its claims are at hand.
func findUnreadProjects(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]work.Unread, error) {
	var said string
	err := sqldb.One(ctx, q, &said, `SELECT m.body FROM projects p JOIN messages m ON m.id = p.message_id WHERE p.id = ?`, p)
	if err != nil {
		return nil, fmt.Errorf("read order of %s: %w", p, err)
	}
	var out []work.Unread
	seen := map[string]bool{string(p): true}
	for _, id := range projectName.FindAllString(said, -1) {
		if seen[id] {
			continue
		}
		seen[id] = true
		var n int
		err := sqldb.One(ctx, q, &n, `
			SELECT count(*) FROM projects p WHERE p.id = ? AND NOT EXISTS (SELECT 1 FROM deliverables d WHERE d.project_id = p.id)`, id)
		if err != nil {
			return nil, fmt.Errorf("look for the document of %s: %w", id, err)
		}
		if n > 0 {
			out = append(out, work.Unread{Name: id, Cause: "it has no document"})
		}
	}
	return out, nil
}

package corpus

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KnownLinks lists the addresses that may be shown as links about a project
// (empty for none) in a channel: those that a founder wrote in the channel's
// last messages or for the project, those that its research fetched, and those
// that its searches found; and, of those that are asked for, any that a founder
// wrote, research fetched for whatever project, or that leads to what was made outside. Each stands once.
func (d *Corpus) KnownLinks(ctx context.Context, p org.ProjectID, ch org.Channel, asked []string) ([]string, error) {
	const last = 50
	var said []string
	err := sqldb.Many(ctx, d.db.Read, &said, `
		SELECT body FROM messages WHERE transport = ? AND channel = ? ORDER BY seq DESC LIMIT ?`, ch.Transport, ch.ID, last)
	if err != nil {
		return nil, fmt.Errorf("list links of channel %s: %w", ch.ID, err)
	}
	out := findLinks(strings.Join(said, "\n"))
	for _, u := range asked {
		var n int
		err := sqldb.One(ctx, d.db.Read, &n, `
			SELECT (SELECT count(*) FROM project_links WHERE url = ?) + (SELECT count(*) FROM project_documents WHERE url = ?) +
			       (SELECT count(*) FROM step_documents WHERE (url = ? OR cited = ?) AND document_id IS NOT NULL) +
			       (SELECT count(*) FROM actions WHERE link = ? AND state = 'done') + (SELECT count(*) FROM mirror_objects WHERE link = ?)`, u, u, u, u, u, u)
		if err != nil {
			return nil, fmt.Errorf("look for link %s: %w", u, err)
		}
		if n > 0 {
			out = append(out, u)
		}
	}
	if p == "" {
		return out, nil
	}
	var urls []string
	err = sqldb.Many(ctx, d.db.Read, &urls, `
		SELECT url FROM project_links WHERE project_id = ?
		 UNION SELECT url FROM project_documents WHERE project_id = ?
		 UNION SELECT sd.url FROM step_documents sd JOIN steps s ON s.id = sd.step_id WHERE s.project_id = ?
		 UNION SELECT sd.cited FROM step_documents sd JOIN steps s ON s.id = sd.step_id WHERE s.project_id = ? AND sd.cited <> ''`, p, p, p, p)
	if err != nil {
		return nil, fmt.Errorf("list links of %s: %w", p, err)
	}
	var found []string
	if err := sqldb.Many(ctx, d.db.Read, &found, `SELECT hits FROM searches WHERE project_id = ?`, p); err != nil {
		return nil, fmt.Errorf("list search hits of %s: %w", p, err)
	}
	for _, f := range found {
		var hits []reports.Hit
		if err := sqldb.FromJSON(f, &hits); err != nil {
			return nil, fmt.Errorf("read search hits of %s: %w", p, err)
		}
		for _, h := range hits {
			urls = append(urls, h.URL)
		}
	}
	for _, u := range urls {
		if strings.HasPrefix(u, "http") {
			out = append(out, u)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// findLinks finds the addresses in what a founder wrote, each with and without what may end a
// sentence.
func findLinks(text string) []string {
	var out []string
	for _, u := range regexp.MustCompile(`https?://[^\s<>"\x60]+`).FindAllString(text, -1) {
		out = append(out, u)
		if cut := strings.TrimRight(u, ".,;:!?*|'\")]}"); cut != u {
			out = append(out, cut)
		}
	}
	return out
}

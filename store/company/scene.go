package company

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/excerpt"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// readDirectives reads the founder's directives that some memos come from, oldest first.
func readDirectives(ctx context.Context, q sqldb.Getter, of []company.Memo) ([]company.Memo, error) {
	var roots []org.MemoID
	for _, m := range of {
		if m.Root != "" && !slices.Contains(roots, m.Root) {
			roots = append(roots, m.Root)
		}
	}
	var out []company.Memo
	for _, r := range roots {
		found, err := memos.Of(ctx, q, `id = ? AND kind = 'directive'`, r)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// readResults reads the newest documents of the projects whose reports are among some memos: whole
// where they are short, else what of them belongs to the report's title. A report itself holds only
// the beginning.
func readResults(ctx context.Context, q sqldb.Getter, of []company.Memo) ([]company.Result, error) {
	var out []company.Result
	for _, m := range of {
		if !m.Kind.Report() && m.Kind != company.MemoReviewRequest || len(out) == resultsMost || slices.ContainsFunc(out, func(r company.Result) bool { return r.Project == m.Project }) {
			continue
		}
		var found []string
		err := sqldb.Many(ctx, q, &found, `
			SELECT d.markdown FROM deliverables d JOIN missions i ON i.id = d.mission_id
			 WHERE d.project_id = ? ORDER BY i.seq DESC LIMIT 1`, m.Project)
		if err != nil {
			return nil, sqldb.Wrap("read the document of "+string(m.Project), err)
		}
		for _, text := range found {
			if text = excerpt.Plain(text); len(text) > resultChars {
				text = excerpt.Of(text, m.Subject, resultChars)
			}
			r := company.Result{Project: m.Project, Text: text}
			if m.Kind == company.MemoReviewRequest {
				if r.Making, err = describeMaking(ctx, q, m.Project); err != nil {
					return nil, err
				}
			}
			out = append(out, r)
		}
	}
	return out, nil
}

// describeMaking says of each part of a project what the critic made of it, and how often it was
// sent back.
func describeMaking(ctx context.Context, q sqldb.Getter, p org.ProjectID) ([]string, error) {
	var rows []struct {
		Title, State string
		Strikes      int
		Score        sql.NullFloat64
		Met          int `db:"points_met"`
		Asked        int `db:"points_asked"`
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT title, state, strikes, score, points_met, points_asked FROM steps WHERE project_id = ? AND superseded = 0 AND kind <> 'assembly' ORDER BY seq`, p)
	if err != nil {
		return nil, sqldb.Wrap("read how "+string(p)+" was made", err)
	}
	out := make([]string, 0, len(rows))
	for _, r := range rows {
		line := fmt.Sprintf("%s: %s", r.Title, r.State)
		if r.Score.Valid {
			line += ", the critic gave it " + org.SayPoints(org.Points{Met: r.Met, Asked: r.Asked}, r.Score.Float64)
		}
		if r.Strikes > 0 {
			line += ", sent back " + prose.Count(r.Strikes, "time")
		}
		out = append(out, line)
	}
	return out, nil
}

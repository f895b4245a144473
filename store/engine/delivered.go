package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	earlierProjects = 2  // whose claims a step is given
	earlierClaims   = 6  // of one project
	earlierLooked   = 20 // memories that are looked through for them
)

// addEarlierClaims adds what was found out in other projects about what a step is about: the claims
// with their quotes and the sources that these stand in. What was written about them there is no
// source, however true: a paper would become evidence for itself. Only projects that are completed,
// with a model, give any. A quotation out of a paper of ours is none either, nor so is what rests
// on it.
func addEarlierClaims(ctx context.Context, q sqldb.Getter, dialect *sqldb.Dialect, s org.Step, c *work.StepContext) error {
	if c.Project.Offline || c.Code != nil || s.Kind == org.KindAssembly {
		return nil
	}
	found, err := memory.Find(ctx, q, dialect, s.Title, earlierLooked)
	if err != nil {
		return fmt.Errorf("find earlier work for %s: %w", s.ID, err)
	}
	var taken []org.ProjectID
	for _, m := range found {
		if m.Kind != org.MemoryDocument || m.Project == s.Project || !m.Evident() || slices.Contains(taken, m.Project) || !isAbout(m.Text, s.Title) {
			continue
		}
		if taken = append(taken, m.Project); len(taken) > earlierProjects {
			return nil
		}
		claims, err := findNearestClaims(ctx, q, m.Project, s.Title)
		if err != nil {
			return err
		}
		c.Earlier = append(c.Earlier, claims...)
	}
	return nil
}

func findNearestClaims(ctx context.Context, q sqldb.Getter, p org.ProjectID, title string) ([]work.Citation, error) {
	all, err := readSources(ctx, q, `project_id = ? AND state = 'completed' AND superseded = 0 AND kind <> 'assembly'`, string(p))
	if err != nil {
		return nil, err
	}
	type ranked struct {
		work.Citation
		near float64
	}
	var list []ranked
	for _, of := range all {
		for _, c := range of {
			if near := prose.Overlap(title, c.Claim+" "+c.Quote); near > 0 && !work.OwnPaper(c.URL) {
				list = append(list, ranked{c, near})
			}
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.near, a.near), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Claim, b.Claim))
	})
	var out []work.Citation
	for _, r := range list {
		same := func(o work.Citation) bool { return o.Document == r.Document && o.Start < r.End && r.Start < o.End }
		if len(out) < earlierClaims && !slices.ContainsFunc(out, same) {
			out = append(out, r.Citation)
		}
	}
	return out, nil
}

// isAbout reports whether a document speaks of a title: it holds two words of it
// at least that carry a topic, and one of them stands in a heading.
func isAbout(text, title string) bool {
	var headings []string
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "#") {
			headings = append(headings, prose.Words(l)...)
		}
	}
	all := prose.Words(text)
	held, headed := 0, false
	for _, w := range prose.Words(title) {
		if prose.StopWord(w) || !slices.Contains(all, w) {
			continue
		}
		held++
		headed = headed || slices.Contains(headings, w)
	}
	return held >= 2 && headed
}

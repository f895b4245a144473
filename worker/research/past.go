package research

import (
	"slices"

	"github.com/frasier-cos/frasier/internal/work"
)

// fromPast bounds the queries of earlier work that an inquiry is shown.
const fromPast = 6

// Only queries that ended in citations count.
func collectEffective(past []work.Approach) []string {
	var out []string
	for _, a := range past {
		for _, q := range a.Effective {
			if len(out) < fromPast && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// Only queries count that brought nothing in work that failed.
func collectIdle(past []work.Approach) []string {
	var out []string
	for _, a := range past {
		for _, q := range a.Queries {
			if len(out) < fromPast && !slices.Contains(a.Effective, q) && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// Approach says how research went about its questions: which queries ended in
// what was cited, from which sites, and what stayed open. It is
// computed from the evidence; nobody is asked.
func Approach(ev work.Evidence, cited []work.Citation) work.Approach {
	a := work.Approach{}
	served := map[string]bool{}
	for _, c := range cited {
		for _, p := range ev.Passages {
			if p.ID != c.Passage {
				continue
			}
			for _, q := range p.For {
				served[q] = true
			}
			if p.Site != "" && !slices.Contains(a.Sites, p.Site) {
				a.Sites = append(a.Sites, p.Site)
			}
		}
	}
	for _, q := range ev.Inquiry.Questions {
		a.Questions = append(a.Questions, q.Text)
		if !slices.Contains(ev.Covered, q.ID) {
			a.Missing = append(a.Missing, q.Text)
		}
	}
	for _, q := range ev.Inquiry.Queries {
		a.Queries = append(a.Queries, q.Text)
		if slices.ContainsFunc(q.For, func(id string) bool { return served[id] }) {
			a.Effective = append(a.Effective, q.Text)
		}
	}
	return a
}

package memory

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	recallTerms  = 8      // words of a question that count
	recallPieces = 12     // pieces of it in scripts without spaces that count
	otherForm    = 0.7    // what another form of a word counts beside the word itself
	enoughHolds  = 20     // memories that hold a word itself, from which its other forms are not looked for: each of them costs a look-up
	commonAt     = 10_000 // a word in more memories than this says little beside a rarer one; counting stops here
	recallRanked = 500    // newest matches that are ranked
	tagBonus     = 1.0    // for a turn whose topic is the word, in the score's units
)

// Recall returns at most n memories that hold words of the question: what was
// said and answered, the founder's rules, lessons, and delivered documents,
// the best match first, of equals the newest (BM25 over the newest matches).
// Words without a topic count for nothing, other forms of a word a little less than
// the word. Of scripts without spaces the pieces of a word count.
func (d *Memory) Recall(ctx context.Context, words string, n int) ([]org.Memory, error) {
	var out []org.Memory
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = Find(ctx, q, d.db.Dialect, words, n)
		return err
	})
	return out, sqldb.Wrap("recall", err)
}

// Find is Recall within a transaction.
func Find(ctx context.Context, q sqldb.Getter, dialect *sqldb.Dialect, words string, n int) ([]org.Memory, error) {
	terms, pieces := extractTerms(words), prose.Pieces(words, recallPieces)
	if len(terms)+len(pieces) == 0 || n <= 0 {
		return nil, nil
	}
	found, err := findRanked(ctx, q, chooseIndex(dialect), terms)
	if err != nil {
		return nil, err
	}
	more, err := findHolding(ctx, q, pieces)
	if err != nil {
		return nil, err
	}
	found = mergeHits(found, more)
	slices.SortFunc(found, compareHits)
	return readMemories(ctx, q, found[:min(n, len(found))])
}

// term is a word of a question with the forms that it may have, itself first.
type term []string

// extractTerms takes the words of a question that carry a topic, each once.
func extractTerms(words string) []term {
	var out []term
	for _, w := range prose.Words(words) {
		known := slices.ContainsFunc(out, func(t term) bool { return t[0] == w })
		if len(out) < recallTerms && !known && !prose.StopWord(w) && !strings.ContainsFunc(w, prose.Spaceless) {
			out = append(out, prose.Forms(w))
		}
	}
	return out
}

func mergeHits(a, b []hit) []hit {
	at := make(map[int64]int, len(a))
	for i, h := range a {
		at[h.id] = i
	}
	for _, h := range b {
		if i, ok := at[h.id]; ok {
			a[i].score += h.score
			continue
		}
		a = append(a, h)
	}
	return a
}

type hit struct {
	id    int64
	score float64
}

// findRanked finds and ranks what holds the rare words of the question, all or some; what holds
// only words that are common, when there is no rare one.
func findRanked(ctx context.Context, q sqldb.Getter, in wordIndex, terms []term) ([]hit, error) {
	df := map[string]int{}
	var known, rare []term
	for _, all := range terms {
		t, n, err := findHeldForms(ctx, q, in, all)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		df[t[0]] = n
		known = append(known, t)
		if n < commonAt {
			rare = append(rare, t)
		}
	}
	if len(known) == 0 {
		return nil, nil
	}
	if len(rare) == 0 {
		rare = known
	}
	found, err := in.rankMatches(ctx, q, rare, df, true)
	if err != nil {
		return nil, err
	}
	if len(rare) > 1 && len(found) < recallRanked {
		more, err := in.rankMatches(ctx, q, rare, df, false)
		if err != nil {
			return nil, err
		}
		seen := make(map[int64]bool, len(found))
		for _, h := range found {
			seen[h.id] = true
		}
		for _, m := range more {
			if !seen[m.id] {
				found = append(found, m)
			}
		}
	}
	return found, raiseTagged(ctx, q, slices.Concat(known...), found)
}

// findHeldForms returns the forms of a word that any memory holds, besides the word itself, and how
// many do: the database is slow to look for many forms at once. Of a word that enough memories hold
// it is the word alone.
func findHeldForms(ctx context.Context, q sqldb.Getter, in wordIndex, all term) (out term, n int, err error) {
	for i, w := range all {
		some, err := in.countHolders(ctx, q, w)
		if err != nil {
			return nil, 0, err
		}
		if n += some; some > 0 || i == 0 {
			out = append(out, w)
		}
		if i == 0 && some >= enoughHolds {
			break
		}
	}
	return out, n, nil
}

// computeBM25 returns the share of one word in the score of a memory, with the usual constants
// (Robertson and Zaragoza, 2009: k1 = 1.2, b = 0.75).
func computeBM25(hits, length, average, holders, all float64) float64 {
	const k1, b = 1.2, 0.75
	idf := math.Log(1 + (all-holders+0.5)/(holders+0.5))
	return idf * hits * (k1 + 1) / (hits + k1*(1-b+b*length/max(average, 1)))
}

const recallTagged = 100

func raiseTagged(ctx context.Context, q sqldb.Getter, terms []string, found []hit) error {
	slices.SortFunc(found, compareHits)
	best := found[:min(recallTagged, len(found))]
	if len(best) == 0 {
		return nil
	}
	ids := make([]int64, len(best))
	for i, h := range best {
		ids[i] = h.id
	}
	query, args, err := sqlx.In(`SELECT id, ref FROM memories WHERE id IN (?)`, ids)
	if err != nil {
		return err
	}
	var rows []struct {
		ID  int64
		Ref string
	}
	if err := sqldb.Many(ctx, q, &rows, query, args...); err != nil {
		return err
	}
	refs, at := make([]string, len(rows)), map[string]int64{}
	for i, r := range rows {
		refs[i], at[r.Ref] = r.Ref, r.ID
	}
	if query, args, err = sqlx.In(`SELECT DISTINCT message_id FROM turn_tags WHERE tag IN (?) AND message_id IN (?)`, terms, refs); err != nil {
		return err
	}
	var with []string
	if err := sqldb.Many(ctx, q, &with, query, args...); err != nil {
		return err
	}
	for i := range best {
		for _, ref := range with {
			if at[ref] == best[i].id {
				best[i].score += tagBonus
			}
		}
	}
	return nil
}

// compareHits puts the best first, of equals the newest.
func compareHits(a, b hit) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.id, a.id)) }

func readMemories(ctx context.Context, q sqldb.Getter, hits []hit) ([]org.Memory, error) {
	out := make([]org.Memory, 0, len(hits))
	for _, h := range hits {
		var r struct {
			Kind    string
			Ref     string
			Project sql.NullString `db:"project_id"`
			Title   string
			Body    string
			At      int64
			State   sql.NullString
			Offline sql.NullBool
		}
		if err := sqldb.One(ctx, q, &r, `
			SELECT m.kind, m.ref, m.project_id, m.title, m.body, m.at, p.state, p.offline
			  FROM memories m LEFT JOIN projects p ON p.id = m.project_id AND m.kind = 'document' WHERE m.id = ?`, h.id); err != nil {
			return nil, err
		}
		out = append(out, org.Memory{
			Outcome: org.ProjectState(r.State.String), Offline: r.Offline.Bool,
			Kind: r.Kind, Ref: r.Ref, Project: org.ProjectID(r.Project.String), Title: r.Title, Text: r.Body, At: sqldb.Moment(r.At), Score: h.score,
		})
	}
	return out, nil
}

// Remember makes something recallable. The same thing again takes the place
// of what was there.
func Remember(t *sqldb.Tx, m org.Memory) error {
	if strings.TrimSpace(m.Text) == "" {
		return nil
	}
	if err := Unremember(t, m.Kind, m.Ref); err != nil {
		return err
	}
	return chooseIndex(t.Dialect).storeMemory(t, m)
}

// Unremember takes something out of what can be recalled.
func Unremember(t *sqldb.Tx, kind, ref string) error {
	what := "forget " + kind + " " + ref
	if err := chooseIndex(t.Dialect).removeWords(t, what, kind, ref); err != nil {
		return err
	}
	return sqldb.Wrap(what, t.Exec(`DELETE FROM memories WHERE kind = ? AND ref = ?`, kind, ref))
}

// Forget is Unremember for what nobody is to find again, not even in the index.
func Forget(t *sqldb.Tx, kind, ref string) error {
	if err := Unremember(t, kind, ref); err != nil {
		return err
	}
	return chooseIndex(t.Dialect).removeUnused(t)
}

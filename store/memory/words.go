package memory

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// wordIndex finds memories by their words. The statements about words differ between databases more
// than any others: all stand in this file.
type wordIndex interface {
	// countHolders counts the memories that hold a word, up to commonAt.
	countHolders(ctx context.Context, q sqldb.Getter, word string) (int, error)
	rankMatches(ctx context.Context, q sqldb.Getter, terms []term, df map[string]int, all bool) ([]hit, error)
	// storeMemory writes a memory that is not there, with its words; removeWords takes them
	// away, before the memory itself goes.
	storeMemory(t *sqldb.Tx, m org.Memory) error
	removeWords(t *sqldb.Tx, what, kind, ref string) error
	// removeUnused drops the words from the index that no memory holds any more.
	removeUnused(t *sqldb.Tx) error
}

func chooseIndex(l *sqldb.Dialect) wordIndex {
	if l.Remote() {
		return serverWords{}
	}
	return fileWords{}
}

// fileWords is SQLite's index (FTS4), newest first.
type fileWords struct{}

func (fileWords) countHolders(ctx context.Context, q sqldb.Getter, word string) (int, error) {
	var n int
	err := sqldb.One(ctx, q, &n, `SELECT count(*) FROM (SELECT docid FROM memory_words WHERE memory_words MATCH ? ORDER BY docid DESC LIMIT ?)`,
		joinQuoted([]string{word}, `"`, " "), commonAt)
	if err != nil {
		return 0, fmt.Errorf("count the memories that hold %q: %w", word, err)
	}
	return n, nil
}

func (fileWords) rankMatches(ctx context.Context, q sqldb.Getter, terms []term, df map[string]int, all bool) ([]hit, error) {
	glue := " OR "
	if all {
		glue = " "
	}
	var rows []struct {
		ID   int64 `db:"docid"`
		Info []byte
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT docid, matchinfo(memory_words, 'nalpy') AS info FROM memory_words WHERE memory_words MATCH ? ORDER BY docid DESC LIMIT ?`,
		joinGroups(terms, `"`, " OR ", glue), recallRanked)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", terms, err)
	}
	out := make([]hit, 0, len(rows))
	for _, r := range rows {
		out = append(out, hit{id: r.ID, score: scoreMatch(r.Info, terms, df)})
	}
	return out, nil
}

// scoreMatch reads matchinfo's numbers: rows in all, average length, length of this row, number of
// forms asked for, and hits of each.
func scoreMatch(info []byte, terms []term, df map[string]int) float64 {
	at := func(i int) float64 {
		if len(info) < 4*i+4 {
			return 0
		}
		return float64(binary.NativeEndian.Uint32(info[4*i:]))
	}
	score, forms := 0.0, 0
	for _, t := range terms {
		hits := 0.0
		for i := range t {
			hits += weighForm(i) * at(4+forms+i)
		}
		forms += len(t)
		score += computeBM25(hits, at(2), at(1), float64(df[t[0]]), at(0))
	}
	return score
}

func weighForm(n int) float64 {
	if n == 0 {
		return 1
	}
	return otherForm
}

// joinGroups joins words, of each of which any form will do.
func joinGroups(terms []term, mark, either, glue string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = "(" + joinQuoted(t, mark, either) + ")"
	}
	return strings.Join(out, glue)
}

// joinQuoted joins words as phrases, in which no sign is an operator.
func joinQuoted(terms []string, mark, glue string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = mark + t + mark
	}
	return strings.Join(out, glue)
}

func (fileWords) storeMemory(t *sqldb.Tx, m org.Memory) error {
	if err := insertMemory(t, m, ``, ``); err != nil {
		return err
	}
	return sqldb.Wrap("index "+m.Kind+" "+m.Ref, t.Exec(`
		INSERT INTO memory_words (docid, body) SELECT id, body FROM memories WHERE kind = ? AND ref = ?`, m.Kind, m.Ref))
}

func (fileWords) removeWords(t *sqldb.Tx, what, kind, ref string) error {
	return sqldb.Wrap(what, t.Exec(`DELETE FROM memory_words WHERE docid = (SELECT id FROM memories WHERE kind = ? AND ref = ?)`, kind, ref))
}

// removeUnused rewrites the index: else a word stands in it, marked as deleted, until so much was
// written that it is merged.
func (fileWords) removeUnused(t *sqldb.Tx) error {
	return sqldb.Wrap("purge the index of memories", t.Exec(`INSERT INTO memory_words(memory_words) VALUES ('optimize')`))
}

func insertMemory(t *sqldb.Tx, m org.Memory, column, value string, args ...any) error {
	return sqldb.Wrap("remember "+m.Kind+" "+m.Ref, t.Exec(`
		INSERT INTO memories (id, kind, ref, project_id, title, body, at`+column+`)
		VALUES ((SELECT coalesce(max(id), 0) + 1 FROM memories), ?, ?, ?, ?, ?, ?`+value+`)`,
		append([]any{m.Kind, m.Ref, sqldb.Nullable(m.Project), m.Title, m.Text, t.Now}, args...)...))
}

// serverWords is PostgreSQL's index (tsvector). Only what may match is ranked,
// here and not there, so that both databases give the same order.
type serverWords struct{}

func (serverWords) countHolders(ctx context.Context, q sqldb.Getter, word string) (int, error) {
	var n int
	err := sqldb.One(ctx, q, &n, `SELECT count(*) FROM (SELECT 1 FROM memories WHERE words @@ to_tsquery('simple', ?) LIMIT ?) AS found`,
		joinQuoted([]string{sqldb.Unmarked(word)}, `'`, " "), commonAt)
	if err != nil {
		return 0, fmt.Errorf("count the memories that hold %q: %w", word, err)
	}
	return n, nil
}

func (serverWords) rankMatches(ctx context.Context, q sqldb.Getter, terms []term, df map[string]int, all bool) ([]hit, error) {
	glue := " | "
	if all {
		glue = " & "
	}
	bare := make([]term, len(terms))
	for i, t := range terms {
		bare[i] = stripMarks(t)
	}
	var rows []struct {
		ID   int64
		Body string
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT id, body FROM memories WHERE words @@ to_tsquery('simple', ?) ORDER BY id DESC LIMIT ?`,
		joinGroups(bare, `'`, " | ", glue), recallRanked)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", terms, err)
	}
	var all64 int64
	if err := sqldb.One(ctx, q, &all64, `SELECT coalesce(max(id), 0) FROM memories`); err != nil {
		return nil, err
	}
	texts, total := make([][]string, len(rows)), 0
	for i, r := range rows {
		texts[i] = prose.Words(sqldb.Unmarked(r.Body))
		total += len(texts[i])
	}
	out := make([]hit, 0, len(rows))
	for i, r := range rows {
		h := hit{id: r.ID}
		for k, t := range terms {
			hits := 0.0
			for _, w := range texts[i] {
				if n := slices.Index(bare[k], w); n >= 0 {
					hits += weighForm(n)
				}
			}
			h.score += computeBM25(hits, float64(len(texts[i])), float64(total)/float64(len(rows)), float64(df[t[0]]), float64(all64))
		}
		out = append(out, h)
	}
	return out, nil
}

// stripMarks returns the forms of a word as this index has them, each once.
func stripMarks(t term) (out term) {
	for _, w := range t {
		if w = sqldb.Unmarked(w); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func (serverWords) storeMemory(t *sqldb.Tx, m org.Memory) error {
	return insertMemory(t, m, `, words`, `, to_tsvector('simple', ?)`, sqldb.Indexable(m.Text))
}

func (serverWords) removeWords(*sqldb.Tx, string, string, string) error { return nil }

func (serverWords) removeUnused(*sqldb.Tx) error { return nil }

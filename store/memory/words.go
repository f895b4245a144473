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

// words is how a database finds memories by their words. The statements about
// words differ between databases more than any others: all stand in this file.
type words interface {
	// holders counts the memories that hold a word, up to commonAt.
	holders(ctx context.Context, q sqldb.Getter, word string) (int, error)
	// matching ranks the newest memories that hold all of the words, or any.
	matching(ctx context.Context, q sqldb.Getter, terms []term, df map[string]int, all bool) ([]hit, error)
	// keep writes a memory that is not there, with its words; unindex takes them
	// away, before the memory itself goes.
	keep(t *sqldb.Tx, m org.Memory) error
	unindex(t *sqldb.Tx, what, kind, ref string) error
	// purge drops the words from the index that no memory holds any more.
	purge(t *sqldb.Tx) error
}

func wordsOf(l *sqldb.Dialect) words {
	if l.Remote() {
		return serverWords{}
	}
	return fileWords{}
}

// fileWords is SQLite's index (FTS4), newest first.
type fileWords struct{}

func (fileWords) holders(ctx context.Context, q sqldb.Getter, word string) (int, error) {
	var n int
	err := sqldb.One(ctx, q, &n, `SELECT count(*) FROM (SELECT docid FROM memory_words WHERE memory_words MATCH ? ORDER BY docid DESC LIMIT ?)`,
		quoted([]string{word}, `"`, " "), commonAt)
	if err != nil {
		return 0, fmt.Errorf("count the memories that hold %q: %w", word, err)
	}
	return n, nil
}

func (fileWords) matching(ctx context.Context, q sqldb.Getter, terms []term, df map[string]int, all bool) ([]hit, error) {
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
		grouped(terms, `"`, " OR ", glue), recallRanked)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", terms, err)
	}
	out := make([]hit, 0, len(rows))
	for _, r := range rows {
		out = append(out, hit{id: r.ID, score: ranked(r.Info, terms, df)})
	}
	return out, nil
}

// ranked reads matchinfo's numbers: rows in all, average length, length of
// this row, number of forms asked for, and hits of each.
func ranked(info []byte, terms []term, df map[string]int) float64 {
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
			hits += weight(i) * at(4+forms+i)
		}
		forms += len(t)
		score += bm25(hits, at(2), at(1), float64(df[t[0]]), at(0))
	}
	return score
}

// weight is what a hit of the n-th form of a word counts.
func weight(n int) float64 {
	if n == 0 {
		return 1
	}
	return otherForm
}

// grouped joins words, of each of which any form will do.
func grouped(terms []term, mark, either, glue string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = "(" + quoted(t, mark, either) + ")"
	}
	return strings.Join(out, glue)
}

// quoted joins words as phrases, in which no sign is an operator.
func quoted(terms []string, mark, glue string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = mark + t + mark
	}
	return strings.Join(out, glue)
}

func (fileWords) keep(t *sqldb.Tx, m org.Memory) error {
	if err := keepMemory(t, m, ``, ``); err != nil {
		return err
	}
	return sqldb.Wrap("index "+m.Kind+" "+m.Ref, t.Exec(`
		INSERT INTO memory_words (docid, body) SELECT id, body FROM memories WHERE kind = ? AND ref = ?`, m.Kind, m.Ref))
}

func (fileWords) unindex(t *sqldb.Tx, what, kind, ref string) error {
	return sqldb.Wrap(what, t.Exec(`DELETE FROM memory_words WHERE docid = (SELECT id FROM memories WHERE kind = ? AND ref = ?)`, kind, ref))
}

// purge rewrites the index: else a word stands in it, marked as deleted, until so much was
// written that it is merged.
func (fileWords) purge(t *sqldb.Tx) error {
	return sqldb.Wrap("purge the index of memories", t.Exec(`INSERT INTO memory_words(memory_words) VALUES ('optimize')`))
}

// keepMemory writes a memory, with one more column if need be.
func keepMemory(t *sqldb.Tx, m org.Memory, column, value string, args ...any) error {
	return sqldb.Wrap("remember "+m.Kind+" "+m.Ref, t.Exec(`
		INSERT INTO memories (id, kind, ref, project_id, title, body, at`+column+`)
		VALUES ((SELECT coalesce(max(id), 0) + 1 FROM memories), ?, ?, ?, ?, ?, ?`+value+`)`,
		append([]any{m.Kind, m.Ref, sqldb.Nullable(m.Project), m.Title, m.Text, t.Now}, args...)...))
}

// serverWords is PostgreSQL's index (tsvector). Only what may match is ranked,
// here and not there, so that both databases give the same order.
type serverWords struct{}

func (serverWords) holders(ctx context.Context, q sqldb.Getter, word string) (int, error) {
	var n int
	err := sqldb.One(ctx, q, &n, `SELECT count(*) FROM (SELECT 1 FROM memories WHERE words @@ to_tsquery('simple', ?) LIMIT ?) AS found`,
		quoted([]string{sqldb.Unmarked(word)}, `'`, " "), commonAt)
	if err != nil {
		return 0, fmt.Errorf("count the memories that hold %q: %w", word, err)
	}
	return n, nil
}

func (serverWords) matching(ctx context.Context, q sqldb.Getter, terms []term, df map[string]int, all bool) ([]hit, error) {
	glue := " | "
	if all {
		glue = " & "
	}
	bare := make([]term, len(terms))
	for i, t := range terms {
		bare[i] = unmarked(t)
	}
	var rows []struct {
		ID   int64
		Body string
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT id, body FROM memories WHERE words @@ to_tsquery('simple', ?) ORDER BY id DESC LIMIT ?`,
		grouped(bare, `'`, " | ", glue), recallRanked)
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
					hits += weight(n)
				}
			}
			h.score += bm25(hits, float64(len(texts[i])), float64(total)/float64(len(rows)), float64(df[t[0]]), float64(all64))
		}
		out = append(out, h)
	}
	return out, nil
}

// unmarked are the forms of a word as this index has them, each once.
func unmarked(t term) (out term) {
	for _, w := range t {
		if w = sqldb.Unmarked(w); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func (serverWords) keep(t *sqldb.Tx, m org.Memory) error {
	return keepMemory(t, m, `, words`, `, to_tsvector('simple', ?)`, sqldb.Indexable(m.Text))
}

func (serverWords) unindex(*sqldb.Tx, string, string, string) error { return nil }

func (serverWords) purge(*sqldb.Tx) error { return nil }

package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
)

// The statements about words differ between databases more than any others:
// all of them stand in this file.

// holders counts the memories that hold a word, up to commonAt.
func holders(ctx context.Context, q getter, term string) (int, error) {
	var n int
	err := one(ctx, q, &n, `SELECT count(*) FROM (SELECT docid FROM memory_words WHERE memory_words MATCH ? ORDER BY docid DESC LIMIT ?)`,
		quoted([]string{term}, " "), commonAt)
	if err != nil {
		return 0, fmt.Errorf("count the memories that hold %q: %w", term, err)
	}
	return n, nil
}

// matching ranks the newest memories that hold all of the words, or any.
func matching(ctx context.Context, q getter, terms []string, df map[string]int, all bool) ([]hit, error) {
	glue := " OR "
	if all {
		glue = " "
	}
	var rows []struct {
		ID   int64 `db:"docid"`
		Info []byte
	}
	err := many(ctx, q, &rows, `
		SELECT docid, matchinfo(memory_words, 'nalpy') AS info FROM memory_words WHERE memory_words MATCH ? ORDER BY docid DESC LIMIT ?`,
		quoted(terms, glue), recallRanked)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", strings.Join(terms, glue), err)
	}
	out := make([]hit, 0, len(rows))
	for _, r := range rows {
		out = append(out, hit{id: r.ID, score: ranked(r.Info, terms, df)})
	}
	return out, nil
}

// ranked reads matchinfo's numbers: rows in all, average length, length of
// this row, number of words asked for, and hits of each.
func ranked(info []byte, terms []string, df map[string]int) float64 {
	at := func(i int) float64 {
		if len(info) < 4*i+4 {
			return 0
		}
		return float64(binary.NativeEndian.Uint32(info[4*i:]))
	}
	score := 0.0
	for i, t := range terms {
		score += bm25(at(4+i), at(2), at(1), float64(df[t]), at(0))
	}
	return score
}

func quoted(terms []string, glue string) string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = `"` + strings.ReplaceAll(t, `"`, " ") + `"`
	}
	return strings.Join(out, glue)
}

// index makes a memory's words known.
func (t *tx) index(id int64, body string) error {
	return t.exec(`INSERT INTO memory_words (docid, body) VALUES (?, ?)`, id, body)
}

// unindex takes a memory's words away. It must come before the memory goes:
// the index reads there which words they were.
func (t *tx) unindex(id int64) error {
	return t.exec(`DELETE FROM memory_words WHERE docid = ?`, id)
}

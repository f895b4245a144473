package ledger

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// packedBlock is ready to be stored. It is made before a transaction, so that nobody waits for a
// compression.
type packedBlock struct {
	name, sum string
	size      int
	body      []byte
}

// gzipWriters are kept between calls: a new one takes a megabyte.
//
//nolint:gochecknoglobals // as the documentation of sync.Pool has it
var gzipWriters = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // there is that level
	}
	return w
}}

func compressBlocks(blocks []org.PromptBlock) ([]packedBlock, error) {
	out := make([]packedBlock, 0, len(blocks))
	w, ok := gzipWriters.Get().(*gzip.Writer)
	if !ok {
		return nil, errors.New("compress a prompt: the pool holds something else")
	}
	defer gzipWriters.Put(w)
	for _, b := range blocks {
		var body bytes.Buffer
		w.Reset(&body)
		_, err := io.WriteString(w, b.Text)
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			return nil, fmt.Errorf("compress a prompt: %w", err)
		}
		out = append(out, packedBlock{b.Name, sqldb.HexSum([]byte(b.Text)), len(b.Text), body.Bytes()})
	}
	return out, nil
}

// storePrompt stores a block once, however many calls were given it.
func storePrompt(t *sqldb.Tx, key string, try int, blocks []packedBlock) error {
	if len(blocks) == 0 {
		return nil
	}
	for n, b := range blocks {
		if err := t.Exec(`INSERT INTO prompt_blocks (sha256, size, body) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING`, b.sum, b.size, b.body); err != nil {
			return fmt.Errorf("keep a block of %s: %w", key, err)
		}
		err := t.Exec(`
			INSERT INTO call_blocks (call_seq, n, name, sha256) VALUES ((SELECT seq FROM llm_calls WHERE call_key = ? AND try_no = ?), ?, ?, ?)`,
			key, try, n, b.name, b.sum)
		if err != nil {
			return fmt.Errorf("keep a block of %s: %w", key, err)
		}
	}
	return nil
}

// PromptsOf reads what the calls of a step were given, by their numbers.
func PromptsOf(ctx context.Context, q sqldb.Getter, step org.StepID) (map[int64][]org.PromptBlock, error) {
	var rows []struct {
		Call   int64 `db:"call_seq"`
		Name   string
		Sum    string `db:"sha256"`
		Packed []byte `db:"body"`
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT c.call_seq, c.name, c.sha256, b.body
		  FROM call_blocks c JOIN prompt_blocks b ON b.sha256 = c.sha256
		 WHERE c.call_seq IN (SELECT seq FROM llm_calls WHERE step_id = ?) ORDER BY c.call_seq, c.n`, step)
	if err != nil {
		return nil, fmt.Errorf("read prompts of %s: %w", step, err)
	}
	out, texts := map[int64][]org.PromptBlock{}, map[string]string{}
	for _, r := range rows {
		text, known := texts[r.Sum]
		if !known {
			if text, err = decompressBlock(r.Packed); err != nil {
				return nil, fmt.Errorf("read a prompt of %s: %w", step, err)
			}
			texts[r.Sum] = text
		}
		out[r.Call] = append(out[r.Call], org.PromptBlock{Name: r.Name, Text: text})
	}
	return out, nil
}

func decompressBlock(body []byte) (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

// DropPrompts forgets what the calls of a project were given. Blocks that calls
// of other projects were given too stay.
func DropPrompts(t *sqldb.Tx, p org.ProjectID) error {
	var sums []string
	err := t.All(&sums, `SELECT DISTINCT sha256 FROM call_blocks WHERE call_seq IN (SELECT seq FROM llm_calls WHERE project_id = ?)`, p)
	if err == nil && len(sums) > 0 {
		err = t.Exec(`DELETE FROM call_blocks WHERE call_seq IN (SELECT seq FROM llm_calls WHERE project_id = ?)`, p)
	}
	for _, sum := range sums {
		if err != nil {
			break
		}
		err = t.Exec(`DELETE FROM prompt_blocks WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM call_blocks c WHERE c.sha256 = prompt_blocks.sha256)`, sum)
	}
	return sqldb.Wrap("forget prompts of "+string(p), err)
}

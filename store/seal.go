package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
)

// sealBatch is how many lines are sealed in one transaction, and read at once.
const sealBatch = 1000

// seal is the seal of one line of the journal.
type seal struct {
	Seq  int64
	Hash []byte
}

// after returns the seal of a line that follows the line of seal s: a hash
// over that seal and every column of the line. Each text goes in with its
// length, as both databases store it.
func (s seal) after(r eventRow) seal {
	b := append(make([]byte, 0, 512), s.Hash...)
	for _, n := range []int64{r.Seq, r.At, int64(r.Attempt)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n)) //nolint:gosec // the bits, whatever the sign
	}
	for _, v := range []string{string(r.Kind), r.Message.String, r.Project.String, r.Mission.String, r.Step.String, r.Agent.String, r.Body, r.Data} {
		v = plain(v)
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(v))), v...)
	}
	hash := sha256.Sum256(b)
	return seal{Seq: r.Seq, Hash: hash[:]}
}

// SealJournal seals the lines of the journal that were written since it was
// called last and returns how many. Two processes that call it at once write
// the same seals.
func (d *DB) SealJournal(ctx context.Context) (int, error) {
	for n := 0; ; {
		did, err := d.sealSome(ctx)
		n += did
		if err != nil || did < sealBatch {
			return n, wrap("seal the journal", err)
		}
	}
}

func (d *DB) sealSome(ctx context.Context) (int, error) {
	var last seal
	err := one(ctx, d.read, &last, `SELECT seq, hash FROM seals ORDER BY seq DESC LIMIT 1`)
	if err != nil && !noRow(err) {
		return 0, err
	}
	rows, err := linesOf(ctx, d.read, `seq > ? ORDER BY seq LIMIT ?`, last.Seq, sealBatch)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	fresh := make([]seal, 0, len(rows))
	for _, r := range rows {
		last = last.after(r)
		fresh = append(fresh, last)
	}
	err = d.tx(ctx, func(t *tx) error {
		t.method = "seal-journal"
		var known int64
		if err := t.get(&known, `SELECT coalesce(max(seq), 0) FROM seals`); err != nil {
			return err
		}
		if known >= fresh[0].Seq {
			return nil // another process did, between the look and now
		}
		return t.insert(`INSERT INTO seals (seq, hash)`, len(fresh), func(i int) []any { return []any{fresh[i].Seq, fresh[i].Hash} })
	})
	return len(fresh), err
}

// sealed compares the journal with its seals and names each line that was
// changed, taken away or put in since it was sealed. After a line that was
// taken away with its seal, the next one does not fit and is named.
func sealed(ctx context.Context, q getter) (org.CheckResult, error) {
	var bad []string
	var last seal
	for {
		var seals []seal
		if err := many(ctx, q, &seals, `SELECT seq, hash FROM seals WHERE seq > ? ORDER BY seq LIMIT ?`, last.Seq, sealBatch); err != nil {
			return org.CheckResult{}, err
		}
		if len(seals) == 0 {
			return result("the journal is as it was written", bad), nil
		}
		lines, err := linesOf(ctx, q, `seq > ? AND seq <= ? ORDER BY seq`, last.Seq, seals[len(seals)-1].Seq)
		if err != nil {
			return org.CheckResult{}, err
		}
		for _, s := range seals {
			for len(lines) > 0 && lines[0].Seq < s.Seq {
				bad = append(bad, fmt.Sprintf("%d was put in", lines[0].Seq))
				lines = lines[1:]
			}
			switch {
			case len(lines) == 0 || lines[0].Seq > s.Seq:
				bad = append(bad, fmt.Sprintf("%d was taken away", s.Seq))
			case !bytes.Equal(last.after(lines[0]).Hash, s.Hash):
				bad = append(bad, fmt.Sprintf("%d was changed or does not follow", s.Seq))
				lines = lines[1:]
			default:
				lines = lines[1:]
			}
			last = s
		}
	}
}

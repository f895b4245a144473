package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// sealBatch limits the lines that are sealed in one transaction, and read at once.
const sealBatch = 1000

type seal struct {
	Seq  int64
	Hash []byte
}

// sealNext returns the seal of a line that follows the line of seal s: a hash over that seal and
// every column of the line. Each text goes in with its length, as both databases store it.
func (s seal) sealNext(r EventRow) seal {
	b := append(make([]byte, 0, 512), s.Hash...)
	for _, n := range []int64{r.Seq, r.At, int64(r.Attempt)} {
		b = binary.BigEndian.AppendUint64(b, uint64(n)) // the bits, whatever the sign
	}
	for _, v := range []string{string(r.Kind), r.Message.String, r.Project.String, r.Mission.String, r.Step.String, r.Agent.String, r.Body, r.Data} {
		v = sqldb.Plain(v)
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(v))), v...)
	}
	hash := sha256.Sum256(b)
	return seal{Seq: r.Seq, Hash: hash[:]}
}

// SealJournal seals the lines of the journal that were written since it was
// called last and returns how many. Two processes that call it at once write
// the same seals.
func (d *Journal) SealJournal(ctx context.Context) (int, error) {
	for n := 0; ; {
		did, err := d.sealSome(ctx)
		n += did
		if err != nil || did < sealBatch {
			return n, sqldb.Wrap("seal the journal", err)
		}
	}
}

func (d *Journal) sealSome(ctx context.Context) (int, error) {
	var last seal
	err := sqldb.One(ctx, d.db.Read, &last, `SELECT seq, hash FROM seals ORDER BY seq DESC LIMIT 1`)
	if err != nil && !sqldb.NoRow(err) {
		return 0, err
	}
	rows, err := d.numberedLines(ctx, `seq > ? ORDER BY seq LIMIT ?`, last.Seq, sealBatch)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	fresh := make([]seal, 0, len(rows))
	for _, r := range rows {
		last = last.sealNext(r)
		fresh = append(fresh, last)
	}
	err = d.db.WriteBeside(ctx, func(t *sqldb.Tx) error {
		t.Method = "seal-journal"
		if err := t.Turn(sqldb.Seals); err != nil {
			return err
		}
		var known int64
		if err := t.Get(&known, `SELECT coalesce(max(seq), 0) FROM seals`); err != nil {
			return err
		}
		if known >= fresh[0].Seq {
			return nil // another process did, between the look and now
		}
		return t.Insert(`INSERT INTO seals (seq, hash)`, len(fresh), func(i int) []any { return []any{fresh[i].Seq, fresh[i].Hash} })
	})
	return len(fresh), err
}

// Seals compares the journal with its seals and names each line that was
// changed, taken away or put in since it was sealed. After a line that was
// taken away with its seal, the next one does not fit and is named.
func Seals(ctx context.Context, q sqldb.Getter) (reports.CheckResult, error) {
	var bad []string
	var last seal
	for {
		var seals []seal
		if err := sqldb.Many(ctx, q, &seals, `SELECT seq, hash FROM seals WHERE seq > ? ORDER BY seq LIMIT ?`, last.Seq, sealBatch); err != nil {
			return reports.CheckResult{}, err
		}
		if len(seals) == 0 {
			return CheckResult("the journal is as it was written", bad), nil
		}
		lines, err := LinesOf(ctx, q, `seq > ? AND seq <= ? ORDER BY seq`, last.Seq, seals[len(seals)-1].Seq)
		if err != nil {
			return reports.CheckResult{}, err
		}
		for _, s := range seals {
			for len(lines) > 0 && lines[0].Seq < s.Seq {
				bad = append(bad, fmt.Sprintf("%d was put in", lines[0].Seq))
				lines = lines[1:]
			}
			switch {
			case len(lines) == 0 || lines[0].Seq > s.Seq:
				bad = append(bad, fmt.Sprintf("%d was taken away", s.Seq))
			case !bytes.Equal(last.sealNext(lines[0]).Hash, s.Hash):
				bad = append(bad, fmt.Sprintf("%d was changed or does not follow", s.Seq))
				lines = lines[1:]
			default:
				lines = lines[1:]
			}
			last = s
		}
	}
}

// CheckResult returns the outcome of a check that found these ids; none is good.
func CheckResult(name string, bad []string) reports.CheckResult {
	const shown = 10
	r := reports.CheckResult{Name: name, OK: len(bad) == 0, Detail: strings.Join(bad[:min(len(bad), shown)], ", ")}
	if len(bad) > shown {
		r.Detail += fmt.Sprintf(" and %d more", len(bad)-shown)
	}
	return r
}

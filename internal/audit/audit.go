// Package audit writes what an instance did as a file that anybody can check without
// the instance: the journal with its seals, and records of commands, decisions,
// messages, deliveries and model calls. What models were asked and answered, and
// what documents say, is not in it.
package audit

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Records is the source of an audit.
type Records interface {
	SealJournal(ctx context.Context) (int, error)
	SealedSince(ctx context.Context, since time.Time) (first, last int64, before string, err error)
	Sealed(ctx context.Context, after int64, limit int) ([]org.SealedLine, error)
	AuditRecords(ctx context.Context, q reports.AuditQuery, after reports.AuditAfter, n int) ([]reports.AuditRecord, reports.AuditAfter, error)
}

// Want selects the part of an instance's doings that a file is to have.
type Want struct {
	UID     string        // of the instance's database
	Project org.ProjectID // only of this one; empty for all
	Since   time.Time     // only from then on; zero for all
}

type head struct {
	Kind     string        `json:"kind"` // "audit"
	Format   int           `json:"format"`
	Instance string        `json:"office"` // the word in files that are out there
	Project  org.ProjectID `json:"project,omitempty"`
	Since    time.Time     `json:"since,omitzero"`
	First    int64         `json:"first"` // line of the journal
	Last     int64         `json:"last"`
	Before   string        `json:"before,omitempty"` // the seal before the first line; empty where the journal begins
}

type foot struct {
	Kind     string                    `json:"kind"`   // "end"
	Instance string                    `json:"office"` // the word in files that are out there
	Lines    int                       `json:"lines"`  // of the journal
	Counts   map[reports.AuditPart]int `json:"records"`
	Seal     string                    `json:"seal"` // of the last line of the journal
	Sum      string                    `json:"sum"`  // of the last record
	// File is the sum over every line of the file, this one without it. A file of the
	// older format has none.
	File string `json:"file,omitempty"`
}

type record struct {
	reports.AuditRecord
	Sum string `json:"sum"`
}

const (
	format  = 3
	older   = 2    // whose sums do not hold its head
	atOnce  = 1000 // lines that are read at once
	longest = 4 << 20
)

// InstanceName returns the name under which a database's identity stands in a file. The identity
// itself marks what comes from outside in prompts, so nobody else is to know it.
func InstanceName(uid string) string {
	sum := sha256.Sum256([]byte("office " + uid))
	return hex.EncodeToString(sum[:8])
}

// Count holds the size of a file.
type Count struct{ Lines, Records int }

// Written describes a file that was written.
type Written struct {
	Count
	Seal string // over the whole file
}

// Write seals the journal and writes a file.
func Write(ctx context.Context, r Records, w io.Writer, want Want) (Written, error) {
	if _, err := r.SealJournal(ctx); err != nil {
		return Written{}, err
	}
	h := head{Kind: "audit", Format: format, Instance: InstanceName(want.UID), Project: want.Project, Since: want.Since}
	var err error
	if h.First, h.Last, h.Before, err = r.SealedSince(ctx, want.Since); err != nil {
		return Written{}, err
	}
	out, all := bufio.NewWriter(w), sha256.New()
	e := json.NewEncoder(io.MultiWriter(out, all))
	e.SetEscapeHTML(false)
	if err := e.Encode(h); err != nil {
		return Written{}, err
	}
	f := foot{Kind: "end", Instance: h.Instance, Counts: map[reports.AuditPart]int{}, Seal: h.Before}
	if err := writeLines(ctx, r, e, h, &f); err != nil {
		return Written{}, err
	}
	n := Written{Count: Count{Lines: f.Lines}}
	raw, err := encodeLine(h)
	if err != nil {
		return n, err
	}
	f.Sum = sumOfHead(raw, f.Seal)
	for _, part := range reports.AuditParts() {
		if err := writeRecords(ctx, r, e, reports.AuditQuery{Part: part, Project: want.Project, Since: want.Since}, &f); err != nil {
			return Written{}, err
		}
		n.Records += f.Counts[part]
	}
	if n.Seal, err = sealOf(all, f); err != nil {
		return n, err
	}
	f.File = n.Seal
	return n, errors.Join(e.Encode(f), out.Flush())
}

func encodeLine(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return out.Bytes(), err
}

// The records follow this sum over the head and the log's last seal.
func sumOfHead(head []byte, seal string) string {
	sum := sha256.Sum256([]byte(string(head) + seal))
	return hex.EncodeToString(sum[:])
}

// The last line counts without the sum.
func sealOf(all hash.Hash, f foot) (string, error) {
	f.File = ""
	raw, err := encodeLine(f)
	all.Write(raw)
	return hex.EncodeToString(all.Sum(nil)), err
}

// The lines are those between the head's first and last.
func writeLines(ctx context.Context, r Records, e *json.Encoder, h head, f *foot) error {
	for after := h.First - 1; after < h.Last; {
		lines, err := r.Sealed(ctx, after, atOnce)
		if err != nil {
			return err
		}
		if len(lines) == 0 {
			return fmt.Errorf("the journal ends after line %d, and was to end with %d", after, h.Last)
		}
		for _, l := range lines {
			if after = l.Seq; l.Seq > h.Last {
				return nil // it came meanwhile
			}
			if h.Project != "" && l.Project != string(h.Project) {
				continue
			}
			f.Lines, f.Seal = f.Lines+1, l.Seal
			if err := e.Encode(l); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeRecords(ctx context.Context, r Records, e *json.Encoder, q reports.AuditQuery, f *foot) error {
	for after := (reports.AuditAfter{}); ; {
		some, next, err := r.AuditRecords(ctx, q, after, atOnce)
		if err != nil {
			return err
		}
		after = next
		for _, one := range some {
			sum, err := sumAfter(f.Sum, one)
			if err != nil {
				return err
			}
			f.Sum = sum
			f.Counts[q.Part]++
			if err := e.Encode(record{one, sum}); err != nil {
				return err
			}
		}
		if len(some) < atOnce {
			return nil
		}
	}
}

// The sum is over the record and all before it.
func sumAfter(before string, r reports.AuditRecord) (string, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("record %s: %w", r.ID, err)
	}
	sum := sha256.Sum256(append([]byte(before+"\n"), raw...))
	return hex.EncodeToString(sum[:]), nil
}

package journal

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Sealed returns at most limit lines of the journal after line number after with
// their seals, oldest first.
func (d *Journal) Sealed(ctx context.Context, after int64, limit int) ([]org.SealedLine, error) {
	var rows []struct {
		EventRow
		Hash []byte
	}
	if err := d.db.NumberLines(ctx); err != nil {
		return nil, err
	}
	err := sqldb.Many(ctx, d.db.Read, &rows, `
		SELECT e.seq, e.at, e.kind, e.message_id, e.project_id, e.mission_id, e.step_id, e.agent_id, e.attempt, e.body, e.data, s.hash
		  FROM events e LEFT JOIN seals s ON s.seq = e.seq WHERE e.seq > ? ORDER BY e.seq LIMIT ?`, after, limit)
	if err != nil {
		return nil, fmt.Errorf("read sealed lines after %d: %w", after, err)
	}
	out := make([]org.SealedLine, 0, len(rows))
	for _, r := range rows {
		if !sqldb.Numbered(r.Seq) {
			break // it was committed since
		}
		out = append(out, org.SealedLine{
			Seq: r.Seq, At: r.At, Kind: string(r.Kind), Message: r.Message.String, Project: r.Project.String, Mission: r.Mission.String, Step: r.Step.String,
			Agent: r.Agent.String, Attempt: r.Attempt, Body: sqldb.Plain(r.Body), Data: sqldb.Plain(r.Data), Seal: hex.EncodeToString(r.Hash),
		})
	}
	return out, nil
}

// SealAfter returns the seal that a line has after the line with another seal, in hex; the first
// line of a journal follows the empty one.
func SealAfter(before string, l org.SealedLine) (string, error) {
	hash, err := hex.DecodeString(before)
	if err != nil {
		return "", fmt.Errorf("seal before line %d: %w", l.Seq, err)
	}
	text := func(s string) sql.NullString { return sql.NullString{String: s, Valid: true} }
	s := seal{Hash: hash}.sealNext(EventRow{
		Seq: l.Seq, At: l.At, Kind: org.EventKind(l.Kind), Message: text(l.Message), Project: text(l.Project), Mission: text(l.Mission), Step: text(l.Step),
		Agent: text(l.Agent), Attempt: l.Attempt, Body: l.Body, Data: l.Data,
	})
	return hex.EncodeToString(s.Hash), nil
}

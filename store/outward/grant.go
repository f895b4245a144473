package outward

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// ClaimGrant gives the renewal of a connection's access to one owner for a term. It returns org.ErrConflict while another has it.
func (d *Outward) ClaimGrant(ctx context.Context, connection, owner string, term time.Duration) (fence int64, err error) {
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "claim-grant"
		n, err := t.Change(`
			INSERT INTO grants (connection, claimed_by, claim_until, fence) VALUES (?, ?, ?, 1)
			    ON CONFLICT (connection) DO UPDATE SET claimed_by = excluded.claimed_by, claim_until = excluded.claim_until, fence = grants.fence + 1
			 WHERE grants.claim_until <= ?`, connection, owner, t.Now+term.Microseconds(), t.Now)
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		return sqldb.One(t.Ctx, t, &fence, `SELECT fence FROM grants WHERE connection = ?`, connection)
	})
	return fence, sqldb.Wrap("renew the access of "+connection, err)
}

// KeepGrant keeps a renewed access, which ends for good then, zero for never, and gives the renewal back. It returns org.ErrLeaseLost where
// another has it, or the connection was made anew.
func (d *Outward) KeepGrant(ctx context.Context, connection string, fence int64, secret []byte, ends time.Time) error {
	return sqldb.Wrap("keep the access of "+connection, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-grant"
		n, err := t.Change(`UPDATE grants SET claim_until = 0 WHERE connection = ? AND fence = ?`, connection, fence)
		if err == nil && n == 0 {
			err = org.ErrLeaseLost
		}
		if err != nil {
			return err
		}
		last := int64(0)
		if !ends.IsZero() {
			last = sqldb.Micros(ends)
		}
		if server, is := outward.ToolServerOf(connection); is {
			n, err = t.Change(`UPDATE tool_servers SET sealed = ? WHERE name = ?`, secret, server)
		} else {
			n, err = t.Change(`UPDATE connections SET sealed = ?, ends_at = ? WHERE name = ?`, secret, last, connection)
		}
		if err == nil && n == 0 {
			err = fmt.Errorf("it is not connected: %w", org.ErrLeaseLost)
		}
		return err
	}))
}

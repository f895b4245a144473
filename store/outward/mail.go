package outward

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// MailSenders lists whose mail is read because a founder named them, by address.
func (d *Outward) MailSenders(ctx context.Context) ([]outward.Sender, error) {
	var rows []struct {
		Address string
		SaidBy  string `db:"said_by"`
		At      int64
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT address, said_by, at FROM mail_senders ORDER BY address`); err != nil {
		return nil, fmt.Errorf("list senders: %w", err)
	}
	out := make([]outward.Sender, 0, len(rows))
	for _, r := range rows {
		out = append(out, outward.Sender{Address: r.Address, By: r.SaidBy, At: sqldb.Moment(r.At)})
	}
	return out, nil
}

// NameSender has the mail of an address be read. Said twice it is the same. It returns org.ErrConflict when there are as many as there may be.
func (d *Outward) NameSender(ctx context.Context, address, who string) error {
	return sqldb.Wrap("name a sender", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "name-sender"
		var n int
		if err := t.Get(&n, `SELECT count(*) FROM mail_senders WHERE address <> ?`, address); err != nil {
			return err
		}
		if n >= outward.NamedMost {
			return org.ErrConflict
		}
		added, err := t.Change(`INSERT INTO mail_senders (address, said_by, at) VALUES (?, ?, ?) ON CONFLICT (address) DO NOTHING`, address, who, t.Now)
		if err != nil || added == 0 {
			return err
		}
		return recordConnection(t, outward.MailConnection, "named", "Reads the mail of "+address)
	}))
}

// ForgetSender undoes NameSender. It returns org.ErrNotFound for an address that was not named.
func (d *Outward) ForgetSender(ctx context.Context, address string) error {
	return sqldb.Wrap("forget a sender", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "forget-sender"
		n, err := t.Change(`DELETE FROM mail_senders WHERE address = ?`, address)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, outward.MailConnection, "unnamed", "Reads the mail of "+address+" no more, unless you write to it")
	}))
}

// tellMail says what became of an action with mail, which has no project's thread.
func tellMail(t *sqldb.Tx, a outward.Action) error {
	home, found, err := ledger.Home(t)
	if err != nil || !found {
		return err
	}
	return outbox.Deliver(t, reports.Delivery{
		Key: fmt.Sprintf("mail:%s:%s", a.ID, a.State), Channel: home, Kind: reports.DeliverNotice, Title: "Mail",
		Facts: reports.Facts{News: &reports.News{Noun: "draft", Figures: outward.MailNews{Action: a.ID, Kind: a.Kind, State: a.State, To: a.MailTo(), Why: a.Why}}},
	})
}

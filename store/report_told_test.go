package store_test

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// told is what a delivery says when it is sent.
func told(ctx context.Context, db *store.DB, v reports.Delivery) (string, error) {
	var t reports.Ticket
	if v.Project != "" && v.Body == "" {
		var err error
		if t, err = db.Ticket(ctx, v.Project, time.Now()); err != nil {
			return "", err
		}
	}
	return messages.Render(v, t).Body, nil
}

// toldAll is what the deliveries of a kind say, each after its key, oldest first.
func toldAll(ctx context.Context, db *store.DB, kind reports.DeliveryKind) ([]string, error) {
	const cut = "|~|"
	rows, err := db.Texts(ctx, `SELECT key || '`+cut+`' || coalesce(project_id, '') || '`+cut+`' || body || '`+cut+`' || facts FROM deliveries WHERE kind = ? ORDER BY seq`, kind)
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, len(rows))
	for _, r := range rows {
		parts := strings.Split(r, cut)
		v := reports.Delivery{Kind: kind, Project: org.ProjectID(parts[1]), Body: parts[2]}
		if parts[3] != "" {
			if err := sqldb.FromJSON(parts[3], &v.Facts); err != nil {
				return nil, err
			}
		}
		text, err := told(ctx, db, v)
		if err != nil {
			return nil, err
		}
		out = append(out, parts[0]+" "+text)
	}
	return out, nil
}

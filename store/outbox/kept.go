package outbox

import (
	"context"
	"encoding/json"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KeepText keeps the words of a delivery that are made when it is sent, with its buttons, for a page that shows them. Said twice it is the same.
func (d *Outbox) KeepText(ctx context.Context, id org.DeliveryID, text string, card org.Card) error {
	kept, err := json.Marshal(card)
	if err != nil {
		return err
	}
	return sqldb.Wrap("keep the words of "+string(id), d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-text"
		return t.Exec(`UPDATE deliveries SET body = ?, card = ? WHERE id = ? AND body = ''`, text, string(kept), id)
	}))
}

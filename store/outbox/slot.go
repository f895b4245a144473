package outbox

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// isOverwritten reports whether nothing new is to be queued: the key was used already, or a
// delivery of the same slot that nobody has begun to send has the content now, or it is an edit of
// what was never said.
func isOverwritten(t *sqldb.Tx, v *reports.Delivery) (bool, error) {
	var known int
	if err := t.Get(&known, `SELECT count(*) FROM deliveries WHERE key = ?`, v.Key); err != nil {
		return false, fmt.Errorf("look for delivery %s: %w", v.Key, err)
	}
	if known > 0 {
		return true, nil
	}
	var older []struct {
		ID       org.DeliveryID
		State    org.DeliveryState
		Kind     reports.DeliveryKind
		Card     string
		Attempts int
	}
	err := t.All(&older, `
		SELECT id, state, kind, card, attempts FROM deliveries
		 WHERE slot = ? AND transport = ? AND channel = ? AND coalesce(project_id, '') = ? AND state IN ('queued', 'sending', 'sent')
		 ORDER BY CASE state WHEN 'queued' THEN 0 ELSE 1 END, seq DESC LIMIT 1`, v.Card.Slot, v.Channel.Transport, v.Channel.ID, v.Project)
	switch {
	case err != nil:
		return false, fmt.Errorf("look for an older %s: %w", v.Card.Slot, err)
	case len(older) == 0:
		return v.Card.Edit, nil
	case older[0].State != org.DeliveryQueued:
		return false, nil
	case v.Kind == reports.DeliverEscalation && older[0].Attempts > 0:
		return false, nil // that try may have gone out as it was, and a chat takes no other words under its key: what was added comes behind it, as an edit
	}
	if v.Card.Edit { // what nobody has seen yet is said in its new words
		var card org.Card
		if err := sqldb.FromJSON(older[0].Card, &card); err != nil {
			return false, err
		}
		v.Kind, v.Card.Edit, v.Card.Silent = older[0].Kind, card.Edit, card.Silent
	}
	return true, replaceContent(t, older[0].ID, *v)
}

// replaceContent gives a delivery that is still queued another content. It takes the new key too,
// unless a try under the old one may have gone out.
func replaceContent(t *sqldb.Tx, id org.DeliveryID, v reports.Delivery) error {
	card, err := sqldb.JSONText(v.Card)
	if err != nil {
		return err
	}
	facts, err := formatFacts(v)
	if err != nil {
		return err
	}
	err = sqldb.Wrap("rewrite delivery "+string(id), t.Exec(`
		UPDATE deliveries
		   SET key = CASE attempts WHEN 0 THEN ? ELSE key END, kind = ?, title = ?, body = ?, slot = ?, card = ?, facts = ?, hold_until = 0
		 WHERE id = ? AND state = 'queued'`, v.Key, v.Kind, v.Title, v.Body, v.Card.Slot, card, facts, id))
	if err != nil {
		return err
	}
	if err := sqldb.Wrap("rewrite files of "+string(id), t.Exec(`DELETE FROM delivery_files WHERE delivery_id = ?`, id)); err != nil {
		return err
	}
	t.Wake = true
	return insertFiles(t, id, v)
}

// addPlace says where a claimed delivery belongs: its project's thread, and the message that it
// takes the place of.
func addPlace(t *sqldb.Tx, r DeliveryRow, out *reports.Delivery) error {
	if r.Project.Valid {
		var threads []string
		err := t.All(&threads, `SELECT thread FROM threads WHERE project_id = ? AND transport = ?`, r.Project.String, r.Transport)
		if err != nil {
			return fmt.Errorf("look for the thread of %s: %w", r.Project.String, err)
		}
		if len(threads) > 0 {
			out.Thread = threads[0]
		}
		if err := addRequest(t, out); err != nil {
			return err
		}
	}
	if r.Kind == reports.DeliverReply {
		if err := addQuestion(t, out); err != nil {
			return err
		}
	}
	if err := resolveRefers(t, out); err != nil {
		return err
	}
	if r.Slot == "" {
		return nil
	}
	var receipts []string
	err := t.All(&receipts, `
		SELECT receipt FROM deliveries
		 WHERE slot = ? AND transport = ? AND channel = ? AND coalesce(project_id, '') = ? AND state = 'sent' AND seq < ?
		 ORDER BY seq DESC LIMIT 1`, r.Slot, r.Transport, r.Channel, r.Project.String, r.Seq)
	if err != nil {
		return fmt.Errorf("look for the message that %s replaces: %w", r.ID, err)
	}
	if len(receipts) > 0 {
		out.Replaces = receipts[0]
	}
	return nil
}

func addQuestion(t *sqldb.Tx, out *reports.Delivery) error {
	message, ok := strings.CutPrefix(out.Key, "reply:")
	if !ok {
		return nil
	}
	var origin []string
	err := t.All(&origin, `SELECT origin FROM messages WHERE id = ? AND transport = ? AND channel = ?`, message, out.Channel.Transport, out.Channel.ID)
	if err != nil {
		return fmt.Errorf("look for the message that %s answers: %w", out.ID, err)
	}
	if len(origin) > 0 {
		out.Answers = origin[0]
	}
	return nil
}

// addRequest adds the title of the project of a delivery, who asked for it, and where.
func addRequest(t *sqldb.Tx, out *reports.Delivery) error {
	var row struct {
		Author    string
		Origin    string
		Transport string
		Channel   string
		Title     string
		Single    bool
	}
	err := t.Get(&row, `
		SELECT m.author, m.origin, m.transport, m.channel, projects.title, CASE WHEN `+record.OneTask+` THEN 1 ELSE 0 END AS single
		  FROM projects JOIN messages m ON m.id = projects.message_id WHERE projects.id = ?`, out.Project)
	if err != nil {
		return fmt.Errorf("look for who asked for %s: %w", out.Project, err)
	}
	out.Asker, out.Name, out.Single = row.Author, row.Title, row.Single
	if row.Transport == out.Channel.Transport && row.Channel == out.Channel.ID {
		out.Answers = row.Origin
	}
	return nil
}

// resolveRefers puts receipts in the place of the keys that a delivery refers to.
func resolveRefers(t *sqldb.Tx, out *reports.Delivery) error {
	var sent []string
	for _, key := range out.Card.Refers {
		var receipts []string
		if err := t.All(&receipts, `SELECT receipt FROM deliveries WHERE key = ? AND state = 'sent'`, key); err != nil {
			return fmt.Errorf("look for the receipt of %s: %w", key, err)
		}
		sent = append(sent, receipts...)
	}
	out.Card.Refers = sent
	return nil
}

// forgetOlder deletes what a slot said before, so that a card which is edited
// for weeks is one row. It returns how many there were; an edit is no line of
// the journal.
func forgetOlder(t *sqldb.Tx, r DeliveryRow) (int64, error) {
	const older = ` FROM deliveries
		 WHERE slot = ? AND transport = ? AND channel = ? AND coalesce(project_id, '') = ? AND state = 'sent' AND seq < ?`
	const uncounted = ` AND attention NOT IN ('ping', 'spent')` // these are counted to the end of their day
	args := []any{r.Slot, r.Transport, r.Channel, r.Project.String, r.Seq}
	var n int64
	if err := t.Get(&n, `SELECT count(*)`+older, args...); err != nil {
		return 0, fmt.Errorf("look for older %s: %w", r.Slot, err)
	}
	err := t.Exec(`DELETE FROM delivery_files WHERE delivery_id IN (SELECT id`+older+uncounted+`)`, args...)
	if err != nil {
		return 0, fmt.Errorf("forget older files of %s: %w", r.Slot, err)
	}
	if err := t.Exec(`DELETE`+older+uncounted, args...); err != nil {
		return 0, fmt.Errorf("forget older %s: %w", r.Slot, err)
	}
	return n, nil
}

package engine

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	sameMessage  = time.Minute // so long further questions of a project join the message with its first one
	mostTogether = 8           // questions in one message: more of them have no room for what each is about
)

// findMessageToJoin returns the first question of the message that a new one of a project joins;
// empty where it gets a message of its own. It joins one that was asked within a minute, or that
// nobody has begun to send, as long as nobody has answered anything there: who has done with a
// message does not look at it again. Only a chat that edits its messages puts them together.
func findMessageToJoin(t *sqldb.Tx, id org.ProjectID) (string, error) {
	p, err := record.ProjectOf(t.Ctx, t, id)
	if err != nil || !p.Channel.Threaded() {
		return "", err
	}
	var last []struct {
		First string
		N     int
	}
	err = t.All(&last, `
		SELECT f.id AS first, 1 + (SELECT count(*) FROM escalations w WHERE w.asked_with = f.id) AS n
		  FROM escalations f
		 WHERE f.project_id = ? AND f.asked_with = '' AND f.state = 'open'
		   AND NOT EXISTS (SELECT 1 FROM escalations w WHERE w.asked_with = f.id AND w.state <> 'open')
		   AND (f.created_at > ?
		     OR EXISTS (SELECT 1 FROM deliveries d WHERE d.slot = ? || f.id AND d.state = 'queued' AND d.attempts = 0)
		    AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.slot = ? || f.id AND d.state <> 'queued'))
		 ORDER BY f.created_at DESC, length(f.id) DESC, f.id DESC LIMIT 1`, id,
		t.Now-sameMessage.Microseconds(), org.DecisionSlot(""), org.DecisionSlot(""))
	if err != nil {
		return "", fmt.Errorf("look for what is asked about %s: %w", id, err)
	}
	if len(last) == 0 || last[0].N >= mostTogether {
		return "", nil
	}
	return last[0].First, nil
}

func askQuestion(t *sqldb.Tx, p org.Project, q org.Decision) (string, error) {
	id, err := recordQuestion(t, q)
	if err != nil {
		return "", err
	}
	return id, outbox.Deliver(t, reports.Delivery{
		Key: "escalation:" + id, Channel: p.Channel, Project: p.ID, Kind: reports.DeliverEscalation, Title: p.Title,
		Facts: reports.Facts{Decision: id},
	})
}

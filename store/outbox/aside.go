package outbox

import (
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// errUnreadable says that what is stored of a delivery can be read by no try.
var errUnreadable = errors.New("what is stored of it is damaged")

const lostKey = "lost:"

// putAside gives up a delivery that cannot be read, so that the next one is sent,
// and says so once where it belonged. Of one that says so of another nothing is
// said any more.
func putAside(t *sqldb.Tx, row DeliveryRow, why error) error {
	err := t.Exec(`
		UPDATE deliveries SET state = 'abandoned', reason = ?, claim_until = NULL, ended_at = ? WHERE seq = ?`, why.Error(), t.Now, row.Seq)
	if err != nil {
		return fmt.Errorf("put delivery %s aside: %w", row.ID, err)
	}
	e := row.buildEvent(org.EventDeliveryDropped, why.Error())
	e.Data["told"] = "yes"
	if err := t.Event(e); err != nil || strings.HasPrefix(row.Key, lostKey) {
		return err
	}
	project := org.ProjectID(row.Project.String)
	return Deliver(t, reports.Delivery{
		Key:     fmt.Sprintf("%s%s:%d", lostKey, row.ID, t.Now),
		Channel: org.Channel{Transport: row.Transport, ID: row.Channel}, Project: project, Kind: reports.DeliverNotice, Title: "Not sent",
		Facts: reports.Facts{Lost: &reports.LostFacts{Delivery: row.ID, Kind: row.Kind, Project: project, Title: row.Title}},
	})
}

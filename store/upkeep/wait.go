package upkeep

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/outbox"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// KeepWait notes that something waits for a fault to pass.
func (d *Upkeep) KeepWait(ctx context.Context, w reports.Wait) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "keep-wait"
		return record.KeepWait(t, w)
	})
}

// EndWait forgets that something waits, since it went on.
func (d *Upkeep) EndWait(ctx context.Context, key string) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-wait"
		return record.EndWait(t, key)
	})
}

// NoticeWaits tells the founder once of each thing that waits and that he should know of.
func (d *Upkeep) NoticeWaits(ctx context.Context) error {
	now := d.db.Now()
	waits, err := record.Waits(ctx, d.db.Read, now)
	if err != nil {
		return err
	}
	for _, w := range waits {
		if !w.Due(now) {
			continue
		}
		err := d.db.Write(ctx, func(t *sqldb.Tx) error {
			t.Method = "notice-waits"
			ch, found, err := ledger.Home(t)
			if err != nil || !found {
				return err
			}
			w.Told = true
			if err := record.KeepWait(t, w); err != nil {
				return err
			}
			return outbox.Deliver(t, reports.Delivery{
				Key: "wait:" + w.Key + ":" + w.Since.UTC().Format("20060102T150405.000000"), Channel: ch, Kind: reports.DeliverNotice, Title: "Waiting", Facts: reports.Facts{Wait: &w},
			})
		})
		if err != nil {
			return sqldb.Wrap("tell that "+w.Key+" waits", err)
		}
	}
	return nil
}

// NoticeRoom tells the founder, once a week at most, that the disk fills.
func (d *Upkeep) NoticeRoom(ctx context.Context, f reports.RoomFacts) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "notice-room"
		ch, found, err := ledger.Home(t)
		if err != nil || !found {
			return err
		}
		year, week := sqldb.Moment(t.Now).ISOWeek()
		return outbox.Deliver(t, reports.Delivery{
			Key: fmt.Sprintf("room:%d-%02d", year, week), Channel: ch, Kind: reports.DeliverNotice, Title: "Disk", Facts: reports.Facts{Room: &f},
		})
	})
	return sqldb.Wrap("tell that the disk fills", err)
}

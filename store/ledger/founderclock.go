package ledger

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// FounderClock returns when the founder's day is, by the policy rows "zone"
// and "digest.hour".
func (d *Ledger) FounderClock(ctx context.Context) (org.FounderClock, error) {
	return ClockOf(ctx, d.db.Read)
}

// ClockOf reads when the founder's day is.
func ClockOf(ctx context.Context, q sqldb.Getter) (org.FounderClock, error) {
	var rows []struct{ Name, Value string }
	err := sqldb.Many(ctx, q, &rows, `SELECT name, value FROM policies WHERE name IN (?, ?)`, org.PolicyZone, org.PolicyDigest)
	if err != nil {
		return org.FounderClock{}, fmt.Errorf("read the founder's clock: %w", err)
	}
	c := org.FounderClock{Zone: "UTC", Hour: org.DigestHour}
	for _, r := range rows {
		switch {
		case r.Name == org.PolicyZone:
			c.Zone = r.Value
		case r.Value == "off":
			c.Silent = true
		default:
			if c.Hour, err = strconv.Atoi(r.Value); err != nil {
				return c, fmt.Errorf("read policy %s: %w", r.Name, err)
			}
		}
	}
	return c, nil
}

// soundPolicy refuses a value that nothing could read later.
func soundPolicy(name, value string) error {
	switch name {
	case org.PolicyZone:
		_, err := calendar.Zone(value)
		return err
	case org.PolicyDigest:
		if n, err := strconv.Atoi(value); value != "off" && (err != nil || n < 0 || n > 23) {
			return fmt.Errorf("%s is %q: write an hour from 0 to 23, or off", name, value)
		}
	case org.PolicyPrefer, org.PolicyDistrust:
		_, err := org.ParseSites(value)
		return err
	case org.PolicySearchMonth:
		_, err := org.ParseSearchMonth(value)
		return err
	case org.PolicyGates:
		_, err := org.ParseGates(value)
		return err
	case org.PolicyPlanAsk:
		_, _, err := org.ParsePlanAsk(value)
		return err
	case org.PolicyCrosscheck:
		_, err := org.ParseCrosscheck(value)
		return err
	case org.PolicyRouter:
		if value != "on" && value != "off" {
			return fmt.Errorf("%s is %q: write on or off", name, value)
		}
	}
	return nil
}

// Today is the founder's day at the time of the transaction.
func Today(t *sqldb.Tx) (string, error) { return dayOf(t.Ctx, t, sqldb.Moment(t.Now)) }

// dayOf is the founder's day at a time.
func dayOf(ctx context.Context, q sqldb.Getter, at time.Time) (string, error) {
	c, err := ClockOf(ctx, q)
	if err != nil {
		return "", err
	}
	zone, err := calendar.Zone(c.Zone)
	if err != nil {
		return "", err
	}
	return calendar.Day(at, zone), nil
}

// monthLen is how much of a day is its month.
const monthLen = len("2026-03")

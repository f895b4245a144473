package ledger

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// FounderClock returns when the founder's day is, by the policy rows "zone",
// "zone.machine" and "digest.hour".
func (d *Ledger) FounderClock(ctx context.Context) (reports.FounderClock, error) {
	return ClockOf(ctx, d.db.Read)
}

// ClockOf reads when the founder's day is.
func ClockOf(ctx context.Context, q sqldb.Getter) (reports.FounderClock, error) {
	var rows []policyRow
	if err := sqldb.Many(ctx, q, &rows, clockQuery, clockNames()...); err != nil {
		return reports.FounderClock{}, fmt.Errorf("read the founder's clock: %w", err)
	}
	return clockOf(rows)
}

// clockQuery takes clockNames.
const clockQuery = `SELECT name, value FROM policies WHERE name IN (?, ?, ?)`

func clockNames() []any { return []any{policy.Zone, policy.ZoneMachine, policy.Digest} }

type policyRow struct{ Name, Value string }

func clockOf(rows []policyRow) (reports.FounderClock, error) {
	var err error
	c := reports.FounderClock{Hour: org.DigestHour}
	var set, machine string
	for _, r := range rows {
		switch {
		case r.Name == policy.Zone:
			set = r.Value
		case r.Name == policy.ZoneMachine:
			machine = r.Value
		case r.Value == "off":
			c.Silent = true
		default:
			if c.Hour, err = strconv.Atoi(r.Value); err != nil {
				return c, fmt.Errorf("read policy %s: %w", r.Name, err)
			}
		}
	}
	c.Zone, c.Chosen = policy.ZoneOf(set, machine)
	return c, nil
}

// SetMachineZone keeps the zone of the machine that talks to the founder: his day,
// until he names another. Nothing happens when it is that already.
func (d *Ledger) SetMachineZone(ctx context.Context, zone string) error {
	now, err := d.Policy(ctx, policy.ZoneMachine, "")
	if err != nil || now == zone {
		return err
	}
	return d.SetPolicy(ctx, policy.ZoneMachine, zone)
}

func checkPolicy(name, value string) error {
	switch name {
	case policy.Zone, policy.ZoneMachine:
		if name == policy.Zone && value == policy.ZoneOfMachine {
			return nil
		}
		_, err := calendar.Zone(value)
		return err
	case policy.Digest:
		if n, err := strconv.Atoi(value); value != "off" && (err != nil || n < 0 || n > 23) {
			return fmt.Errorf("%s is %q: write an hour from 0 to 23, or off", name, value)
		}
	case policy.Prefer, policy.Distrust:
		_, err := policy.ParseSites(value)
		return err
	case policy.SearchMonth:
		_, err := policy.ParseSearchMonth(value)
		return err
	case policy.Gates:
		_, err := policy.ParseGates(value)
		return err
	case policy.WatchAct:
		_, err := reports.ParseThresholds(value, "")
		return err
	case policy.WatchSuggest:
		_, err := reports.ParseThresholds("", value)
		return err
	case policy.PlanAsk:
		_, _, err := policy.ParsePlanAsk(value)
		return err
	case policy.Crosscheck:
		_, err := policy.ParseCrosscheck(value)
		return err
	case policy.Publish:
		_, err := policy.ParsePublish(value)
		return err
	case policy.Router:
		if value != "on" && value != "off" {
			return fmt.Errorf("%s is %q: write on or off", name, value)
		}
	}
	return nil
}

// Today returns the founder's day at the time of the transaction.
func Today(t *sqldb.Tx) (string, error) { return readDay(t.Ctx, t, sqldb.Moment(t.Now)) }

func readDay(ctx context.Context, q sqldb.Getter, at time.Time) (string, error) {
	c, err := ClockOf(ctx, q)
	if err != nil {
		return "", err
	}
	return dayAt(c, at)
}

func dayAt(c reports.FounderClock, at time.Time) (string, error) {
	zone, err := calendar.Zone(c.Zone)
	if err != nil {
		return "", err
	}
	return calendar.Day(at, zone), nil
}

const monthLen = len("2026-03")

// DayBegin returns when the founder's present day began.
func DayBegin(t *sqldb.Tx) (time.Time, error) {
	c, err := ClockOf(t.Ctx, t)
	if err != nil {
		return time.Time{}, err
	}
	zone, err := calendar.Zone(c.Zone)
	if err != nil {
		return time.Time{}, err
	}
	return calendar.Begin(calendar.Day(sqldb.Moment(t.Now), zone), zone), nil
}

// NextReview returns when the company's next weekly review comes.
func NextReview(t *sqldb.Tx) (time.Time, error) {
	var rows []struct{ Value string }
	if err := t.All(&rows, `SELECT value FROM policies WHERE name = ?`, policy.CompanyReview); err != nil {
		return time.Time{}, err
	}
	spec := policy.CompanyReviewUsual
	if len(rows) > 0 {
		spec = rows[0].Value
	}
	c, err := ClockOf(t.Ctx, t)
	if err != nil {
		return time.Time{}, err
	}
	rule, err := calendar.Parse(spec, c.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("read %s: %w", policy.CompanyReview, err)
	}
	return rule.Next(sqldb.Moment(t.Now)), nil
}

// moveReview has the company's next review come as the setting says that was just changed.
// One that is due already comes now.
func moveReview(t *sqldb.Tx) error {
	next, err := NextReview(t)
	if err != nil {
		return err
	}
	return sqldb.Wrap("move the company's review", t.Exec(`UPDATE company SET review_at = ? WHERE working = 1 AND review_at > ?`, sqldb.Micros(next), t.Now))
}

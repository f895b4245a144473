package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Calendars lists them by name.
func (d *Outward) Calendars(ctx context.Context) ([]outward.Calendar, error) {
	var rows []struct {
		Name, Host, Account, Paths, Why string
		Kind                            outward.CalendarKind
		Sealed                          []byte
		On                              bool `db:"active"`
		At                              int64
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT name, kind, host, account, paths, sealed, active, why, at FROM calendars ORDER BY length(name), name`); err != nil {
		return nil, fmt.Errorf("list calendars: %w", err)
	}
	out := make([]outward.Calendar, 0, len(rows))
	for _, r := range rows {
		c := outward.Calendar{Name: r.Name, Kind: r.Kind, Host: r.Host, Account: r.Account, Sealed: r.Sealed, On: r.On, Why: r.Why, At: sqldb.Moment(r.At)}
		if err := sqldb.FromJSON(r.Paths, &c.Paths); err != nil {
			return nil, fmt.Errorf("read the calendar %s: %w", r.Name, err)
		}
		out = append(out, c)
	}
	return out, nil
}

// AddCalendar keeps a calendar in the place of the one of its name. It returns org.ErrConflict when there are as many as there may be.
func (d *Outward) AddCalendar(ctx context.Context, c outward.Calendar) error {
	paths, err := json.Marshal(slices.Concat([]string{}, c.Paths))
	if err != nil {
		return err
	}
	return sqldb.Wrap("add the calendar "+c.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "add-calendar"
		var n int
		if err := t.Get(&n, `SELECT count(*) FROM calendars WHERE name <> ?`, c.Name); err != nil {
			return err
		}
		if n >= outward.CalendarsMost {
			return org.ErrConflict
		}
		err := t.Exec(`
			INSERT INTO calendars (name, kind, host, account, paths, sealed, active, at) VALUES (?, ?, ?, ?, ?, ?, 1, ?)
			    ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, host = excluded.host, account = excluded.account, paths = excluded.paths,
			       sealed = excluded.sealed, active = 1, why = '', at = excluded.at`,
			c.Name, c.Kind, c.Host, c.Account, string(paths), c.Sealed, t.Now)
		if err != nil {
			return err
		}
		return recordConnection(t, c.Name, "on", fmt.Sprintf("Connected the calendar %s at %s", c.Name, c.Host))
	}))
}

// SwitchCalendarOff keeps a calendar and reads it no more until it is connected again. Said twice it is the same.
func (d *Outward) SwitchCalendarOff(ctx context.Context, name, why string) error {
	return sqldb.Wrap("switch the calendar "+name+" off", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "calendar-off"
		n, err := t.Change(`UPDATE calendars SET active = 0, why = ? WHERE name = ? AND active = 1`, why, name)
		if err != nil || n == 0 {
			return err
		}
		return recordConnection(t, name, "off", fmt.Sprintf("Switched the calendar %s off: %s", name, why))
	}))
}

// RemoveCalendar deletes a calendar with its address and password. It returns org.ErrNotFound for one that is not known.
func (d *Outward) RemoveCalendar(ctx context.Context, name string) error {
	return sqldb.Wrap("remove the calendar "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remove-calendar"
		n, err := t.Change(`DELETE FROM calendars WHERE name = ?`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, name, "gone", "Disconnected the calendar "+name)
	}))
}

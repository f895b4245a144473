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

// Connect keeps a connection in the place of the one of its name or address.
func (d *Outward) Connect(ctx context.Context, c outward.Connection) error {
	rights, err := json.Marshal(slices.Concat([]string{}, c.Rights))
	if err != nil {
		return fmt.Errorf("connect %s: %w", c.Name, err)
	}
	return sqldb.Wrap("connect "+c.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "connect", true
		if err := t.Exec(`DELETE FROM connections WHERE name = ? OR address = ?`, c.Name, c.Address); err != nil {
			return err
		}
		if err := endRenewal(t, c.Name); err != nil {
			return err
		}
		ends := int64(0)
		if !c.Ends.IsZero() {
			ends = sqldb.Micros(c.Ends)
		}
		err := t.Exec(`INSERT INTO connections (name, service, address, account, rights, sealed, active, at, ends_at, room, room_name) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)`,
			c.Name, c.Service, c.Address, c.Account, string(rights), c.Sealed, t.Now, ends, c.Room, c.RoomName)
		if err != nil {
			return err
		}
		return recordConnection(t, c.Name, "on", fmt.Sprintf("Connected %s at %s as %s", c.Name, c.Address, c.Account))
	}))
}

// endRenewal sees to it that whoever renews the old access of a connection keeps nothing.
func endRenewal(t *sqldb.Tx, name string) error {
	return t.Exec(`UPDATE grants SET fence = fence + 1, claim_until = 0 WHERE connection = ?`, name)
}

// RotateToken keeps a new token of a connection, which is on from now on. All else of it stays. It returns org.ErrNotFound for one that is
// not known.
func (d *Outward) RotateToken(ctx context.Context, c outward.Connection) error {
	rights, err := json.Marshal(slices.Concat([]string{}, c.Rights))
	if err != nil {
		return fmt.Errorf("keep a new token of %s: %w", c.Name, err)
	}
	return sqldb.Wrap("keep a new token of "+c.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method, t.Wake = "rotate-token", true
		ends := int64(0)
		if !c.Ends.IsZero() {
			ends = sqldb.Micros(c.Ends)
		}
		n, err := t.Change(`UPDATE connections SET sealed = ?, rights = ?, ends_at = ?, active = 1, why = '' WHERE name = ? AND address = ?`, c.Sealed, string(rights), ends, c.Name, c.Address)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, c.Name, "on", fmt.Sprintf("%s at %s has a new token, as %s", c.Name, c.Address, c.Account))
	}))
}

func recordConnection(t *sqldb.Tx, name, state, text string) error {
	return t.Event(org.Event{Kind: org.EventConnection, Text: text, Data: map[string]string{"connection": name, "state": state}})
}

// SwitchOff keeps a connection and does nothing by it until it is connected again. It returns org.ErrNotFound for one that is not known.
func (d *Outward) SwitchOff(ctx context.Context, name, why string) error {
	return sqldb.Wrap("switch off "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "switch-off"
		n, err := t.Change(`UPDATE connections SET active = 0, why = ? WHERE name = ? AND active = 1`, why, name)
		if err != nil || n == 0 {
			return err
		}
		return recordConnection(t, name, "off", fmt.Sprintf("Switched %s off: %s", name, why))
	}))
}

// Disconnect deletes a connection with its secret. Actions that wait for it stay, and go on when it is connected again.
// It returns org.ErrNotFound for one that is not known.
func (d *Outward) Disconnect(ctx context.Context, name string) error {
	return sqldb.Wrap("disconnect "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "disconnect"
		n, err := t.Change(`DELETE FROM connections WHERE name = ?`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, name, "gone", "Disconnected "+name)
	}))
}

// Connections lists them by name.
func (d *Outward) Connections(ctx context.Context) ([]outward.Connection, error) {
	var rows []struct {
		Name, Address, Account, Rights, Why string
		Service                             outward.Service
		Sealed                              []byte
		On                                  bool `db:"active"`
		At                                  int64
		EndsAt                              int64 `db:"ends_at"`
		Room                                string
		RoomName                            string `db:"room_name"`
	}
	if err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT name, service, address, account, rights, sealed, active, why, at, ends_at, room, room_name FROM connections ORDER BY name`); err != nil {
		return nil, fmt.Errorf("list connections: %w", err)
	}
	out := make([]outward.Connection, 0, len(rows))
	for _, r := range rows {
		c := outward.Connection{
			Name: r.Name, Service: r.Service, Address: r.Address, Account: r.Account, Sealed: r.Sealed, On: r.On, Why: r.Why, At: sqldb.Moment(r.At), Room: r.Room, RoomName: r.RoomName,
		}
		if r.EndsAt > 0 {
			c.Ends = sqldb.Moment(r.EndsAt)
		}
		if err := json.Unmarshal([]byte(r.Rights), &c.Rights); err != nil {
			return nil, fmt.Errorf("read the rights of %s: %w", r.Name, err)
		}
		out = append(out, c)
	}
	return out, nil
}

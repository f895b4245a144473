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

type toolServerRow struct {
	Name, Address, Command, Folder, Hash, Version, Hosts, Secret, Why string
	Sealed                                                            []byte
	On                                                                bool `db:"active"`
	At                                                                int64
}

type toolRow struct {
	Server, Name, Description, Schema, Digest, Why string
	Changes                                        bool
	State                                          outward.Level
	Used                                           int
	UsedAt                                         int64 `db:"used_at"`
}

func (r toolServerRow) toServer() (outward.ToolServer, error) {
	s := outward.ToolServer{Name: r.Name, Address: r.Address, Folder: r.Folder, Hash: r.Hash, Version: r.Version, Secret: r.Secret, Sealed: r.Sealed, On: r.On, Why: r.Why, At: sqldb.Moment(r.At)}
	if err := sqldb.FromJSON(r.Command, &s.Command); err != nil {
		return s, err
	}
	return s, sqldb.FromJSON(r.Hosts, &s.Hosts)
}

func (r toolRow) toTool() outward.Tool {
	t := outward.Tool{Server: r.Server, Name: r.Name, Description: r.Description, Schema: json.RawMessage(r.Schema), Digest: r.Digest, Changes: r.Changes, State: r.State, Why: r.Why, Used: r.Used}
	if r.UsedAt > 0 {
		t.UsedAt = sqldb.Moment(r.UsedAt)
	}
	return t
}

const toolColumns = `server, name, description, schema, digest, changes, state, why, used, used_at`

// ToolServers lists them by name, each with its tools.
func (d *Outward) ToolServers(ctx context.Context) ([]outward.ToolServer, error) {
	var rows []toolServerRow
	var tools []toolRow
	err := sqldb.Many(ctx, d.db.Read, &rows, `SELECT name, address, command, folder, hash, version, hosts, secret, sealed, active, why, at FROM tool_servers ORDER BY name`)
	if err == nil {
		err = sqldb.Many(ctx, d.db.Read, &tools, `SELECT `+toolColumns+` FROM tools ORDER BY server, name`)
	}
	if err != nil {
		return nil, fmt.Errorf("list tool servers: %w", err)
	}
	out := make([]outward.ToolServer, 0, len(rows))
	for _, r := range rows {
		s, err := r.toServer()
		if err != nil {
			return nil, fmt.Errorf("read the tool server %s: %w", r.Name, err)
		}
		for _, t := range tools {
			if t.Server == s.Name {
				s.Tools = append(s.Tools, t.toTool())
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// AddToolServer keeps a server with its tools, in the place of the one of its name: of a tool that it offers as before the state stays, all others are
// asked about. It returns org.ErrConflict when there are as many as there may be.
func (d *Outward) AddToolServer(ctx context.Context, s outward.ToolServer) error {
	command, err := json.Marshal(slices.Concat([]string{}, s.Command))
	if err != nil {
		return err
	}
	return sqldb.Wrap("add the tool server "+s.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "add-tool-server"
		var others int
		if err := t.Get(&others, `SELECT count(*) FROM tool_servers WHERE name <> ?`, s.Name); err != nil {
			return err
		}
		if others >= outward.ToolServersMost {
			return org.ErrConflict
		}
		var had []toolRow
		if err := t.All(&had, `SELECT `+toolColumns+` FROM tools WHERE server = ?`, s.Name); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM tools WHERE server = ?`, s.Name); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM tool_servers WHERE name = ?`, s.Name); err != nil {
			return err
		}
		if err := endRenewal(t, outward.ToolConnection(s.Name)); err != nil {
			return err
		}
		err := t.Exec(`INSERT INTO tool_servers (name, address, command, folder, hash, version, secret, sealed, active, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
			s.Name, s.Address, string(command), s.Folder, s.Hash, s.Version, s.Secret, s.Sealed, t.Now)
		if err != nil {
			return err
		}
		for _, one := range s.Tools {
			row := toolRow{State: outward.LevelAsk}
			for _, old := range had {
				if old.Name == one.Name && old.Digest == one.Digest {
					row, one.Changes = old, old.Changes // the founder may have said that it only reads
				}
			}
			if err := insertTool(t, s.Name, one, row); err != nil {
				return err
			}
		}
		return recordConnection(t, s.Name, "on", fmt.Sprintf("The tool server %s was added, with %d tools: %s", s.Name, len(s.Tools), s.Place()))
	}))
}

func insertTool(t *sqldb.Tx, server string, one outward.Tool, as toolRow) error {
	return t.Exec(`INSERT INTO tools (server, name, description, schema, digest, changes, state, why, used, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		server, one.Name, one.Description, string(one.Schema), one.Digest, one.Changes, as.State, as.Why, as.Used, as.UsedAt)
}

// RemoveToolServer deletes a server with its secret. It returns org.ErrNotFound for one that is not known.
func (d *Outward) RemoveToolServer(ctx context.Context, name string) error {
	return sqldb.Wrap("remove the tool server "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remove-tool-server"
		if err := t.Exec(`DELETE FROM tools WHERE server = ?`, name); err != nil {
			return err
		}
		n, err := t.Change(`DELETE FROM tool_servers WHERE name = ?`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, name, "gone", "Removed the tool server "+name)
	}))
}

// SetTool sets what may be done with a tool. One that is off since its server says something else of it than the founder saw is used again only once he
// gives the code of what he sees now: until then it returns org.ErrConflict. It returns org.ErrNotFound for a tool that is not known.
func (d *Outward) SetTool(ctx context.Context, w outward.ToolWord) error {
	return sqldb.Wrap("set the tool "+w.Server+"/"+w.Tool, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "set-tool"
		var rows []toolRow
		if err := t.All(&rows, `SELECT `+toolColumns+` FROM tools WHERE server = ? AND name = ?`, w.Server, w.Tool); err != nil {
			return err
		}
		if len(rows) == 0 {
			return org.ErrNotFound
		}
		if now := rows[0].toTool(); w.Level != outward.LevelOff && (w.Seen != "" || now.Why != "") && w.Seen != now.Code() {
			return org.ErrConflict
		}
		why := ""
		if w.Level == outward.LevelOff {
			why = rows[0].Why // what he has not seen stays unseen
		}
		err := t.Exec(`UPDATE tools SET state = ?, why = ?, changes = ? WHERE server = ? AND name = ?`, w.Level, why, rows[0].Changes && !w.Reads, w.Server, w.Tool)
		if err != nil {
			return err
		}
		return recordConnection(t, w.Server, string(w.Level), fmt.Sprintf("The founder set %s of %s to %s", w.Tool, w.Server, w.Level))
	}))
}

// AllowToolHost lets the program of a server reach a host. It returns org.ErrNotFound for a server that is not known or is no program.
func (d *Outward) AllowToolHost(ctx context.Context, server, host string, allow bool) error {
	return sqldb.Wrap("allow "+server+" a host", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "allow-tool-host"
		var rows []struct{ Hosts string }
		if err := t.All(&rows, `SELECT hosts FROM tool_servers WHERE name = ? AND address = ''`, server); err != nil {
			return err
		}
		if len(rows) == 0 {
			return org.ErrNotFound
		}
		hosts, err := sqldb.Listed[string](rows[0].Hosts)
		if err != nil {
			return err
		}
		hosts = slices.DeleteFunc(hosts, func(h string) bool { return h == host })
		text := fmt.Sprintf("The tool server %s reaches %s no more", server, host)
		if allow {
			hosts, text = append(hosts, host), fmt.Sprintf("The founder lets the tool server %s reach %s", server, host)
		}
		raw, err := sqldb.JSONText(sqldb.OrEmpty(hosts))
		if err != nil {
			return err
		}
		if err := t.Exec(`UPDATE tool_servers SET hosts = ? WHERE name = ?`, raw, server); err != nil {
			return err
		}
		return recordConnection(t, server, "on", text)
	}))
}

// SwitchToolServer switches a server off, with why, or on again. It returns org.ErrNotFound for one that is not known.
func (d *Outward) SwitchToolServer(ctx context.Context, name string, on bool, why string) error {
	return sqldb.Wrap("switch the tool server "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "switch-tool-server"
		n, err := t.Change(`UPDATE tool_servers SET active = ?, why = ? WHERE name = ?`, on, why, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		state, text := "off", fmt.Sprintf("Switched the tool server %s off: %s", name, why)
		if on {
			state, text = "on", fmt.Sprintf("Switched the tool server %s on", name)
		}
		return recordConnection(t, name, state, text)
	}))
}

// SeeToolServer keeps that a server says to be another version than the founder let be used, and switches it off: once it is on again, it is used as that.
// It returns org.ErrNotFound for one that is not known.
func (d *Outward) SeeToolServer(ctx context.Context, name, version, why string) error {
	return sqldb.Wrap("see the tool server "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "see-tool-server"
		n, err := t.Change(`UPDATE tool_servers SET version = ?, active = 0, why = ? WHERE name = ?`, version, why, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return recordConnection(t, name, "off", fmt.Sprintf("Switched the tool server %s off: %s", name, why))
	}))
}

// SeeTool keeps what a server says of a tool now: one that differs from what the founder saw is off until he allows it again, and so is one that is
// gone, of which digest is empty.
func (d *Outward) SeeTool(ctx context.Context, one outward.Tool) error {
	return sqldb.Wrap("see the tool "+one.Server+"/"+one.Name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "see-tool"
		why := "what the server says of it has changed"
		var n int64
		var err error
		if one.Digest == "" {
			why = "the server does not offer it any more"
			n, err = t.Change(`UPDATE tools SET state = 'off', why = ? WHERE server = ? AND name = ? AND (state <> 'off' OR why <> ?)`, why, one.Server, one.Name, why)
		} else {
			n, err = t.Change(`UPDATE tools SET description = ?, schema = ?, digest = ?, changes = ?, state = 'off', why = ? WHERE server = ? AND name = ? AND digest <> ?`,
				one.Description, string(one.Schema), one.Digest, one.Changes, why, one.Server, one.Name, one.Digest)
		}
		if err != nil || n == 0 {
			return err
		}
		return recordConnection(t, one.Server, "off", fmt.Sprintf("Switched the tool %s of %s off: %s", one.Name, one.Server, why))
	}))
}

// NoteToolUse counts a use of a tool.
func (d *Outward) NoteToolUse(ctx context.Context, server, tool string) error {
	return sqldb.Wrap("note a use of "+server+"/"+tool, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "note-tool-use"
		return t.Exec(`UPDATE tools SET used = used + 1, used_at = ? WHERE server = ? AND name = ?`, t.Now, server, tool)
	}))
}

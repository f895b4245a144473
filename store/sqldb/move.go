package sqldb

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
)

// Moved tells of one table that Copy has copied.
type Moved struct {
	Table   string
	Rows    int64
	Changed int64 // texts that held bytes which PostgreSQL refuses; each became a question mark
}

// Copy copies a SQLite database to an empty PostgreSQL database and tells of
// each table when it is done. Everything arrives in one transaction: a copy
// that is cut short leaves the target empty and may be begun again. Before it
// is committed each table is read back, and the number of its rows and the sum
// of their hashes must be those of the file. The file stays as it is. It
// returns ErrInUse while another process works with the file.
func Copy(ctx context.Context, path, to string, tell func(Moved)) (err error) {
	if isRemote(path) || !isRemote(to) {
		return errors.New("copy: it goes from a file to an address that begins with postgres://")
	}
	from, err := Open(ctx, Options{Path: path})
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	if err := lockShared(from.using, true); err != nil {
		return fmt.Errorf("copy %s: %w", path, err)
	}
	target, err := Open(ctx, Options{Path: to})
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	conn, err := pgx.ConnectConfig(ctx, target.server.config.Copy())
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	// What takes long here is one statement over a whole table.
	if _, err := conn.Exec(ctx, `SET statement_timeout = 0`); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	err = pgx.BeginFunc(ctx, conn, func(x pgx.Tx) error {
		m := mover{ctx: ctx, from: from.Read, to: x, tell: tell}
		return m.move(target.server)
	})
	return Wrap("copy to "+target.server.where, err)
}

// mover is a copy under way.
type mover struct {
	ctx  context.Context
	from *sqlx.DB
	to   pgx.Tx
	tell func(Moved)
}

type table struct {
	name    string
	columns []string
}

func (m *mover) move(far *server) error {
	if _, err := m.to.Exec(m.ctx, `SELECT pg_advisory_xact_lock($1)`, far.key); err != nil {
		return err
	}
	tables, err := m.tables()
	if err != nil {
		return err
	}
	if err := m.requireEmpty(tables, far.where); err != nil {
		return err
	}
	for _, t := range tables {
		done, sum, err := m.copyTable(t)
		if err != nil {
			return fmt.Errorf("table %s: %w", t.name, err)
		}
		rows, got, err := m.sumThere(t)
		if err != nil {
			return fmt.Errorf("read back table %s: %w", t.name, err)
		}
		if rows != done.Rows || got != sum {
			return fmt.Errorf("table %s: %d rows with the sum %x arrived, want %d with %x", t.name, rows, got, done.Rows, sum)
		}
		m.tell(done)
	}
	return errors.Join(m.advanceNumbers(), m.indexMemories())
}

// indexMemories makes the words of all memories known to the server, which the file
// keeps in an index of its own.
func (m *mover) indexMemories() error {
	type memory struct {
		ID   int64
		Body string
	}
	const batch = 200
	for after := int64(math.MinInt64); ; {
		rows, err := m.to.Query(m.ctx, `SELECT id, body FROM memories WHERE id > $1 ORDER BY id LIMIT $2`, after, batch)
		if err != nil {
			return err
		}
		some, err := pgx.CollectRows(rows, pgx.RowToStructByPos[memory])
		if err != nil || len(some) == 0 {
			return err
		}
		var all pgx.Batch
		for _, v := range some {
			all.Queue(`UPDATE memories SET words = to_tsvector('simple', $1) WHERE id = $2`, Indexable(v.Body), v.ID)
			after = v.ID
		}
		if err := m.to.SendBatch(m.ctx, &all).Close(); err != nil {
			return fmt.Errorf("index memories: %w", err)
		}
	}
}

// requireEmpty refuses a target that holds anything, and takes its identity away:
// the copy keeps that of the file.
func (m *mover) requireEmpty(tables []table, where string) error {
	for _, t := range tables {
		if t.name == "identity" {
			continue
		}
		var full bool
		if err := m.to.QueryRow(m.ctx, `SELECT EXISTS (SELECT 1 FROM `+t.name+`)`).Scan(&full); err != nil {
			return err
		}
		if full {
			return fmt.Errorf("%s is not empty (there are rows in %s): give an empty database or schema; nothing was changed", where, t.name)
		}
	}
	_, err := m.to.Exec(m.ctx, `DELETE FROM identity`)
	return err
}

// tables lists what is copied, each table after those that it refers to.
func (m *mover) tables() ([]table, error) {
	rows, err := m.to.Query(m.ctx, `
		SELECT t.table_name, array_agg(c.column_name ORDER BY c.ordinal_position),
		       ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
		              WHERE k.contype = 'f' AND k.confrelid <> k.conrelid
		                AND k.conrelid = (quote_ident(t.table_schema) || '.' || quote_ident(t.table_name))::regclass)
		  FROM information_schema.tables t
		  JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.data_type <> 'tsvector'
		 WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND t.table_name NOT IN ('goose_db_version', 'migration_sums')
		 GROUP BY t.table_schema, t.table_name ORDER BY t.table_name`)
	if err != nil {
		return nil, err
	}
	waiting := map[string][]string{}
	columns := map[string][]string{}
	var order []string
	var name string
	var has, needs []string
	_, err = pgx.ForEachRow(rows, []any{&name, &has, &needs}, func() error {
		columns[name], waiting[name] = slices.Clone(has), slices.Clone(needs)
		order = append(order, name)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []table
	for len(out) < len(order) {
		before := len(out)
		for _, n := range order {
			free := !slices.ContainsFunc(waiting[n], func(need string) bool { _, open := waiting[need]; return open })
			if _, open := waiting[n]; open && free {
				out = append(out, table{n, columns[n]})
				delete(waiting, n)
			}
		}
		if len(out) == before {
			return nil, errors.New("tables refer to one another in a circle")
		}
	}
	return out, nil
}

// source hands the rows of the file to the server as they are read.
type source struct {
	rows *sqlx.Rows
	row  []any
	err  error
	done Moved
	sum  uint64
}

func (s *source) Next() bool {
	if s.err != nil || !s.rows.Next() {
		return false
	}
	raw, err := s.rows.SliceScan()
	if err != nil {
		s.err = err
		return false
	}
	s.row = makeStorable(raw)
	for i := range raw {
		if text, ok := raw[i].(string); ok && text != s.row[i] {
			s.done.Changed++
		}
	}
	s.done.Rows++
	s.sum += hashOf(s.row)
	return true
}

func (s *source) Values() ([]any, error) { return s.row, s.err }

func (s *source) Err() error { return errors.Join(s.err, s.rows.Err()) }

func (m *mover) copyTable(t table) (done Moved, sum uint64, err error) {
	rows, err := m.from.QueryxContext(m.ctx, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.name)
	if err != nil {
		return done, 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	s := &source{rows: rows, done: Moved{Table: t.name}}
	if _, err := m.to.CopyFrom(m.ctx, pgx.Identifier{t.name}, t.columns, s); err != nil {
		return done, 0, err
	}
	return s.done, s.sum, s.Err()
}

// sumThere counts and sums a table of the target.
func (m *mover) sumThere(t table) (n int64, sum uint64, err error) {
	rows, err := m.to.Query(m.ctx, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.name)
	if err != nil {
		return 0, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := rows.Values()
		if err != nil {
			return 0, 0, err
		}
		n++
		sum += hashOf(row)
	}
	return n, sum, rows.Err()
}

// hashOf hashes one row. Sums of hashes do not depend on the order.
func hashOf(row []any) uint64 {
	h := sha256.New()
	for _, v := range row {
		var b []byte
		switch v := v.(type) {
		case nil:
			b = []byte("-")
		case int64:
			b = binary.BigEndian.AppendUint64([]byte("n"), uint64(v)) // the bits, whatever the sign
		case float64:
			b = binary.BigEndian.AppendUint64([]byte("f"), math.Float64bits(v))
		case string:
			b = append([]byte("t"), v...)
		case []byte:
			b = append([]byte("b"), v...)
		default:
			b = fmt.Appendf([]byte("?"), "%T %v", v, v)
		}
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// advanceNumbers has the columns that count by themselves go on after the last number.
func (m *mover) advanceNumbers() error {
	rows, err := m.to.Query(m.ctx, `
		SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'`)
	if err != nil {
		return err
	}
	var list [][2]string
	var name, column string
	_, err = pgx.ForEachRow(rows, []any{&name, &column}, func() error {
		list = append(list, [2]string{name, column})
		return nil
	})
	if err != nil {
		return err
	}
	for _, l := range list {
		_, err := m.to.Exec(m.ctx, `SELECT setval(pg_get_serial_sequence($1, $2), greatest(1, (SELECT coalesce(max(`+l[1]+`), 0) + 1 FROM `+l[0]+`)), false)`, l[0], l[1])
		if err != nil {
			return err
		}
	}
	return nil
}

package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
)

// Snapshot writes the database as it is at one moment into a folder, as a file
// also where the database is on a server, and returns the file's path. The work
// goes on meanwhile. It is made to be worked on and thrown away; what is kept
// for bad days is Backup's, and on a server the server's own.
func (d *DB) Snapshot(ctx context.Context, dir string) (string, error) {
	if d.server == nil {
		return d.Backup(ctx, dir)
	}
	path := filepath.Join(dir, "snapshot.db")
	if err := d.copyRows(ctx, path); err != nil {
		return "", Wrap("copy "+d.server.where+" to "+path, err)
	}
	return path, nil
}

// copyRows copies the server's rows into a new file.
func (d *DB) copyRows(ctx context.Context, path string) (err error) {
	file, err := Open(ctx, Options{Path: path})
	if err != nil {
		return err
	}
	defer func() {
		// The file has the identity of the database now, and not that with which it was made.
		err = errors.Join(err, file.Close(), os.Remove(idFile(path)))
	}()
	if err := d.NumberLines(ctx); err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, d.server.config.Copy())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	// What takes long here is one statement over a whole table.
	if _, err := conn.Exec(ctx, `SET statement_timeout = 0`); err != nil {
		return err
	}
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(from pgx.Tx) error {
		tables, err := (&mover{ctx: ctx, to: from}).tables()
		if err != nil {
			return err
		}
		to, err := file.write.BeginTxx(ctx, nil)
		if err != nil {
			return err
		}
		if err := take(ctx, from, to, tables); err != nil {
			return errors.Join(err, to.Rollback())
		}
		return to.Commit()
	})
}

// take copies tables from a server's transaction to a file's, with the index of
// words that the file keeps. Rows may refer to later ones of their own table.
func take(ctx context.Context, from pgx.Tx, to *sqlx.Tx, tables []table) error {
	for _, before := range []string{`PRAGMA defer_foreign_keys = ON`, `DELETE FROM identity`} {
		if _, err := to.ExecContext(ctx, before); err != nil {
			return err
		}
	}
	for _, t := range tables {
		if err := takeTable(ctx, from, to, t); err != nil {
			return fmt.Errorf("table %s: %w", t.name, err)
		}
	}
	// What was written since the lines were numbered is left out of the copy's journal.
	for _, after := range []string{`DELETE FROM events WHERE seq >= ` + places, `INSERT INTO memory_words (docid, body) SELECT id, body FROM memories`} {
		if _, err := to.ExecContext(ctx, after); err != nil {
			return err
		}
	}
	return nil
}

func takeTable(ctx context.Context, from pgx.Tx, to *sqlx.Tx, t table) (err error) {
	columns := strings.Join(t.columns, ", ")
	add, err := to.PreparexContext(ctx, `INSERT INTO `+t.name+` (`+columns+`) VALUES (?`+strings.Repeat(", ?", len(t.columns)-1)+`)`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, add.Close()) }()
	rows, err := from.Query(ctx, `SELECT `+columns+` FROM `+t.name)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := rows.Values()
		if err != nil {
			return err
		}
		if _, err := add.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return rows.Err()
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	pageSize = 4096
	database = "frasier.db"
)

// made is a home with one project that was worked on, at rest.
func (s *scene) made(ctx context.Context, v *verdict) error {
	if err := s.startAll("bot", "worker1"); err != nil {
		return err
	}
	if err := s.traffic(); err != nil {
		return err
	}
	if err := s.rest(ctx, v); err != nil {
		return err
	}
	for _, n := range []string{"bot", "worker1"} {
		if _, err := s.procs[n].terminate(patience); err != nil {
			return err
		}
	}
	s.ends = s.ends[:len(s.ends)-1]
	return s.db.Close()
}

// harm is one way to damage the files of a home.
type harm struct {
	name string
	do   func(home string) error
}

// harms lists the kinds of damage; other is the home of another instance.
func harms(ctx context.Context, pages int, other string) []harm {
	file := func(home string) string { return filepath.Join(home, database) }
	edit := func(do func([]byte) []byte) func(string) error {
		return func(home string) error {
			raw, err := os.ReadFile(file(home))
			if err != nil {
				return err
			}
			return os.WriteFile(file(home), do(raw), 0o600)
		}
	}
	garble := func(at, n int) func([]byte) []byte {
		return func(b []byte) []byte {
			copy(b[at:min(at+n, len(b))], bytes.Repeat([]byte{0xa5, 0x5a, 0x00, 0xff}, n/4))
			return b
		}
	}
	out := []harm{
		{"the header", edit(garble(0, 16))},
		{"no bytes left", edit(func([]byte) []byte { return nil })},
		{"half of it", edit(func(b []byte) []byte { return b[:len(b)/2/pageSize*pageSize] })},
		{"one page", edit(func(b []byte) []byte { return b[:pageSize] })},
		{"its last page is gone", edit(func(b []byte) []byte { return b[:len(b)-pageSize] })},
		{"text", edit(func([]byte) []byte { return []byte("this is no database\n") })},
		{"zeros", edit(func(b []byte) []byte { clear(b); return b })},
		{"gone", func(home string) error { return os.Remove(file(home)) }},
		{"a folder", func(home string) error { return errors.Join(os.Remove(file(home)), os.Mkdir(file(home), 0o700)) }},
		{"a link to nothing", func(home string) error {
			return errors.Join(os.Remove(file(home)), os.Symlink("/nowhere/at/all", file(home)))
		}},
		{"another instance's", func(home string) error {
			raw, err := os.ReadFile(filepath.Join(other, database))
			return errors.Join(err, os.WriteFile(file(home), raw, 0o600))
		}},
		{"another program's", func(home string) error {
			return errors.Join(os.Remove(file(home)), statements(ctx, file(home), `CREATE TABLE songs (title TEXT)`))
		}},
		{"of a newer version", func(home string) error {
			return statements(ctx, file(home), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`)
		}},
		{"without its identity", func(home string) error { return statements(ctx, file(home), `DELETE FROM identity`) }},
		{"with another identity", func(home string) error { return statements(ctx, file(home), `UPDATE identity SET uid = 'X'`) }},
	}
	const spread = 25 // pages that are damaged, over the whole file
	for i := range spread {
		page := 1 + i*(pages-1)/spread
		out = append(out, harm{fmt.Sprint("page ", page+1), edit(garble(page*pageSize, pageSize))})
	}
	return out
}

func statements(ctx context.Context, path string, list ...string) (err error) {
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, s := range list {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

// damages harms a database in every listed way and starts the product on it.
func damages(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 12)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.made(ctx, &v); err != nil {
		return v, err
	}
	stranger, err := open(ctx, o, 13)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, stranger.close()) }()
	stranger.ends = stranger.ends[:len(stranger.ends)-1]
	if err := stranger.db.Close(); err != nil {
		return v, err
	}
	info, err := os.Stat(filepath.Join(s.home(), database))
	if err != nil {
		return v, err
	}
	whole := filepath.Join(s.dir, "whole")
	if err := os.CopyFS(whole, os.DirFS(s.home())); err != nil {
		return v, err
	}
	found, list := 0, harms(ctx, int(info.Size()/pageSize), stranger.home())
	for _, h := range list {
		if err := errors.Join(os.RemoveAll(s.home()), os.CopyFS(s.home(), os.DirFS(whole)), h.do(s.home())); err != nil {
			return v, fmt.Errorf("%s: %w", h.name, err)
		}
		before := sum(filepath.Join(s.home(), database))
		out, code, err := s.tool(ctx, "status")
		if err != nil {
			return v, err
		}
		switch after := sum(filepath.Join(s.home(), database)); {
		case code == 0:
			v.breaks("R12", "%s: it was not noticed", h.name)
		case before != after:
			v.breaks("R12", "%s: the file was changed", h.name)
		case !strings.Contains(out, "restore") && !strings.Contains(out, "newer") && !strings.Contains(out, "another"):
			v.breaks("R12", "%s: it says %q, which does not help", h.name, strings.TrimSpace(out))
		default:
			found++
		}
	}
	v.say("R12", "kinds=%d noticed=%d overwritten=0", len(list), found)
	return v, nil
}

// sum is a file's content in short; what cannot be read has none.
func sum(path string) string {
	raw, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(raw))
}

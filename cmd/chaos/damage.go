package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/frasier-cos/frasier/schema"
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

// harms lists the kinds of damage; other is the home of another office.
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
		{"another office's", func(home string) error {
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

// upgrades ends the upgrade of an old database at random instants and, where
// strace is at hand, at its writes and syncs: afterwards the upgrade completes
// and nothing is missing.
func upgrades(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 14)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.ends = s.ends[:len(s.ends)-1]
	if err := s.db.Close(); err != nil {
		return v, err
	}
	old := filepath.Join(s.dir, "old")
	if err := ancient(ctx, old); err != nil {
		return v, fmt.Errorf("make a database of the first schema: %w", err)
	}
	killed := 0
	for range o.figure(40, 400) {
		n, err := s.cutUpgrade(ctx, &v, old, time.Duration(s.rng.IntN(60_000))*time.Microsecond)
		if err != nil {
			return v, err
		}
		killed += n
	}
	calls, err := s.atSyscalls(ctx, o.figure(30, 1<<20), func(wrap []string) (bool, error) {
		if err := errors.Join(os.RemoveAll(s.home()), os.CopyFS(s.home(), os.DirFS(old))); err != nil {
			return false, err
		}
		died, err := s.under(ctx, wrap, "status")
		if err != nil {
			return died, err
		}
		return died, s.upgraded(ctx, &v)
	})
	if err != nil {
		return v, err
	}
	v.say("R14", "kills=%d writes_and_syncs=%s half_migrated=0", killed, calls)
	return v, nil
}

// ancient makes a database as the first two migrations leave it, with a row.
func ancient(ctx context.Context, home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	files, err := fs.Sub(schema.SQLite, "sqlite")
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite3", filepath.Join(home, database)+"?_journal_mode=WAL")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err == nil {
		const first = 2
		_, err = p.UpTo(ctx, first)
	}
	if err == nil {
		_, err = db.ExecContext(ctx, `INSERT INTO policies (name, value, changed_at) VALUES ('kept', 'yes', 1)`)
	}
	return errors.Join(err, db.Close())
}

func (s *scene) cutUpgrade(ctx context.Context, v *verdict, old string, after time.Duration) (int, error) {
	if err := errors.Join(os.RemoveAll(s.home()), os.CopyFS(s.home(), os.DirFS(old))); err != nil {
		return 0, err
	}
	if err := s.start("bot"); err != nil {
		return 0, err
	}
	pause(ctx, after)
	s.procs["bot"].kill()
	return 1, s.upgraded(ctx, v)
}

// upgraded starts the product once more and looks that all is there.
func (s *scene) upgraded(ctx context.Context, v *verdict) error {
	if err := s.verify(ctx, v, "R14"); err != nil {
		return err
	}
	db, err := sql.Open("sqlite3", filepath.Join(s.home(), database))
	if err != nil {
		return err
	}
	var kept string
	err = db.QueryRowContext(ctx, `SELECT value FROM policies WHERE name = 'kept'`).Scan(&kept)
	if kept != "yes" {
		v.breaks("R14", "what was there before the upgrade is gone: %v", err)
	}
	return db.Close()
}

// writes are the system calls that strace counts.
const writes = "pwrite64,write,fsync,fdatasync,ftruncate,rename,renameat,unlink,unlinkat"

// atSyscalls ends a program at the first, second, ... of its writes and syncs,
// at most so many of them, evenly spread. try is given the words to put before
// the program and reports whether it died.
func (s *scene) atSyscalls(ctx context.Context, most int, try func(wrap []string) (bool, error)) (string, error) {
	path, err := exec.LookPath("strace")
	if err != nil {
		return "not shown here: strace is not installed", nil //nolint:nilerr // that is what is to be said
	}
	strace := func(nth int) []string {
		return []string{path, "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + writes, "-e", fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", writes, nth)}
	}
	// How many there are is found by doubling.
	last := 1
	for {
		died, err := try(strace(last))
		if err != nil {
			return "", err
		}
		if !died || ctx.Err() != nil {
			break
		}
		last *= 2
	}
	n := 0
	for i := range min(most, last) {
		died, err := try(strace(1 + i*last/min(most, last)))
		if err != nil {
			return "", err
		}
		if died {
			n++
		}
	}
	return fmt.Sprintf("%d of about %d", n, last), nil
}

// under runs frasier behind other words and reports whether it was killed.
func (s *scene) under(ctx context.Context, wrap []string, args ...string) (bool, error) {
	path, err := os.Executable()
	if err != nil {
		return false, err
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	words := slices.Concat(wrap, []string{path}, args)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = s.dir, append(slices.Clone(s.env), roleVar+"=frasier")
	cmd.Stdout, cmd.Stderr = &s.out, &s.out
	var exit *exec.ExitError
	if err = cmd.Run(); !errors.As(err, &exit) {
		return false, err
	}
	const killed = 128 + 9 // as strace says it
	return !exit.Exited() || exit.ExitCode() == killed, nil
}

// Package access keeps who may open the dashboard: one-time codes and the
// sessions that begin with them.
package access

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

const (
	codeTerm  = 10 * time.Minute // long enough to walk to another device
	codesMost = 5                // open at once; a newer one takes the oldest's place
	codeBytes = 16               // nobody guesses 128 bits in ten minutes

	tokenBytes = 32
	idleMost   = 12 * time.Hour      // a day's work; after a night one signs in again
	termMost   = 30 * 24 * time.Hour // however much it is used
	usedEvery  = 5 * time.Minute     // so that looking at a page is not a write
	// notePatience limits how long a page waits for the note that its session was used: nobody sees it.
	notePatience = 200 * time.Millisecond
)

// Access is this part of an open database. Its methods may be called at once.
type Access struct {
	db *sqldb.DB
}

// New returns the part of a database.
func New(db *sqldb.DB) *Access { return &Access{db: db} }

// NewCode returns a code that opens one session for who, once and within ten
// minutes. via says where it was asked for. At most five are open.
func (d *Access) NewCode(ctx context.Context, who, via string) (string, error) {
	code := makeSecret(codeBytes)
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "new-code"
		if err := t.Exec(`DELETE FROM enter_codes WHERE expires_at <= ?`, t.Now); err != nil {
			return err
		}
		err := t.Exec(`
			DELETE FROM enter_codes WHERE hash NOT IN (
			  SELECT hash FROM enter_codes ORDER BY expires_at DESC, hash LIMIT ?)`, codesMost-1)
		if err != nil {
			return err
		}
		return t.Exec(`INSERT INTO enter_codes (hash, who, via, expires_at) VALUES (?, ?, ?, ?)`,
			hashSecret(code), who, via, t.Now+codeTerm.Microseconds())
	})
	return code, sqldb.Wrap("make a code for the dashboard", err)
}

// Enter uses a code up and begins a session, whose token is what the browser
// keeps. It returns org.ErrNotFound for a code that is unknown, used or too old.
func (d *Access) Enter(ctx context.Context, code string) (token string, s org.Session, err error) {
	token = makeSecret(tokenBytes)
	hash := hashSecret(strings.ToUpper(strings.TrimSpace(code)))
	err = d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "enter"
		var found []struct{ Who, Via string }
		err := t.All(&found, `SELECT who, via FROM enter_codes WHERE hash = ? AND expires_at > ?`, hash, t.Now)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return org.ErrNotFound
		}
		if err := t.Exec(`DELETE FROM enter_codes WHERE hash = ?`, hash); err != nil {
			return err
		}
		if err := t.Exec(`DELETE FROM sessions WHERE used_at <= ? OR created_at <= ?`, t.Now-idleMost.Microseconds(), t.Now-termMost.Microseconds()); err != nil {
			return err
		}
		h := hashSecret(token)
		s = org.Session{ID: h[:8], Who: found[0].Who, Via: found[0].Via, At: sqldb.Moment(t.Now), Used: sqldb.Moment(t.Now)}
		if err := t.Exec(`INSERT INTO sessions (id, hash, who, via, created_at, used_at) VALUES (?, ?, ?, ?, ?, ?)`, s.ID, h, s.Who, s.Via, t.Now, t.Now); err != nil {
			return err
		}
		return t.Event(org.Event{
			Kind: org.EventSignedIn, Text: s.Who + " signed in to the dashboard, by a link from " + s.Via + ".", Data: map[string]string{"session": s.ID, "who": s.Who, "via": s.Via},
		})
	})
	if err != nil {
		return "", org.Session{}, sqldb.Wrap("sign in", err)
	}
	return token, s, nil
}

// Session returns the session of a token and notes that it was used. It returns
// org.ErrNotFound for one that was ended, was not used for twelve hours, or is
// older than thirty days.
func (d *Access) Session(ctx context.Context, token string) (org.Session, error) {
	now := d.db.Now()
	var found []row
	err := sqldb.Many(ctx, d.db.Read, &found, `
			SELECT id, who, via, created_at, used_at FROM sessions WHERE hash = ? AND used_at > ? AND created_at > ?`,
		hashSecret(token), now.Add(-idleMost).UnixMicro(), now.Add(-termMost).UnixMicro())
	if err != nil {
		return org.Session{}, sqldb.Wrap("look for a session", err)
	}
	if len(found) == 0 {
		return org.Session{}, fmt.Errorf("session: %w", org.ErrNotFound)
	}
	s := found[0].toSession()
	if now.Sub(s.Used) < usedEvery {
		return s, nil
	}
	return s, d.noteUse(ctx, func(t *sqldb.Tx) error {
		t.Method = "use-session"
		return t.Exec(`UPDATE sessions SET used_at = ? WHERE id = ?`, t.Now, s.ID)
	})
}

// noteUse writes when something was used. Whoever only reads does not wait for a database that is locked: the next use is noted.
// SQLite waits for a lock of another program without asking the context, so nobody waits for the write itself.
func (d *Access) noteUse(ctx context.Context, write func(t *sqldb.Tx) error) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), notePatience)
	done := make(chan error, 1)
	go func() {
		defer stop()
		done <- d.db.Write(ctx, write)
	}()
	select {
	case err := <-done:
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return sqldb.Wrap("note a use", err)
	case <-ctx.Done():
		return nil // noted with the next use
	}
}

// Sessions lists the sessions that may still be used, the newest first.
func (d *Access) Sessions(ctx context.Context) ([]org.Session, error) {
	now := d.db.Now()
	var found []row
	err := sqldb.Many(ctx, d.db.Read, &found, `
			SELECT id, who, via, created_at, used_at FROM sessions WHERE used_at > ? AND created_at > ? ORDER BY created_at DESC, id`,
		now.Add(-idleMost).UnixMicro(), now.Add(-termMost).UnixMicro())
	out := make([]org.Session, 0, len(found))
	for _, r := range found {
		out = append(out, r.toSession())
	}
	return out, sqldb.Wrap("list sessions", err)
}

// EndSession signs a session out. One that there is not is no error.
func (d *Access) EndSession(ctx context.Context, id string) error {
	return sqldb.Wrap("end a session", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "end-session"
		var who []string
		if err := t.All(&who, `SELECT who FROM sessions WHERE id = ?`, id); err != nil || len(who) == 0 {
			return err
		}
		if err := t.Exec(`DELETE FROM sessions WHERE id = ?`, id); err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventSignedOut, Text: "A browser of " + who[0] + " was signed out of the dashboard.", Data: map[string]string{"session": id, "who": who[0]}})
	}))
}

type row struct {
	ID, Who, Via string
	Created      int64 `db:"created_at"`
	Used         int64 `db:"used_at"`
}

func (r row) toSession() org.Session {
	return org.Session{ID: r.ID, Who: r.Who, Via: r.Via, At: sqldb.Moment(r.Created), Used: sqldb.Moment(r.Used)}
}

// makeSecret returns n random bytes as letters and digits that can be typed.
func makeSecret(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // it never fails: it ends the program instead
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw)
}

func hashSecret(secret string) string { return sqldb.HexSum([]byte(secret)) }

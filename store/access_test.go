package store_test

import (
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestACodeOpensOneSession(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	code, err := b.db.NewCode(ctx, "ana", "discord")
	b.ok(err)
	token, s, err := b.db.Enter(ctx, " "+strings.ToLower(code)+"\n")
	b.ok(err)
	if s.Who != "ana" || s.Via != "discord" || token == code {
		t.Errorf("session of a code: got %+v with token %q", s, token)
	}
	if _, _, err := b.db.Enter(ctx, code); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("the code again: got %v, want %v", err, org.ErrNotFound)
	}
	if got, err := b.db.Session(ctx, token); err != nil || got != s {
		t.Errorf("Session: got %+v, %v, want %+v", got, err, s)
	}
	for _, other := range []string{"", s.ID, code, token + "A"} {
		if _, err := b.db.Session(ctx, other); !errors.Is(err, org.ErrNotFound) {
			t.Errorf("Session of %q: got %v, want %v", other, err, org.ErrNotFound)
		}
	}
	var kept int
	for _, table := range []string{"enter_codes", "sessions"} {
		rows, err := b.db.Texts(ctx, `SELECT hash FROM `+table)
		b.ok(err)
		for _, r := range rows {
			kept++
			if strings.Contains(r, code) || strings.Contains(r, token) {
				t.Errorf("%s holds a secret", table)
			}
		}
	}
	if kept != 1 {
		t.Errorf("%d rows are kept, want the session's alone", kept)
	}
	b.ok(b.db.EndSession(ctx, s.ID))
	if _, err := b.db.Session(ctx, token); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("after its end: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestCodesAndSessionsRunOut(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	var codes []string
	for range 6 {
		code, err := b.db.NewCode(ctx, "ana", "discord")
		b.ok(err)
		codes = append(codes, code)
		b.pass(time.Second)
	}
	if _, _, err := b.db.Enter(ctx, codes[0]); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("the oldest of six codes: got %v, want %v", err, org.ErrNotFound)
	}
	first, _, err := b.db.Enter(ctx, codes[1])
	b.ok(err)
	b.pass(10 * time.Minute)
	if _, _, err := b.db.Enter(ctx, codes[5]); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("a code after ten minutes: got %v, want %v", err, org.ErrNotFound)
	}
	for range 5 { // use keeps it open
		b.pass(11 * time.Hour)
		_, err := b.db.Session(ctx, first)
		b.ok(err)
	}
	b.pass(12*time.Hour + 6*time.Minute)
	if _, err := b.db.Session(ctx, first); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("after twelve hours without use: got %v, want %v", err, org.ErrNotFound)
	}
	code, err := b.db.NewCode(ctx, "ana", "discord")
	b.ok(err)
	second, _, err := b.db.Enter(ctx, code)
	b.ok(err)
	if all, err := b.db.Sessions(ctx); err != nil || len(all) != 1 {
		t.Errorf("Sessions: got %+v, %v, want the open one", all, err)
	}
	for range 30 * 3 {
		b.pass(8 * time.Hour)
		_, err = b.db.Session(ctx, second)
	}
	if !errors.Is(err, org.ErrNotFound) {
		t.Errorf("after thirty days of use: got %v, want %v", err, org.ErrNotFound)
	}
}

func TestTokensOpenUntilTheyAreRemoved(t *testing.T) {
	b := newBench(t)
	ctx := t.Context()
	secret, err := b.db.NewToken(ctx, "wall", false)
	b.ok(err)
	acts, err := b.db.NewToken(ctx, "script", true)
	b.ok(err)
	if _, err := b.db.NewToken(ctx, "wall", true); !errors.Is(err, org.ErrConflict) {
		t.Errorf("a second token of one name: got %v, want %v", err, org.ErrConflict)
	}
	if got, err := b.db.Token(ctx, secret); err != nil || got.Name != "wall" || got.Acts || !got.Used.IsZero() {
		t.Errorf("Token: got %+v, %v, want one that may look and was never used", got, err)
	}
	if got, err := b.db.Token(ctx, acts); err != nil || got.Name != "script" || !got.Acts {
		t.Errorf("Token: got %+v, %v, want one that may act", got, err)
	}
	rows, err := b.db.Texts(ctx, `SELECT name || hash FROM tokens`)
	b.ok(err)
	for _, r := range rows {
		if strings.Contains(r, secret) || strings.Contains(r, acts) {
			t.Error("tokens holds a secret")
		}
	}
	all, err := b.db.Tokens(ctx)
	if err != nil || len(all) != 2 || all[0].Name != "script" || all[1].Used.IsZero() {
		t.Errorf("Tokens: got %+v, %v, want both by name, with their use", all, err)
	}
	b.ok(b.db.RemoveToken(ctx, "wall"))
	if err := b.db.RemoveToken(ctx, "wall"); !errors.Is(err, org.ErrNotFound) {
		t.Errorf("removing it again: got %v, want %v", err, org.ErrNotFound)
	}
	for _, other := range []string{secret, "", "script", acts + "A"} {
		if _, err := b.db.Token(ctx, other); !errors.Is(err, org.ErrNotFound) {
			t.Errorf("Token of %q: got %v, want %v", other, err, org.ErrNotFound)
		}
	}
}

// Whoever only looks does not wait for a database in which another process of ours writes
// without end: that a session or a token was used is noted another time.
func TestLookingWaitsForNoWriter(t *testing.T) {
	b := newBench(t)
	if onServer(b.path) {
		t.Skip("a server lets each write wait for its rows only")
	}
	ctx := t.Context()
	code, err := b.db.NewCode(ctx, "ana", "discord")
	b.ok(err)
	token, _, err := b.db.Enter(ctx, code)
	b.ok(err)
	secret, err := b.db.NewToken(ctx, "wall", false)
	b.ok(err)
	b.pass(10 * time.Minute)
	writer, err := os.OpenFile(b.path+".lock", os.O_RDWR, 0)
	b.ok(err)
	b.ok(unix.Flock(int(writer.Fd()), unix.LOCK_EX))
	began := time.Now()
	_, err = b.db.Session(ctx, token)
	b.ok(err)
	_, err = b.db.Token(ctx, secret)
	b.ok(err)
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("looking took %v", took)
	}
	b.ok(writer.Close())
}

// Nor for a program of others that has the file itself, for which SQLite waits ten seconds.
func TestLookingWaitsForNoForeignWriter(t *testing.T) {
	b := newBench(t)
	if onServer(b.path) {
		t.Skip("a server lets each write wait for its rows only")
	}
	ctx := t.Context()
	secret, err := b.db.NewToken(ctx, "wall", false)
	b.ok(err)
	b.pass(10 * time.Minute)
	other, err := sql.Open("sqlite3", "file:"+b.path+"?_txlock=immediate")
	b.ok(err)
	defer other.Close() //nolint:errcheck // a test's
	writing, err := other.BeginTx(ctx, nil)
	b.ok(err)
	began := time.Now()
	_, err = b.db.Token(ctx, secret)
	b.ok(err)
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("looking took %v", took)
	}
	b.ok(writing.Rollback())
	b.pass(10 * time.Minute)
	for range 100 { // the first use may still wait for the file
		if _, err = b.db.Token(ctx, secret); err != nil {
			t.Fatal(err)
		}
		if list, err := b.db.Tokens(ctx); err == nil && !list[0].Used.IsZero() {
			return
		}
		<-time.After(20 * time.Millisecond)
	}
	t.Error("the use is never noted")
}

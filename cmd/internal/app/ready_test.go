package app_test

import (
	"context"
	"database/sql"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// A process that cannot commit is not ready, though its database answers; it
// is ready again when it can.
func TestReadyMeansAbleToCommit(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	var conf net.ListenConfig
	l, err := conf.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := settings.Load([]string{"FRASIER_HOME=" + home, "FRASIER_LISTEN=" + at}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), "bot", s, app.Hooks{}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite3", s.DB)
	if err != nil {
		t.Fatal(err)
	}
	other.SetMaxOpenConns(1)
	if _, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	stop := a.Watch(t.Context(), "bot", nil, nil)
	if got := ready(t, at); !strings.HasPrefix(got, "503 the database does not save") {
		t.Errorf("while another writes: %q, want 503", got)
	}
	limited, end := context.WithTimeout(t.Context(), time.Second)
	if c := a.CheckStorage(limited)[0]; c.Name != "database" || c.OK || !strings.Contains(c.Detail, "nothing can be saved") {
		t.Errorf("doctor says %+v while another writes, want that nothing can be saved", c)
	}
	end()
	if _, err := other.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if got := ready(t, at); !strings.HasPrefix(got, "200 ready") {
		t.Errorf("afterwards: %q, want 200", got)
	}
	stop()
	for _, end := range []func() error{other.Close, func() error { return a.Close(t.Context()) }} {
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

// ready asks whether the process at an address is ready.
func ready(t *testing.T, at string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+at+"/readyz", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Error(err)
	}
	return res.Status[:4] + string(raw)
}

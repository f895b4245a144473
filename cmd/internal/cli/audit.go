package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/audit"
	"github.com/frasier-cos/frasier/store"
)

// auditing writes what was done with its seals, or checks what was written.
func auditing(ctx context.Context, c *call) error {
	if c.flags.check != "" {
		return c.checkAudit()
	}
	if c.flags.seal != "" {
		return &usage{"--seal goes with --check: frasier audit --check audit.jsonl --seal 4f1c..."}
	}
	if len(c.rest) > 0 {
		return &usage{"audit takes a project by its flag: frasier audit --project p1 -out audit.jsonl"}
	}
	since, err := momentOf(c.flags.since)
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		want := audit.Want{UID: a.Secret, Since: since}
		if c.flags.project != "" {
			p, err := a.Store.Project(ctx, c.flags.project)
			if err != nil {
				return err
			}
			want.Project = p.ID
		}
		if c.flags.out == "" {
			_, err := audit.Write(ctx, a.Store, c.Out, want)
			return err
		}
		path := c.path(c.flags.out)
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // the founder names it
		if err != nil {
			return fmt.Errorf("%w: %w", errInput, err)
		}
		n, err := audit.Write(ctx, a.Store, f, want)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return err
		}
		c.printf("%s\n", messages.AuditWritten(path, n.Lines, n.Records, n.Seal))
		return nil
	})
}

// momentOf reads a day, or a time of a day; zero for none.
func momentOf(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(form, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, &usage{fmt.Sprintf("--since takes a day, such as 2026-03-01, or a time, such as 2026-03-01T09:00:00Z, not %q", text)}
}

func (c *call) path(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.Dir, name)
	}
	return filepath.Clean(name)
}

// checkAudit computes the seals of a file's lines again, without a database, and
// names the first line that is wrong.
func (c *call) checkAudit() error {
	f, err := os.Open(c.path(c.flags.check))
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	defer f.Close() //nolint:errcheck // it was read
	got, err := audit.Check(f, store.SealAfter)
	var wrong *audit.WrongError
	switch {
	case errors.As(err, &wrong):
		c.printf("%s\n", messages.AuditWrong(wrong.Line, wrong.What))
		return &exit{Failed}
	case err != nil:
		return err
	}
	if seal := strings.ToLower(strings.TrimSpace(c.flags.seal)); seal != "" && seal != got.Seal {
		c.printf("%s\n", messages.AuditOther(seal, got.Seal))
		return &exit{Failed}
	}
	c.printf("%s\n", messages.AuditWhole(messages.AuditFacts{
		Lines: got.Lines, Records: got.Records, Project: got.Project, First: got.First, Last: got.Last, Seal: got.Seal, Older: got.Older, Compared: c.flags.seal != "",
	}))
	return nil
}

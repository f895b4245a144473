package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// An audit file has one line for each line of the journal, between a head and a
// foot. What models were asked and answered, and what documents say, is not in
// it.
type (
	auditHead struct {
		Kind    string        `json:"kind"` // "audit"
		Format  int           `json:"format"`
		Office  string        `json:"office"`            // the database's identity
		Project org.ProjectID `json:"project,omitempty"` // whose lines alone are in it
	}
	auditFoot struct {
		Kind  string `json:"kind"` // "end"
		Lines int    `json:"lines"`
		Last  string `json:"last"` // the last line's seal
	}
)

const (
	auditFormat = 1
	auditBatch  = 1000 // lines that are read at once
	auditLine   = 4 << 20
)

// audit writes the journal with its seals, or checks what was written.
func audit(ctx context.Context, c *call) error {
	if c.flags.check != "" {
		return c.checkAudit()
	}
	if len(c.rest) > 1 {
		return &usage{"audit takes one project at the most: frasier audit p1 -out audit.jsonl"}
	}
	return c.with(ctx, func(a *app.App) error {
		head := auditHead{Kind: "audit", Format: auditFormat, Office: a.Secret}
		if len(c.rest) == 1 {
			p, err := a.Store.Project(ctx, c.rest[0])
			if err != nil {
				return err
			}
			head.Project = p.ID
		}
		if _, err := a.Store.SealJournal(ctx); err != nil {
			return err
		}
		if c.flags.out == "" {
			_, err := writeAudit(ctx, a, c.Out, head)
			return err
		}
		path := c.path(c.flags.out)
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the founder names it
		if err != nil {
			return fmt.Errorf("%w: %w", errInput, err)
		}
		n, err := writeAudit(ctx, a, f, head)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return err
		}
		c.printf("%s\n", messages.AuditWritten(path, n))
		return nil
	})
}

// path is a path of the command line.
func (c *call) path(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.Dir, name)
	}
	return filepath.Clean(name)
}

// writeAudit writes the file and returns how many lines of the journal it has.
func writeAudit(ctx context.Context, a *app.App, w io.Writer, head auditHead) (int, error) {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(head); err != nil {
		return 0, err
	}
	foot := auditFoot{Kind: "end"}
	for after := int64(0); ; {
		lines, err := a.Store.Sealed(ctx, after, auditBatch)
		if err != nil {
			return 0, err
		}
		for _, l := range lines {
			after = l.Seq
			if l.Seal == "" || head.Project != "" && l.Project != string(head.Project) {
				continue // a line that came meanwhile is in the next file
			}
			foot.Lines, foot.Last = foot.Lines+1, l.Seal
			if err := e.Encode(l); err != nil {
				return 0, err
			}
		}
		if len(lines) < auditBatch {
			break
		}
	}
	return foot.Lines, errors.Join(e.Encode(foot), out.Flush())
}

// checkAudit computes the seals of a file's lines again, without a database, and
// names the first line that is wrong.
func (c *call) checkAudit() error {
	f, err := os.Open(c.path(c.flags.check))
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	defer f.Close() //nolint:errcheck // it was read
	n, project, err := wholeAudit(f)
	var wrong *auditError
	switch {
	case errors.As(err, &wrong):
		c.printf("%s\n", messages.AuditWrong(wrong.line, wrong.what))
		return &exit{Failed}
	case err != nil:
		return err
	}
	c.printf("%s\n", messages.AuditWhole(n, project))
	return nil
}

// auditError is the first line of a file that is wrong.
type auditError struct {
	line int // of the file, from 1
	what string
}

func (e *auditError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.what) }

// wholeAudit reads a file to its end and returns how many lines of the journal
// it has, and the project that they are of; empty for all.
func wholeAudit(r io.Reader) (int, org.ProjectID, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, auditLine)
	var head auditHead
	var foot auditFoot
	n, row, last := 0, 0, ""
	bad := func(what string) (int, org.ProjectID, error) { return 0, "", &auditError{row, what} }
	for in.Scan() {
		row++
		var kind struct {
			Kind string `json:"kind"`
		}
		if json.Unmarshal(in.Bytes(), &kind) != nil {
			return bad("it is not a line of this format")
		}
		switch {
		case row == 1:
			if json.Unmarshal(in.Bytes(), &head) != nil || head.Kind != "audit" || head.Format != auditFormat {
				return bad("it is not the head of an audit")
			}
			continue
		case foot.Kind != "":
			return bad("it stands after the end")
		case kind.Kind == "end":
			if json.Unmarshal(in.Bytes(), &foot) != nil || foot.Lines != n || foot.Last != last {
				return bad("the end does not fit what stands before it")
			}
			continue
		}
		var l org.SealedLine
		if json.Unmarshal(in.Bytes(), &l) != nil {
			return bad("it is not a line of this format")
		}
		if head.Project == "" {
			want, err := store.SealAfter(last, l)
			if err != nil || want != l.Seal {
				return bad(fmt.Sprintf("line %d of the log was changed, or does not follow the one before", l.Seq))
			}
		}
		n, last = n+1, l.Seal
	}
	if err := in.Err(); err != nil {
		return bad(err.Error())
	}
	if row++; foot.Kind == "" {
		return bad("the end is missing")
	}
	return n, head.Project, nil
}

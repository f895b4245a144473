package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/audit"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

// audited is an office with something in each part of an audit, and with a canary in
// each text that somebody said, wrote or was given.
func audited(t *testing.T) *bench {
	t.Helper()
	b := firm(t)
	ctx := t.Context()
	p, _ := b.ordered()
	c := org.Command{Origin: "o1", Channel: local(), Author: "ana", Line: "pause p1", Message: "CANARY"}
	_, err := b.db.BeginCommand(ctx, c, true)
	b.ok(err)
	b.ok(b.db.EndCommand(ctx, c, org.Reply{Text: "CANARY"}))
	code, err := b.db.NewCode(ctx, "Ana", "a terminal")
	b.ok(err)
	token, s, err := b.db.Enter(ctx, code)
	b.ok(err)
	if token == "" {
		t.Fatal("no session")
	}
	b.ok(b.db.EndSession(ctx, s.ID))
	_, _, err = b.db.BeginCall(ctx, modelCall("one", p))
	b.ok(err)
	run(t, unguarded(t, b.path),
		fmt.Sprintf(`INSERT INTO escalations (id, project_id, body, state, answer, words, options, decided_by, created_at, ended_at)
			VALUES ('e1', '%s', 'CANARY', 'answered', 'a', 'CANARY', '["CANARY"]', 'Ana', %d, %d)`, p, b.now.UnixMicro(), b.now.UnixMicro()),
		`UPDATE deliveries SET title = 'CANARY', body = 'CANARY', card = '{"as":"CANARY"}', facts = 'CANARY', reason = 'CANARY'`,
		`UPDATE memos SET subject = 'CANARY', body = 'CANARY', reason = 'CANARY', data = '{"options":["CANARY"]}'`,
		`UPDATE llm_calls SET reply = 'CANARY', error = 'CANARY'`,
		`UPDATE projects SET goal = 'CANARY', outcome = 'CANARY'`, `UPDATE messages SET body = 'CANARY'`)
	return b
}

// auditOf writes a file.
func (b *bench) auditOf(want audit.Want) string {
	b.t.Helper()
	var out bytes.Buffer
	_, err := audit.Write(b.t.Context(), b.db, &out, want)
	b.ok(err)
	return out.String()
}

// TestAuditFileHasEachPart looks that a file has who did what, and nothing of what was
// said, asked, answered or written.
func TestAuditFileHasEachPart(t *testing.T) {
	b := audited(t)
	uid, err := b.db.UID(t.Context())
	b.ok(err)
	file := b.auditOf(audit.Want{UID: uid})
	got, err := audit.Check(strings.NewReader(file), store.SealAfter)
	if err != nil || got.Lines < 8 || got.Records < 8 {
		t.Errorf("the file: %+v, %v", got, err)
	}
	for _, has := range []string{
		`"kind":"command"`, `"what":"pause p1"`, `"kind":"decision"`, `"proof":"a"`, `"kind":"message"`, `"what":"research_request"`, `"kind":"delivery"`, `"kind":"call"`,
		`"event":"signed_in"`, `"event":"signed_out"`, `"office":"` + audit.InstanceName(uid) + `"`,
	} {
		if !strings.Contains(file, has) {
			t.Errorf("no %s in the file", has)
		}
	}
	for _, no := range []string{"CANARY", uid} {
		if strings.Contains(file, no) {
			t.Errorf("%s is in the file", no)
		}
	}
	one := b.auditOf(audit.Want{UID: uid, Project: "p1"})
	if got, err := audit.Check(strings.NewReader(one), store.SealAfter); err != nil || got.Project != "p1" || got.Records == 0 || strings.Contains(one, `"event":"signed_in"`) || strings.Contains(one, "pause") {
		t.Errorf("of one project: %+v, %v\n%s", got, err, one)
	}
	b.pass(time.Hour)
	_, err = b.db.NewToken(t.Context(), "late", false)
	b.ok(err)
	late := b.auditOf(audit.Want{UID: uid, Since: b.now})
	if got, err := audit.Check(strings.NewReader(late), store.SealAfter); err != nil || got.Count != (audit.Count{Lines: 1}) || !strings.Contains(late, `"before":"`) {
		t.Errorf("since an hour: %+v, %v\n%s", got, err, late)
	}
	if none := b.auditOf(audit.Want{UID: uid, Since: b.now.Add(time.Hour)}); strings.Count(none, "\n") != 2 {
		t.Errorf("since the future:\n%s", none)
	} else if _, err := audit.Check(strings.NewReader(none), store.SealAfter); err != nil {
		t.Errorf("since the future: %v", err)
	}
}

// TestAuditFileNamesTheFirstWrongLine changes, takes away, doubles and swaps each line of
// a file, cuts it after each, and gives it another office's end.
func TestAuditFileNamesTheFirstWrongLine(t *testing.T) {
	b := audited(t)
	lines := slices.Collect(strings.Lines(b.auditOf(audit.Want{UID: "ours"})))
	others := slices.Collect(strings.Lines(b.auditOf(audit.Want{UID: "theirs"})))
	wrong := func(what string, file []string, from, to int) {
		t.Helper()
		_, err := audit.Check(strings.NewReader(strings.Join(file, "")), store.SealAfter)
		var at *audit.WrongError
		if !errors.As(err, &at) || at.Line < from || at.Line > to {
			t.Errorf("%s: %v, want line %d to %d", what, err, from, to)
		}
	}
	for i, line := range lines {
		n := i + 1
		for k := 1; k < len(line)-1; k += 7 { // a digit or letter becomes another one
			changed := []byte(line)
			if changed[k] = line[k] ^ 1; strings.ContainsRune("\"\\{}[]:,", rune(line[k])) {
				continue
			}
			file := slices.Concat(lines[:i], []string{string(changed)}, lines[i+1:])
			if i == 0 { // what a head says shows where it is used
				wrong(fmt.Sprintf("byte %d of the head", k), file, 1, len(lines))
				continue
			}
			wrong(fmt.Sprintf("byte %d of line %d", k, n), file, n, n)
		}
		wrong(fmt.Sprint("without line ", n), slices.Concat(lines[:i], lines[i+1:]), n, n)
		wrong(fmt.Sprint("twice line ", n), slices.Concat(lines[:n], lines[i:]), n+1, n+1)
		if n < len(lines) {
			wrong(fmt.Sprint("cut after line ", n), lines[:n], n+1, n+1)
			wrong(fmt.Sprint("lines swapped at ", n), slices.Concat(lines[:i], []string{lines[n], line}, lines[n+1:]), n, n)
		}
		wrong(fmt.Sprint("cut in line ", n), slices.Concat(lines[:i], []string{line[:len(line)/2]}), n, n)
	}
	last := len(lines)
	wrong("the end of another office", slices.Concat(lines[:last-1], others[last-1:]), last, last)
	wrong("nothing", nil, 1, 1)
	wrong("a field that nobody knows", slices.Concat(lines[:1], []string{strings.Replace(lines[1], "{", `{"x":1,`, 1)}, lines[2:]), 2, 2)
}

package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
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
	if got, err := audit.Check(strings.NewReader(late), store.SealAfter); err != nil || got.Count != (audit.Count{Lines: 1}) || got.First.Seq != got.Last.Seq || !strings.Contains(late, `"before":"`) {
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

// forgeries are ways to make a file say something else without computing a sum again.
var forgeries = map[string]func(r *rand.Rand, lines []string) []string{
	"a field put in before the true one": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return strings.Replace(l, "{", `{"body":"FORGED",`, 1) })
	},
	"the same field twice": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string {
			_, first, _ := strings.Cut(l, `"`)
			name, _, _ := strings.Cut(first, `"`)
			return strings.Replace(l, "{", `{"`+name+`":0,`, 1)
		})
	},
	"a field in other letters": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string {
			return strings.Replace(l, "{", `{"Kind":"FORGED","BODY":"FORGED","What":"FORGED",`, 1)
		})
	},
	"another case of a key": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return strings.Replace(l, `{"`, `{"`+strings.ToUpper(l[2:3]), 1)[:3] + l[3:] })
	},
	"a space": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return " " + l })
	},
	"a space inside": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return strings.Replace(l, ":", ": ", 1) })
	},
	"a space behind": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return strings.TrimSuffix(l, "\n") + " \n" })
	},
	"another line end": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return strings.TrimSuffix(l, "\n") + "\r\n" })
	},
	"an escaped letter": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { return fmt.Sprintf(`{"\u%04x`, l[2]) + l[3:] })
	},
	"an empty line": func(r *rand.Rand, lines []string) []string {
		i := r.IntN(len(lines) + 1)
		return slices.Insert(slices.Clone(lines), i, "\n")
	},
	"a mark in front": func(_ *rand.Rand, lines []string) []string {
		return append([]string{"\ufeff" + lines[0]}, lines[1:]...)
	},
	"no end of line": func(_ *rand.Rand, lines []string) []string {
		out := slices.Clone(lines)
		out[len(out)-1] = strings.TrimSuffix(out[len(out)-1], "\n")
		return out
	},
	"since in the head": func(r *rand.Rand, lines []string) []string {
		return headed(lines, `"first"`, fmt.Sprintf(`"since":"2026-03-%02dT00:00:00Z","first"`, 1+r.IntN(28)))
	},
	"a project in the head": func(r *rand.Rand, lines []string) []string {
		return headed(lines, `"first"`, fmt.Sprintf(`"project":"p%d","first"`, 1+r.IntN(9)))
	},
	"an older format": func(_ *rand.Rand, lines []string) []string {
		return withoutSeal(headed(lines, `"format":3`, `"format":2`))
	},
	"another office": func(r *rand.Rand, lines []string) []string {
		other := fmt.Sprintf("%016x", r.Uint64())
		was := regexp.MustCompile(`"office":"([0-9a-f]+)"`).FindStringSubmatch(lines[0])[1]
		out := headed(lines, was, other)
		out[len(out)-1] = strings.Replace(out[len(out)-1], was, other, 1)
		return out
	},
	"the beginning cut": func(r *rand.Rand, lines []string) []string {
		n := 1 + r.IntN(logLines(lines)-1)
		return recounted(beginning(lines, n))
	},
	"the beginning cut, in the older format": func(r *rand.Rand, lines []string) []string {
		n := 1 + r.IntN(logLines(lines)-1)
		return withoutSeal(headed(recounted(beginning(lines, n)), `"format":3`, `"format":2`))
	},
	"the end cut": func(r *rand.Rand, lines []string) []string {
		return ending(lines, 1+r.IntN(logLines(lines)-1))
	},
	"all records cut": func(_ *rand.Rand, lines []string) []string { return ending(lines, logLines(lines)) },
	"a record cut": func(r *rand.Rand, lines []string) []string {
		n := 1 + logLines(lines)
		i := n + r.IntN(len(lines)-1-n)
		return slices.Delete(slices.Clone(lines), i, i+1)
	},
	"a line changed": func(r *rand.Rand, lines []string) []string {
		return within(lines, r, func(l string) string { i := 2 + r.IntN(8); return l[:i] + string(l[i]^2) + l[i+1:] })
	},
	"two lines swapped": func(r *rand.Rand, lines []string) []string {
		i := 1 + r.IntN(len(lines)-3)
		out := slices.Clone(lines)
		out[i], out[i+1] = out[i+1], out[i]
		return out
	},
	"another seal": func(r *rand.Rand, lines []string) []string {
		out := slices.Clone(lines)
		out[len(out)-1] = regexp.MustCompile(`"file":"[0-9a-f]{8}`).ReplaceAllString(out[len(out)-1], fmt.Sprintf(`"file":"%08x`, r.Uint32()))
		return out
	},
}

// within changes one line.
func within(lines []string, r *rand.Rand, change func(string) string) []string {
	out := slices.Clone(lines)
	i := r.IntN(len(lines))
	out[i] = change(out[i])
	return out
}

func headed(lines []string, was, now string) []string {
	out := slices.Clone(lines)
	out[0] = strings.Replace(out[0], was, now, 1)
	return out
}

func withoutSeal(lines []string) []string {
	out := slices.Clone(lines)
	out[len(out)-1] = regexp.MustCompile(`,"file":"[0-9a-f]+"`).ReplaceAllString(out[len(out)-1], "")
	return out
}

// logLines is how many lines of the log a file has.
func logLines(lines []string) int {
	return len(slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.HasPrefix(l, `{"seq"`) }))
}

// beginning cuts the first lines of the log and mends the head.
func beginning(lines []string, n int) []string {
	seal := regexp.MustCompile(`"seal":"([0-9a-f]+)"`).FindStringSubmatch(lines[n])[1]
	out := slices.Concat(lines[:1], lines[n+1:])
	first := regexp.MustCompile(`"first":(\d+)`).FindStringSubmatch(out[0])[1]
	at := 1
	fmt.Sscan(first, &at) //nolint:errcheck // a number
	out = headed(out, `"first":`+first, fmt.Sprintf(`"first":%d`, at+n))
	return headed(out, "}\n", `,"before":"`+seal+"\"}\n")
}

// ending cuts all behind some line of the log and mends the end as far as that needs no sum.
func ending(lines []string, keep int) []string {
	last := lines[keep]
	seal := regexp.MustCompile(`"seal":"([0-9a-f]+)"`).FindStringSubmatch(last)[1]
	out := slices.Concat(lines[:keep+1], lines[len(lines)-1:])
	end := &out[len(out)-1]
	*end = regexp.MustCompile(`"lines":\d+`).ReplaceAllString(*end, fmt.Sprintf(`"lines":%d`, keep))
	*end = regexp.MustCompile(`"records":\{[^}]*\}`).ReplaceAllString(*end, `"records":{}`)
	*end = regexp.MustCompile(`"(seal|sum)":"[0-9a-f]+"`).ReplaceAllString(*end, `"$1":"`+seal+`"`)
	seq := regexp.MustCompile(`"seq":(\d+)`).FindStringSubmatch(last)[1]
	out[0] = regexp.MustCompile(`"last":\d+`).ReplaceAllString(out[0], `"last":`+seq)
	return out
}

// recounted mends how many lines the end counts.
func recounted(lines []string) []string {
	out := slices.Clone(lines)
	n := logLines(lines)
	out[len(out)-1] = regexp.MustCompile(`"lines":\d+`).ReplaceAllString(out[len(out)-1], fmt.Sprintf(`"lines":%d`, n))
	return out
}

// TestNoForgedAuditIsWhole forges 240 files without computing a sum; each is found.
func TestNoForgedAuditIsWhole(t *testing.T) {
	b := audited(t)
	lines := slices.Collect(strings.Lines(b.auditOf(audit.Want{UID: "ours"})))
	whole, err := audit.Check(strings.NewReader(strings.Join(lines, "")), store.SealAfter)
	if err != nil || whole.First.Seq != 1 || whole.Last.Seq < whole.First.Seq || !strings.Contains(lines[len(lines)-1], whole.Seal) {
		t.Fatalf("the file itself: %+v, %v", whole, err)
	}
	names := slices.Sorted(maps.Keys(forgeries))
	for i := range 240 {
		name := names[i%len(names)]
		forged := strings.Join(forgeries[name](rand.New(rand.NewPCG(uint64(i), 7)), lines), "")
		if forged == strings.Join(lines, "") {
			t.Errorf("%s (%d) changes nothing", name, i)
			continue
		}
		var wrong *audit.WrongError
		if _, err := audit.Check(strings.NewReader(forged), store.SealAfter); !errors.As(err, &wrong) {
			t.Errorf("%s (%d) passes: %v", name, i, err)
		}
	}
}

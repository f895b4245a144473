package journal_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

// FuzzLogLine: whatever stands in an event, it is one entry of the log (a line
// for machines and one for people) and one line on a terminal, without a byte
// that acts there.
func FuzzLogLine(f *testing.F) {
	for _, s := range []string{"plain", "\x1b[2J\x1b[H", "a\nb\r\nc", "{\"ts\":\"forged\"}\n# x", "\u202egnp.exe", "\xff\xfe", "\u2028@everyone", "\x00\x07\x9b31m", "\x7f", "\u009b31m"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		e := org.Event{Seq: 7, At: time.Unix(0, 0), Kind: org.EventStepFailed, Project: "p1", Step: "s1", Text: text, Data: map[string]string{"cause": value}}
		pair, err := journal.Pair(e)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(pair), "\n")
		if len(lines) != 3 || lines[2] != "" || !strings.HasPrefix(lines[0], "{") || !strings.HasPrefix(lines[1], "# ") {
			t.Fatalf("%q is not one line for machines and one for people", pair)
		}
		var watched strings.Builder
		if err := journal.Watch(&watched, true)(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		for _, line := range append(lines[:2:2], journal.Line(e)+"\n", watched.String()) {
			if i := strings.IndexFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return unicode.IsControl(r) }); i >= 0 || !utf8.ValidString(line) {
				t.Fatalf("%q holds what acts on a terminal", line)
			}
		}
	})
}

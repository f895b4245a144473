package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Line returns an event as one line for people, without a line end: when, what
// it is about, what happened, in words. Control characters are taken out, so a
// text cannot move the cursor of a terminal.
func Line(e org.Event) string {
	subject := string(e.Project)
	for _, id := range []string{string(e.Step), string(e.Mission), string(e.Message)} {
		if id != "" {
			subject = strings.TrimLeft(subject+"/"+id, "/")
			break
		}
	}
	if subject == "" {
		subject = "-"
	}
	who := ""
	if e.Agent != "" {
		who = " [" + string(e.Agent) + "]"
	}
	return oneLine(fmt.Sprintf("%s  %-10s %-22s %s%s",
		e.At.UTC().Format(time.RFC3339), subject, e.Kind, moment.Spell(e.Text, nil), who))
}

// Line ends are replaced and other characters that do not print dropped. Mentions, which one of
// those keeps harmless, are made so again.
func oneLine(text string) string {
	return strings.TrimRight(safetext.Neutral(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))), " ")
}

// The encoder of JSON leaves U+007F to U+009F as they are, and a terminal acts on some.
func escapeControls(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		if r >= 0x7f && unicode.IsControl(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
			continue
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// Watch returns a function that writes each event it hears to w, as a line for
// people or, with asJSON, as one JSON object a line. It is what Follow hears
// for the watch command.
func Watch(w io.Writer, asJSON bool) func(context.Context, org.Event) error {
	return func(_ context.Context, e org.Event) error {
		line := []byte(Line(e))
		if asJSON {
			var err error
			if line, err = json.Marshal(e); err != nil {
				return fmt.Errorf("write event %d: %w", e.Seq, err)
			}
			line = escapeControls(line)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("write event %d: %w", e.Seq, err)
		}
		return nil
	}
}

// Package nountest shows the words of a noun with example facts, and holds them
// against the words that no founder should have to learn.
package nountest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// Example is one thing that a founder reads.
type Example struct {
	Name    string // what it says: "Pulse", "Pulse: nothing runs"
	Message any    // a string, a wording.Message, an org.Reply or Card, or buttons
	Written string // why it writes a moment out, for Marked; empty for one that marks moments, as all but a few do
}

// Golden compares the examples with words.golden beside the words, which UPDATE_GOLDEN=1 writes,
// and refuses words of the code in them.
func Golden(t *testing.T, examples ...Example) {
	t.Helper()
	var b strings.Builder
	for _, e := range examples {
		text := Render(t, e.Message)
		if found := Unplain(text); len(found) > 0 {
			t.Errorf("%s uses %q:\n%s", e.Name, found, text)
		}
		if strings.Contains(text, "%!") || gap.MatchString(text) {
			t.Errorf("%s is badly put together: %q", e.Name, text)
		}
		fmt.Fprintf(&b, "## %s\n%s\n\n", e.Name, text)
	}
	const path = "words.golden"
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; UPDATE_GOLDEN=1 writes it", err)
	}
	if string(want) != b.String() {
		t.Errorf("the words differ from %s; UPDATE_GOLDEN=1 writes it anew:\n%s", path, b.String())
	}
}

// Marked refuses examples that write a moment out without saying why, or say why and do not.
func Marked(t *testing.T, examples ...Example) {
	t.Helper()
	for _, e := range examples {
		text := Render(t, e.Message)
		if found := FindMoment(text); (found == "") != (e.Written == "") {
			t.Errorf("%s writes the moment %q out; the reason is %q:\n%s", e.Name, found, e.Written, text)
		}
	}
}

// FindMoment finds an hour of the day or a date that is written out. What founders read names a moment by a mark, so that
// a chat shows it to each reader in his own zone, and every other surface in the founder's, by its name.
func FindMoment(text string) string { return hour.FindString(text) + date.FindString(text) }

// Render shows a message as golden files have it: its text, what is behind
// "More", and one line a button or choice.
func Render(t *testing.T, m any) string {
	t.Helper()
	switch m := m.(type) {
	case string:
		return m
	case wording.Message:
		out := m.Text
		if m.More != "" {
			out += "\n--- More:\n" + m.More
		}
		return out + renderCard(org.Card{Buttons: m.Buttons, Menu: m.Menu})
	case org.Reply:
		return m.Text + renderCard(m.Card)
	case org.Card:
		return strings.TrimPrefix(renderCard(m), "\n")
	case org.Button:
		return strings.TrimPrefix(renderCard(org.Card{Buttons: []org.Button{m}}), "\n")
	case []org.Button:
		return strings.TrimPrefix(renderCard(org.Card{Buttons: m}), "\n")
	}
	t.Fatalf("no rule renders a %T", m)
	return ""
}

func renderCard(c org.Card) string {
	var b strings.Builder
	for _, button := range c.Buttons {
		does := "`!" + button.Command + "`"
		if button.URL != "" {
			does = "`" + button.URL + "`"
		}
		fmt.Fprintf(&b, "\n[%s] %s", button.Label, does)
		if button.Ask != "" {
			b.WriteString(" asks: " + button.Ask)
		}
	}
	if c.Menu != nil {
		fmt.Fprintf(&b, "\n[%s ▾] `!%s`", c.Menu.Label, c.Menu.Command)
		for _, choice := range c.Menu.Choices {
			fmt.Fprintf(&b, "\n  - %s `%s`", choice.Label, choice.Value)
		}
	}
	return b.String()
}

var (
	gap  = regexp.MustCompile(`\S  +\S`)
	hour = regexp.MustCompile(`(^|[^0-9:.])([01]?[0-9]|2[0-3]):[0-5][0-9]([^0-9]|$)`)
	date = regexp.MustCompile(`\b[0-3]?[0-9] (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b20[0-9]{2}-[01][0-9]-[0-3][0-9]\b`)
)

// forbidden are words of the code that no founder should have to learn.
var forbidden = regexp.MustCompile(`(?i)\b((?-i:T[0-3])|missions?|strikes?|ghosts?|journals?|verify|workers?|rooms?|offices?|leases?|checkpoints?|outbox|heartbeats?|lint|roster|desk|duty|nothing was half done)\b`)

// Unplain finds what is wrong with a text for founders; commands in code marks
// are left out, since they are typed and not read.
func Unplain(text string) []string {
	return forbidden.FindAllString(regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, ""), -1)
}

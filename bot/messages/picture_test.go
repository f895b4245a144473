package messages_test

import (
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

const chatPicture = "../../docs/pictures/chat.svg"

// TestChatPicture draws the README's picture of a chat from the messages themselves.
// UPDATE_GOLDEN=1 writes it anew.
func TestChatPicture(t *testing.T) {
	c := &chatDrawing{y: 16}
	c.say("You", "Find the price of oats and where they are grown, and sum it up on one page.", nil)
	for _, shown := range []struct{ function, when string }{{"Plan", "without a web search, of a later project"}, {"Question", ""}, {"Result", ""}} {
		text, buttons := splitMessage(t, shown.function, shown.when)
		c.say("Frasier", text, buttons)
	}
	got := c.svg()
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		if err := os.WriteFile(chatPicture, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(chatPicture)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s shows other messages than those of today; UPDATE_GOLDEN=1 go test ./bot/messages draws it anew", chatPicture)
	}
}

// splitMessage is an example's text, and the labels of its buttons.
func splitMessage(t *testing.T, function, when string) (string, []string) {
	t.Helper()
	for _, e := range examples() {
		if e.function != function || e.when != when {
			continue
		}
		var text, buttons []string
		for line := range strings.SplitSeq(nountest.Render(t, e.message), "\n") {
			if m := regexp.MustCompile("^\\[([^\\]▾]+)\\] (?:`|asks)").FindStringSubmatch(line); m != nil {
				buttons = append(buttons, m[1])
			} else if !strings.HasPrefix(line, "  - ") && !strings.Contains(line, "▾]") {
				if line != "" || len(text) > 0 && text[len(text)-1] != "" {
					text = append(text, line)
				}
			}
		}
		return strings.TrimSpace(strings.Join(text, "\n")), buttons
	}
	t.Fatalf("no example %s: %s", function, when)
	return "", nil
}

// chatDrawing is a chat as an SVG picture, drawn from its top.
type chatDrawing struct {
	body strings.Builder
	y    int
}

const (
	chatWide    = 640
	chatColumns = 82 // letters in a line
	chatLine    = 19
)

func (c *chatDrawing) say(who, text string, buttons []string) {
	tone := map[string]string{"You": "#6d5f9c", "Frasier": "#1f6f54"}[who]
	fmt.Fprintf(&c.body, `<circle cx="28" cy="%d" r="14" fill="%s"/><text x="28" y="%d" text-anchor="middle" fill="#fff">%s</text>`+"\n", c.y+12, tone, c.y+17, who[:1])
	c.line(`font-weight="bold"`, who)
	for line := range strings.SplitSeq(text, "\n") {
		for _, part := range wrapWords(line) {
			c.line("", part)
		}
	}
	x := 56
	for _, b := range buttons {
		wide := 22 + len([]rune(b))*7
		fmt.Fprintf(&c.body, `<rect x="%d" y="%d" width="%d" height="24" rx="4" fill="#e4e2dc"/><text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", x, c.y, wide, x+wide/2, c.y+16, html.EscapeString(b))
		x += wide + 8
	}
	if len(buttons) > 0 {
		c.y += 30
	}
	c.y += 12
}

func (c *chatDrawing) line(style, text string) {
	bold := regexp.MustCompile(`\*\*([^*]+)\*\*`)
	shown := bold.ReplaceAllString(html.EscapeString(text), `<tspan font-weight="bold">$1</tspan>`)
	fmt.Fprintf(&c.body, `<text x="56" y="%d" %s>%s</text>`+"\n", c.y+14, style, shown)
	c.y += chatLine
}

func (c *chatDrawing) svg() string {
	c.y += 6
	label := "Drawn from the product's own messages with example facts; Discord shows them in its own way."
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="13" fill="#22211f" role="img" aria-label="A chat with Frasier">
<rect width="%[1]d" height="%[2]d" rx="8" fill="#fbfaf7"/>
%[3]s<text x="56" y="%[4]d" font-size="11" fill="#6b6963">%[5]s</text>
</svg>
`, chatWide, c.y+22, c.body.String(), c.y+8, html.EscapeString(label))
}

func wrapWords(line string) []string {
	out, now := []string{}, ""
	for word := range strings.FieldsSeq(line) {
		if now != "" && len([]rune(now+" "+word)) > chatColumns {
			out, now = append(out, now), ""
		}
		now = strings.TrimSpace(now + " " + word)
	}
	return append(out, now)
}

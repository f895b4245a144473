package discord_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// A moment goes out as Discord shows it to each reader; where Discord shows plain
// text, in code and in files, it is named.
func TestMomentsAreForEachReader(t *testing.T) {
	mark := moment.Mark(time.Unix(1772452800, 0), moment.Minute)
	texts, _ := discord.Compose("It starts on "+mark+".\n```\nnext "+mark+"\n```\nand `"+mark+"` too", org.Card{}, nil, nil)
	want := "It starts on <t:1772452800:f>.\n```\nnext 2 Mar 2026 12:00 UTC\n```\nand `2 Mar 2026 12:00 UTC` too"
	if len(texts) != 1 || texts[0] != want {
		t.Errorf("got %q, want %q", texts, want)
	}
	long := strings.Repeat("A sentence that goes on for a while, until "+mark+".\n\n", 60)
	texts, _ = discord.Compose(long, org.Card{}, nil, nil)
	for _, text := range texts {
		if strings.Count(text, "<t:") != strings.Count(text, mark) {
			t.Errorf("a mark was torn: %q", text)
		}
	}
}

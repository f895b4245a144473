package discord_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/discord"
)

func TestReferencesBecomeLinksThatSurvive(t *testing.T) {
	t.Parallel()
	line, links := discord.Jumps("7", []string{"10/11,12", "no receipt", "10/13"})
	want := "See also: [1](https://discord.com/channels/7/10/11) [3](https://discord.com/channels/7/10/13)"
	if line != want || len(links) != 2 {
		t.Errorf("got %q, %q; want %q", line, links, want)
	}
	if got := strings.NewReplacer("<", "", ">", "").Replace(discord.Linked(line, links)); got != line {
		t.Errorf("as it is sent: got %q, want the same", got)
	}
	if got := discord.Linked(line, nil); strings.Contains(got, "](https://") {
		t.Errorf("the links of another delivery survive: %q", got)
	}
	if line, links := discord.Jumps("7", nil); line != "" || links != nil {
		t.Errorf("no references: got %q, %q", line, links)
	}
	if line, _ := discord.Jumps("", []string{"10/11"}); !strings.Contains(line, "/@me/10/11") {
		t.Errorf("in a direct message: got %q", line)
	}
}

package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// Links lead to Discord for a bot of Discord, and nowhere for one of another
// server.
func TestInvite(t *testing.T) {
	for _, c := range []struct {
		url       string
		who       discord.Identity
		want, not string
	}{
		{"", discord.Identity{Application: "42", Known: true}, "https://discord.com/developers/applications/42/bot", "is on"},
		{"", discord.Identity{Application: "42", Known: true, Content: true}, "https://discord.com/oauth2/authorize?client_id=42&", "developers"},
		{"https://chat.example/api", discord.Identity{Application: "42", Known: true}, "application id is 42", "discord.com"},
	} {
		var out bytes.Buffer
		(&call{Process: Process{Out: &out}, settings: settings.Settings{DiscordURL: c.url}}).invite(c.who)
		if !strings.Contains(out.String(), c.want) || strings.Contains(out.String(), c.not) {
			t.Errorf("%+v: %q; want %q and no %q", c, out.String(), c.want, c.not)
		}
	}
}

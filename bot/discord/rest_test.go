package discord_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/discord"
)

// The token of an interaction, good for a quarter of an hour, is part of its
// address; errors name addresses.
func TestErrorsNameNoTokenOfAnInteraction(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/interactions/1573884294496031810/aW50ZXJhY3Rpb246/callback":       "POST /interactions/1573884294496031810/-/callback",
		"/webhooks/1573884294496031810/aW50ZXJhY3Rpb246":                    "POST /webhooks/1573884294496031810/-",
		"/webhooks/1573884294496031810/aW50ZXJhY3Rpb246/messages/@original": "POST /webhooks/1573884294496031810/-/messages/@original",
		"/channels/1573884294496031810/messages/1573884299109766563":        "POST /channels/1573884294496031810/messages/-",
	} {
		if got := discord.Route("POST", path); got != want {
			t.Errorf("an error names %q, want %q", got, want)
		}
	}
}

package ask

import "github.com/frasier-cos/frasier/bot/wording"

// Asked confirms a question or message that came by a command.
func Asked(text string) string {
	return "Got it: " + wording.Clip(wording.Plain(text), 300) + "\nThe answer comes here."
}

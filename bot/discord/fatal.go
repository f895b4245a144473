package discord

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/gorilla/websocket"

	"github.com/frasier-cos/frasier/bot"
)

// explainFatal returns the sentence about a failure that no new try can mend, nil for
// all others. Close codes are those of Discord's gateway.
func explainFatal(err error) error {
	const portal = "https://discord.com/developers/applications"
	if err == nil {
		return nil
	}
	if setup := new(bot.SetupError); errors.As(err, &setup) {
		return setup
	}
	code := 0
	var closed *websocket.CloseError
	var api *apiError
	switch {
	case errors.As(err, &closed):
		code = closed.Code
	case errors.As(err, &api) && api.Status == http.StatusUnauthorized:
		code = 4004
	}
	var text string
	switch code {
	case 4004:
		text = "Discord does not accept the token: it was reset or is mistyped. Make a new one at " + portal + ", Bot, Reset Token, put it where DISCORD_TOKEN is set (environment or .env), then start again."
	case 4010, 4011:
		text = "Discord asks for shards, which this bot does not have: it serves one founder's servers. Take the bot out of servers that are not yours, then start again."
	case 4012:
		text = "Discord no longer speaks this version of its gateway. Install the newest version of Frasier."
	case 4013:
		text = "Discord does not know an intent that was asked for. Install the newest version of Frasier."
	case 4014:
		text = "Discord refuses the Message Content Intent, so the bot could not read what you write. Turn it on at " + portal + ", your application, Bot, Privileged Gateway Intents, Message Content Intent, save, then start again."
	default:
		return nil
	}
	return &bot.SetupError{Err: fmt.Errorf("DISCORD_TOKEN: %s (close code %d)", text, code)}
}

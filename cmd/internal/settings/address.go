package settings

// BotAddress serves the bot's health and metrics unless told otherwise.
const BotAddress = "127.0.0.1:8787"

const autoListen = "auto"

// Address returns where a process of a role serves health and metrics; empty
// means nowhere.
func (s Settings) Address(role string) string {
	switch {
	case role == "worker" && s.ListenBotOnly:
		return ""
	case s.Listen != autoListen:
		return s.Listen
	case role == "bot":
		return BotAddress
	}
	return ""
}

package settings

import (
	"regexp"
	"strings"
)

// discord reads the settings for Discord. People, servers and channels
// are named by their numbers only: names and roles can be had by others.
func (r *reader) discord(s *Settings) {
	s.DiscordToken = r.secret("DISCORD_TOKEN", "the Discord bot's token; without it you talk in the terminal")
	s.Founders = r.list("FRASIER_FOUNDERS", "Discord user ids of the founders, separated by commas; nobody else is heard")
	s.Guild = r.one("FRASIER_GUILD", "id of the Discord server to listen in; empty means any")
	s.Channels = r.list("FRASIER_CHANNELS", "ids of the channels that need no mention, separated by commas; empty means all")
	for host := range strings.SplitSeq(r.text("FRASIER_FORGES", "github.com", "hosts whose repositories may be added from a chat, separated by commas"), ",") {
		if host = strings.ToLower(strings.TrimSpace(host)); host != "" {
			s.Forges = append(s.Forges, host)
		}
	}
	s.DiscordURL = strings.TrimRight(r.address("FRASIER_DISCORD_URL", r.text("FRASIER_DISCORD_URL", "", "base URL of Discord's REST API; empty means Discord's own")), "/")
}

// Discord reports whether founders are talked with in Discord. It is an error to have a
// token and no founder: nobody would be heard, or everybody.
func (s Settings) Discord() (bool, error) {
	if s.DiscordToken.Reveal() == "" {
		return false, nil
	}
	if len(s.Founders) == 0 {
		return false, &Error{Name: "FRASIER_FOUNDERS", Fix: "DISCORD_TOKEN is set, but no founder is named, so nobody would be heard. Run \"frasier init\", which finds your id by a code, or write your Discord user id there"}
	}
	return true, nil
}

// list reads ids separated by commas.
func (r *reader) list(name, meaning string) []string {
	var out []string
	value := r.text(name, "", meaning)
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		r.id(name, part)
		out = append(out, part)
	}
	return out
}

// one reads one id.
func (r *reader) one(name, meaning string) string {
	v := r.text(name, "", meaning)
	if v != "" {
		r.id(name, v)
	}
	return v
}

func (r *reader) id(name, v string) {
	if !regexp.MustCompile(`^[1-9][0-9]{14,19}$`).MatchString(v) {
		r.bad(name, v, "write Discord's number of it, such as 80351110224678912: in Discord, Settings, Advanced, turn on Developer Mode, then long-press or right-click it and choose Copy ID. Names and roles are not accepted, because others can take them")
	}
}

package settings

import (
	"regexp"
	"strings"
)

// readDiscord names people, servers and channels by their numbers only: names and roles can be had
// by others.
func (r *reader) readDiscord(s *Settings) {
	s.DiscordToken = r.readSecret("DISCORD_TOKEN", "the Discord bot's token; without it you talk in the terminal")
	s.Founders = r.readIDs("FRASIER_FOUNDERS", "Discord user ids of the founders, separated by commas; nobody else is heard")
	s.Guild = r.readID("FRASIER_GUILD", "id of the Discord server to listen in; empty means any")
	s.Channels = r.readIDs("FRASIER_CHANNELS", "ids of the channels that need no mention, separated by commas; empty means all")
	for host := range strings.SplitSeq(r.readText("FRASIER_FORGES", "github.com", "hosts whose repositories may be added from a chat, separated by commas"), ",") {
		if host = strings.ToLower(strings.TrimSpace(host)); host != "" {
			s.Forges = append(s.Forges, host)
		}
	}
	s.DiscordURL = strings.TrimRight(r.checkAddress("FRASIER_DISCORD_URL", r.readText("FRASIER_DISCORD_URL", "", "base URL of Discord's REST API; empty means Discord's own")), "/")
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

func (r *reader) readIDs(name, meaning string) []string {
	var out []string
	value := r.readText(name, "", meaning)
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		r.checkID(name, part)
		out = append(out, part)
	}
	return out
}

func (r *reader) readID(name, meaning string) string {
	v := r.readText(name, "", meaning)
	if v != "" {
		r.checkID(name, v)
	}
	return v
}

func (r *reader) checkID(name, v string) {
	if !regexp.MustCompile(`^[1-9][0-9]{14,19}$`).MatchString(v) {
		r.reject(name, v, "write Discord's number of it, such as 80351110224678912: in Discord, Settings, Advanced, turn on Developer Mode, then long-press or right-click it and choose Copy ID. Names and roles are not accepted, because others can take them")
	}
}

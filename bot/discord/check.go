package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/reports"
)

// right is one permission that the bot needs.
type right struct {
	name string
	bit  uint64
}

// listPermissions returns what the bot needs, and all that the invitation asks for;
// discord.com/developers, Permissions.
func listPermissions() []right {
	return []right{
		{"View Channels", 1 << 10},
		{"Send Messages", 1 << 11},
		{"Send Messages in Threads", 1 << 38},
		{"Create Public Threads", 1 << 35},
		{"Read Message History", 1 << 16},
		{"Add Reactions", 1 << 6},
		{"Attach Files", 1 << 15},
	}
}

const (
	bitAdministrator = 1 << 3
	bitEveryone      = 1 << 17
	flagContent      = 1<<18 | 1<<19 // of an application: may read what is written
)

// Invite is the link that brings the bot into a server, with exactly the
// permissions that it needs.
func Invite(application string) string {
	var bits uint64
	for _, r := range listPermissions() {
		bits |= r.bit
	}
	return "https://discord.com/oauth2/authorize?client_id=" + application + "&scope=bot+applications.commands&permissions=" + strconv.FormatUint(bits, 10)
}

// Identity names the bot and the application that it belongs to.
type Identity struct {
	Application, Name string
	// Content says whether the Message Content Intent is on; Known whether the
	// server tells at all.
	Content, Known bool
}

// Identify asks Discord who the token belongs to. An error is a
// *bot.SetupError when the token is not accepted.
func (d *Session) Identify(ctx context.Context) (Identity, error) {
	var me struct {
		ID   string `json:"id"`
		Name string `json:"username"`
	}
	if err := d.rest.call(ctx, request{http.MethodGet, "/users/@me", nil, nil}, &me); err != nil {
		return Identity{}, err
	}
	var app struct {
		ID    string `json:"id"`
		Flags *int64 `json:"flags"`
	}
	who := Identity{Application: me.ID, Name: me.Name}
	err := d.rest.call(ctx, request{http.MethodGet, "/applications/@me", nil, nil}, &app)
	var api *apiError
	if errors.As(err, &api) && api.Status == http.StatusNotFound {
		return who, nil // another server, which has no such page
	}
	if err != nil {
		return who, err
	}
	if app.ID != "" {
		who.Application = app.ID
	}
	if app.Flags != nil {
		// Other servers send 0 for want of such flags.
		who.Known, who.Content = d.rest.isOfficial() || *app.Flags != 0, *app.Flags&flagContent != 0
	}
	return who, nil
}

// Check looks at what the session needs of Discord: the token, the intent, the
// servers, the permissions in each channel that is listed, the commands. Each
// result that is not OK says what to do.
func (d *Session) Check(ctx context.Context) []reports.CheckResult {
	who, err := d.Identify(ctx)
	if err != nil {
		what := err.Error()
		if isUnreachable(err) {
			what = "Discord cannot be reached, so nobody is heard; check the network, and FRASIER_DISCORD_URL when it is set: " + what
		}
		if isUnclear(err) {
			what = "Discord refuses the requests of this machine, so nothing is sent; what is to be said waits. If it goes on, ask whether the machine's address is blocked: " + what
		}
		return []reports.CheckResult{{Name: "discord", Detail: what}}
	}
	out := []reports.CheckResult{{Name: "discord", OK: true, Detail: "signed in as " + who.Name}}
	intent := reports.CheckResult{Name: "discord intent", OK: true, Detail: "messages can be read"}
	if !who.Known {
		intent.Detail = "this server doesn't say whether messages can be read; I tell you in the channel if I can't"
	}
	if who.Known && !who.Content {
		intent.OK, intent.Detail = false, "Message Content Intent is off. Turn it on: https://discord.com/developers/applications/"+who.Application+"/bot, Privileged Gateway Intents, save, start again"
	}
	out = append(out, intent)
	if n, err := d.countIdentifies(ctx); err == nil && n > startsMost/10 {
		out = append(out, reports.CheckResult{Name: "discord connection", Detail: fmt.Sprintf("it was lost and made anew %d times today; Discord blocks a bot at 1000. Check the network of this machine", n)})
	}
	out = append(out, d.checkServers(ctx, who)...)
	return append(out, d.checkCommands(ctx, who))
}

func (d *Session) checkServers(ctx context.Context, who Identity) []reports.CheckResult {
	var guilds []struct{ ID, Name string }
	if err := d.rest.call(ctx, request{http.MethodGet, "/users/@me/guilds", nil, nil}, &guilds); err != nil {
		return []reports.CheckResult{{Name: "discord servers", Detail: "cannot be listed: " + err.Error()}}
	}
	var out []reports.CheckResult
	for _, g := range guilds {
		if d.Rules.Guild == "" || d.Rules.Guild == g.ID {
			out = append(out, d.checkServer(ctx, g.ID, g.Name, who)...)
		}
	}
	if len(out) == 0 {
		out = append(out, reports.CheckResult{Name: "discord servers", Detail: "the bot is in no server that it listens to. Invite it: " + Invite(who.Application)})
	}
	return out
}

func (d *Session) checkServer(ctx context.Context, id, name string, who Identity) []reports.CheckResult {
	s, err := d.loadStanding(ctx, id)
	if err != nil {
		return []reports.CheckResult{{Name: "server " + name, Detail: "cannot be looked at: " + err.Error()}}
	}
	var out []reports.CheckResult
	all := s.computeBase()
	if all&(bitAdministrator|bitEveryone) != 0 {
		out = append(out, reports.CheckResult{Name: "server " + name, OK: true, Hint: true, Detail: "the bot has more permissions than it needs (Administrator or Mention Everyone). Take them from its role"})
	}
	checked := 0
	for _, c := range s.channels {
		if c.Type != nil && slices.Contains(d.Rules.Channels, c.ID) {
			checked++
			out = append(out, describeMissing("channel #"+c.Name, s.computeInChannel(c.Overwrites), who))
			if p := c.toPlace(id); p.Type == channelForum && len(chooseFirstTags(p, messages.TagRunning)) == 0 {
				out = append(out, reports.CheckResult{Name: "forum #" + c.Name, OK: true, Detail: "posts carry no state. Give the forum these tags: " + strings.Join(forumTags(), ", ")})
			}
		}
	}
	if checked == 0 {
		out = append(out, describeMissing("server "+name, all, who))
	}
	return out
}

// describeMissing says which permissions are missing.
func describeMissing(name string, have uint64, who Identity) reports.CheckResult {
	var missing []string
	for _, r := range listPermissions() {
		if have&(r.bit|bitAdministrator) == 0 {
			missing = append(missing, r.name)
		}
	}
	if len(missing) == 0 {
		return reports.CheckResult{Name: name, OK: true, Detail: "all permissions are there"}
	}
	return reports.CheckResult{Name: name, Detail: "the bot lacks " + strings.Join(missing, ", ") + ". Grant them to " + who.Name + " there, or invite it again: " + Invite(who.Application)}
}

// checkCommands compares what Discord has with what there is.
func (d *Session) checkCommands(ctx context.Context, who Identity) reports.CheckResult {
	var list []struct{ Name string }
	if err := d.rest.call(ctx, request{http.MethodGet, "/applications/" + who.Application + "/commands", nil, nil}, &list); err != nil {
		return reports.CheckResult{Name: "discord commands", Detail: "cannot be listed: " + err.Error() + ". Invite the bot again with commands allowed: " + Invite(who.Application)}
	}
	if len(list) < len(d.Commands.Specs) {
		return reports.CheckResult{Name: "discord commands", OK: true, Detail: fmt.Sprintf("%d of %d are registered; the bot registers them when it starts", len(list), len(d.Commands.Specs))}
	}
	return reports.CheckResult{Name: "discord commands", OK: true, Detail: fmt.Sprintf("%d are registered", len(list))}
}

// bits is a set of permissions, which Discord writes as text.
type bits uint64

// UnmarshalText reads it. What is no number allows nothing; the rest of an event
// that holds it is read all the same.
func (b *bits) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		n = 0
	}
	*b = bits(n)
	return nil
}

// overwrite changes permissions in one channel.
type overwrite struct {
	ID    string `json:"id"`
	Allow bits   `json:"allow"`
	Deny  bits   `json:"deny"`
}

// The roles and permissions of the bot in one server.
type standing struct {
	guild    string
	self     string
	mine     []string // its roles
	roles    map[string]bits
	channels []channel
}

func (d *Session) loadStanding(ctx context.Context, guild string) (standing, error) {
	s := standing{guild: guild, roles: map[string]bits{}}
	var me struct{ ID string }
	if err := d.rest.call(ctx, request{http.MethodGet, "/users/@me", nil, nil}, &me); err != nil {
		return s, err
	}
	s.self = me.ID
	var roles []struct {
		ID          string
		Permissions bits
	}
	if err := d.rest.call(ctx, request{http.MethodGet, "/guilds/" + guild + "/roles", nil, nil}, &roles); err != nil {
		return s, err
	}
	for _, r := range roles {
		s.roles[r.ID] = r.Permissions
	}
	var member struct{ Roles []string }
	if err := d.rest.call(ctx, request{http.MethodGet, "/guilds/" + guild + "/members/" + s.self, nil, nil}, &member); err != nil {
		return s, err
	}
	s.mine = member.Roles
	return s, d.rest.call(ctx, request{http.MethodGet, "/guilds/" + guild + "/channels", nil, nil}, &s.channels)
}

// computeBase returns what the bot's roles allow in the whole server. The role of everybody
// has the server's own id.
func (s standing) computeBase() uint64 {
	all := s.roles[s.guild]
	for _, r := range s.mine {
		all |= s.roles[r]
	}
	return uint64(all)
}

// computeInChannel returns what the bot may do in a channel: everybody's overwrite first, then
// those of its roles together, then its own.
func (s standing) computeInChannel(c []overwrite) uint64 {
	have := bits(s.computeBase())
	if have&bitAdministrator != 0 {
		return uint64(have)
	}
	var deny, allow bits
	for _, o := range c {
		if o.ID == s.guild {
			have = have&^o.Deny | o.Allow
		}
		if slices.Contains(s.mine, o.ID) {
			deny, allow = deny|o.Deny, allow|o.Allow
		}
	}
	have = have&^deny | allow
	for _, o := range c {
		if o.ID == s.self {
			have = have&^o.Deny | o.Allow
		}
	}
	return uint64(have)
}

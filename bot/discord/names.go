package discord

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/reports"
)

const maxNames = 20_000

// The keys are Discord's ids.
type names map[string]string

// rememberUser keeps how somebody is called.
func (n names) rememberUser(u user, nick string) {
	if len(n) > maxNames {
		clear(n)
	}
	if name := nonEmpty(nonEmpty(nick, u.Display), u.Username); u.ID != "" && name != "" {
		n[u.ID] = name
	}
}

// rememberNames keeps the names of those whom a message knows.
func (d *Session) rememberNames(m message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, u := range m.Mentions {
		d.names.rememberUser(u, "")
	}
	if m.Author != nil {
		d.names.rememberUser(*m.Author, "")
	}
}

// ownRoles are the roles of servers that are ours alone: to mention one is to
// mention us.
func (d *Session) ownRoles(guild string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []string
	for id, r := range d.servers[guild].roles {
		if r.Tags.Bot != "" && (r.Tags.Bot == d.self || r.Tags.Bot == d.app) {
			out = append(out, id)
		}
	}
	return out
}

// Discord writes so what it shows by name: people, roles, channels, commands, emojis and times.
var mentionForm = lazyregexp.New(`<(@!?|@&|#|/[^:<>\n]{1,100}:|a?:[A-Za-z0-9_~]{1,32}:|t:)(-?[0-9]{1,20})(?::[tTdDfFR])?>`)

// makeReadable returns a text as people see it: with names in the place of ids, and without
// the mention of us. It reads what the gateway told and asks nobody.
func (d *Session) makeReadable(guild, text string) string {
	ours, zone := d.ownRoles(guild), d.Zone.Here()
	d.mu.Lock()
	defer d.mu.Unlock()
	out := mentionForm.ReplaceAllStringFunc(text, func(form string) string {
		m := mentionForm.FindStringSubmatch(form)
		kind, id := m[1], m[2]
		switch {
		case kind == "t:":
			return timeOf(form, id, zone)
		case strings.HasPrefix(kind, "@") && (id == d.self || slices.Contains(ours, id)):
			return ""
		case kind == "@&":
			return "@" + nonEmpty(d.servers[guild].roles[id].Name, "a role")
		case strings.HasPrefix(kind, "@"):
			return "@" + nonEmpty(d.names[id], "somebody")
		case kind == "#":
			return "#" + nonEmpty(d.channels[id].Name, "a channel")
		case strings.HasPrefix(kind, "/"):
			return strings.TrimSuffix(kind, ":")
		}
		return ":" + strings.Trim(strings.TrimPrefix(kind, "a:"), ":") + ":"
	})
	return strings.TrimSpace(out)
}

// timeOf is a moment that Discord shows to each reader in his own time, in the founder's.
func timeOf(form, unix string, zone *time.Location) string {
	n, err := strconv.ParseInt(unix, 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return form
	}
	return moment.Text(time.Unix(n, 0), moment.Minute, zone)
}

var (
	namedForm = lazyregexp.New(`<@([!&]?)([0-9]{5,20})>`)
	bareID    = lazyregexp.New(`(^|[\s(,;"])([0-9]{17,20})\b`)
)

// replaceIDs returns a text of ours with names in the place of ids: nobody reads an id, and
// Discord shows one as a name only where it also calls the person.
func (d *Session) replaceIDs(text string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	text = namedForm.ReplaceAllStringFunc(text, func(form string) string {
		m := namedForm.FindStringSubmatch(form)
		if m[1] == "&" {
			for _, g := range d.servers {
				if r, known := g.roles[m[2]]; known {
					return "@" + r.Name
				}
			}
			return "@a role"
		}
		return "@" + nonEmpty(d.names[m[2]], "somebody")
	})
	return bareID.ReplaceAllStringFunc(text, func(form string) string {
		m := bareID.FindStringSubmatch(form)
		if name := d.names[m[2]]; name != "" {
			return m[1] + name
		}
		return form
	})
}

// ListFounders returns the founders with the names under which people see them: those of our server, which is asked, and of
// whom it does not know, the one that was seen here last. It is for the rare moment in which somebody names one.
func (d *Session) ListFounders(ctx context.Context) []reports.Founder {
	out := make([]reports.Founder, 0, len(d.Rules.Founders))
	for _, id := range d.Rules.Founders {
		f := reports.Founder{ID: id}
		var m member
		if d.Rules.Guild != "" {
			if err := d.rest.call(ctx, request{http.MethodGet, "/guilds/" + d.Rules.Guild + "/members/" + id, nil, nil}, &m); err != nil {
				d.Log.InfoContext(ctx, "how a founder is called is not known here", "err", err)
			}
		}
		d.mu.Lock()
		seen := d.names[id]
		d.mu.Unlock()
		all := []string{m.Nick, seen}
		if m.User != nil {
			all = append(all, m.User.Display, m.User.Username)
		}
		for _, name := range all {
			if name != "" && !slices.Contains(f.Names, name) {
				f.Names = append(f.Names, name)
			}
		}
		out = append(out, f)
	}
	return out
}

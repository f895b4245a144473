package discord

import (
	"context"
	"net/http"
	"slices"
)

const (
	bitRead bits = bitView | bitHistory
	// mostKindsOfReaders is up to how many are looked at; channels that name more are
	// compared as they are.
	mostKindsOfReaders = 50_000
)

// mayQuote reports whether what stands in one channel may be quoted in another to
// somebody who asks there: whoever reads here can see it there too. In a direct
// talk only he reads. What cannot be found out is not quoted.
func (in *intake) mayQuote(ctx context.Context, here, there place, asker string) bool {
	if here.ID == there.ID {
		return true
	}
	if there.Type == channelPrivThread {
		return false
	}
	if here.Guild != "" && here.Guild != there.Guild || !in.hasGuild(there.Guild) {
		return false
	}
	of, err := in.rulesOf(ctx, there)
	if err != nil {
		in.Log.InfoContext(ctx, "who reads a linked channel is not known", "channel", there.ID, "err", err)
		return false
	}
	if here.Guild == "" {
		return in.canRead(ctx, there.Guild, of, asker)
	}
	us, err := in.rulesOf(ctx, here)
	if err != nil {
		in.Log.InfoContext(ctx, "who reads a channel is not known", "channel", here.ID, "err", err)
		return false
	}
	return in.standingIn(there.Guild).everyReaderReads(us, of)
}

// rulesOf are the overwrites that a channel is under; a thread is under its parent's.
func (in *intake) rulesOf(ctx context.Context, p place) ([]overwrite, error) {
	if !p.isThread() {
		return p.Overwrites, nil
	}
	parent, err := in.channelInfo(ctx, p.Parent)
	return parent.Overwrites, err
}

// canRead reports whether somebody can read a channel with these overwrites.
func (in *intake) canRead(ctx context.Context, guild string, of []overwrite, who string) bool {
	s := in.standingIn(guild)
	var m member
	if err := in.rest.call(ctx, request{http.MethodGet, "/guilds/" + guild + "/members/" + who, nil, nil}, &m); err != nil {
		in.Log.InfoContext(ctx, "whether somebody sees a linked channel is not known", "err", err)
		return false
	}
	return in.owns(guild, who) || s.hasPermission(who, m.Roles, of, bitRead)
}

func (in *intake) owns(guild, who string) bool {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	return who != "" && in.servers[guild].owner == who
}

// The standing includes our own id, which a check of mentions needs.
func (in *intake) standingIn(guild string) standing {
	in.Session.mu.Lock()
	defer in.Session.mu.Unlock()
	s := standing{guild: guild, self: in.self, roles: map[string]bits{}}
	for id, r := range in.servers[guild].roles {
		s.roles[id] = r.Permissions
	}
	return s
}

// hasPermission reports whether somebody with these roles may do all that in a channel.
func (s standing) hasPermission(who string, roles []string, of []overwrite, what bits) bool {
	s.self, s.mine = who, roles
	have := bits(s.computeInChannel(of))
	return have&bitAdministrator != 0 || have&what == what
}

// everyReaderReads reports whether all who see a channel with these overwrites can
// read what was said in the other one. It is pure. Whether somebody sees a channel
// hangs on the role that lets him in and on one that keeps him out, so all pairs of
// roles stand for all members, beside those whom a channel names.
func (s standing) everyReaderReads(here, there []overwrite) bool {
	roles, people := s.listDecisiveRoles(here, there), []string{""}
	for _, o := range slices.Concat(here, there) {
		if _, role := s.roles[o.ID]; !role && o.ID != s.self && !slices.Contains(people, o.ID) {
			people = append(people, o.ID)
		}
	}
	if len(s.roles) == 0 || len(roles)*len(roles)*len(people) > mostKindsOfReaders {
		return slices.Equal(here, there)
	}
	for _, who := range people {
		for i, a := range roles {
			for _, b := range roles[i:] {
				if has := []string{a, b}; s.hasPermission(who, has, here, bitView) && !s.hasPermission(who, has, there, bitRead) {
					return false
				}
			}
		}
	}
	return true
}

// listDecisiveRoles returns the roles by which channels can differ: those that they name, and of
// the others one of each kind.
func (s standing) listDecisiveRoles(lists ...[]overwrite) []string {
	out, kinds := []string{s.guild}, map[bits]bool{}
	for _, o := range slices.Concat(lists...) {
		if _, role := s.roles[o.ID]; role && !slices.Contains(out, o.ID) {
			out = append(out, o.ID)
		}
	}
	for id, can := range s.roles {
		if kind := can & (bitRead | bitAdministrator); !kinds[kind] && !slices.Contains(out, id) {
			kinds[kind], out = true, append(out, id)
		}
	}
	return out
}

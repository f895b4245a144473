package discord

// Permissions that reading takes; discord.com/developers, Permissions.
const (
	bitView    = 1 << 10
	bitHistory = 1 << 16
)

// role is one role of a server.
type role struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Permissions bits   `json:"permissions"`
	Tags        struct {
		Bot string `json:"bot_id"` // the bot whose own role it is
	} `json:"tags"`
}

// member is somebody in a server.
type member struct {
	User  *user    `json:"user"`
	Nick  string   `json:"nick"`
	Roles []string `json:"roles"`
}

// The roles of a server, and those that we have there.
type server struct {
	owner string
	roles map[string]role
	mine  []string
	known bool // which roles we have
}

// mayRead reports whether we may read what was said in a channel that has these
// overwrites. What is not known is no reason against it. It is pure.
func (g server) mayRead(self, guild string, of []overwrite) bool {
	if !g.known || self == "" || g.owner == self {
		return true
	}
	s := standing{guild: guild, self: self, mine: g.mine, roles: map[string]bits{}}
	for id, r := range g.roles {
		s.roles[id] = r.Permissions
	}
	have := s.computeInChannel(of)
	return have&bitAdministrator != 0 || have&bitView != 0 && have&bitHistory != 0
}

// cacheServer keeps what GUILD_CREATE tells of a server.
func (d *Session) cacheServer(v guild) {
	d.cacheChannels(v.ID, append(v.Channels, v.Threads...)...)
	d.mu.Lock()
	defer d.mu.Unlock()
	g := server{owner: v.Owner, roles: map[string]role{}}
	for _, r := range v.Roles {
		g.roles[r.ID] = r
	}
	for _, m := range v.Members {
		if m.User == nil {
			continue
		}
		d.names.rememberUser(*m.User, m.Nick)
		if m.User.ID == d.self {
			g.mine, g.known = m.Roles, len(v.Roles) > 0
		}
	}
	d.servers[v.ID] = g
}

// roleChanged keeps a role that is new or was changed; one without a name is gone.
func (d *Session) roleChanged(guild string, r role) {
	d.mu.Lock()
	defer d.mu.Unlock()
	g, known := d.servers[guild]
	switch {
	case !known:
	case r.Name == "":
		delete(g.roles, r.ID)
	default:
		g.roles[r.ID] = r
	}
}

// memberChanged keeps which roles we have.
func (d *Session) memberChanged(guild string, m member) (us bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if m.User == nil {
		return false
	}
	d.names.rememberUser(*m.User, m.Nick)
	g, known := d.servers[guild]
	if !known || m.User.ID != d.self {
		return false
	}
	g.mine, g.known = m.Roles, len(g.roles) > 0
	d.servers[guild] = g
	return true
}

// isClosed reports whether a channel is known to be closed to us.
func (d *Session) isClosed(p place) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	of := p
	if parent, known := d.channels[p.Parent]; p.isThread() && known {
		of = parent
	}
	return p.Guild != "" && (!p.isThread() || of.ID != p.ID) && !d.servers[p.Guild].mayRead(d.self, p.Guild, of.Overwrites)
}

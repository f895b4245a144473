package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Discord's channel types.
const (
	typeText   = 0
	typeDM     = 1
	typeThread = 11
	typeForum  = 15
)

// Access is what the bot may do in a channel.
type Access string

// The kinds of access.
const (
	AccessAll  Access = ""     // read and write
	AccessRead Access = "read" // no sending: 50013
	AccessNone Access = "none" // not even seeing: 50001
)

type user struct {
	id, name string
	bot      bool
	webhook  bool
	shut     bool // takes no direct messages: 50007
}

type guild struct {
	id, name, owner string
	members         []string
	role            string // the bot's own
	gone            bool
}

type tag struct{ id, name string }

type channel struct {
	id, guild, parent, name string
	kind                    int
	topic                   string
	tags                    []tag
	applied                 []string
	owner                   string
	archived, locked        bool
	archivedAt              time.Time
	made                    time.Time
	autoArchive             int
	members                 []string
	with                    string // the person of a direct channel
	access                  Access
	admitted                []string // who alone sees it beside the bot; nil: everybody
	messages                []*message
	last                    string
	sent                    int
}

func (c *channel) isThread() bool { return c.kind == typeThread }

type attachment struct {
	id, channel string
	File
	about string
}

type reaction struct {
	emoji string
	users []string
}

type message struct {
	id, channel, author string
	num                 uint64
	kind                int
	content             string
	embeds, components  []any
	files               []*attachment
	at, edited          time.Time
	edits, oldEdits     int
	flags               int
	nonce               any
	pinned              time.Time
	deleted             bool
	reply               string
	forward             string
	snapshot            map[string]any // of the message that it forwards
	poll                []string
	votes               []int
	mentions            []string
	roles               []string
	everyone            bool
	reactions           []reaction
	inter               *interaction
	thread              string
}

// snowflake makes an id that grows with the clock. The world's lock is held,
// or nobody else knows the server yet.
func (s *Server) snowflake() string {
	n := uint64(s.now().UnixMilli()-discordEpoch) << 22
	if n <= s.lastID {
		n = s.lastID + 1
	}
	s.lastID = n
	return strconv.FormatUint(n, 10)
}

func number(id string) uint64 {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Tag is a tag of a forum.
type Tag struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Scene is a small company: what most tests need.
type Scene struct {
	Guild    string `json:"guild"`
	Chief    string `json:"chief"`    // a text channel "chief"
	General  string `json:"general"`  // a text channel "general"
	Projects string `json:"projects"` // a forum "projects"
	Log      string `json:"log"`      // a text channel "chief-log"
	Founder  string `json:"founder"`  // a person "founder", the guild's owner
	Stranger string `json:"stranger"` // another member "stranger"
	Other    string `json:"other"`    // another bot "otherbot"
	DM       string `json:"dm"`       // the founder's direct channel with the bot
}

// Scene builds a Scene.
func (s *Server) Scene() Scene {
	var o Scene
	o.Founder, o.Stranger = s.AddUser("founder"), s.AddUser("stranger")
	o.Other = s.AddBot("otherbot")
	o.Guild = s.AddGuild("Acme", o.Founder, o.Stranger, o.Other)
	o.Chief, o.General = s.AddText(o.Guild, "chief"), s.AddText(o.Guild, "general")
	o.Projects = s.AddForum(o.Guild, "projects", "Planning", "Running", "Needs you", "Review", "Delivered", "Paused", "Failed")
	o.Log = s.AddText(o.Guild, "chief-log")
	o.DM = s.OpenDM(o.Founder)
	return o
}

// AddUser adds a person and returns the id.
func (s *Server) AddUser(name string) string { return s.addUser(user{name: name}) }

// AddBot adds another bot and returns its id.
func (s *Server) AddBot(name string) string { return s.addUser(user{name: name, bot: true}) }

// AddWebhook adds an author that is a webhook and returns its id.
func (s *Server) AddWebhook(name string) string {
	return s.addUser(user{name: name, bot: true, webhook: true})
}

func (s *Server) addUser(u user) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u.id = s.snowflake()
	s.users[u.id] = &u
	return u.id
}

// AddGuild adds a guild whose owner is the first member; the bot is in it.
func (s *Server) AddGuild(name string, members ...string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &guild{id: s.snowflake(), role: s.snowflake(), name: name, members: append(slices.Clone(members), s.bot.id)}
	g.owner = g.members[0]
	s.guilds[g.id] = g
	s.order = append(s.order, g.id)
	s.emit("GUILD_CREATE", intentGuilds, s.guildEvent(g))
	return g.id
}

// BotRole returns the id of the role that a guild gave the bot when it came.
func (s *Server) BotRole(guild string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.guilds[guild]; g != nil {
		return g.role
	}
	return ""
}

// AddText adds a text channel and returns its id.
func (s *Server) AddText(guild, name string) string {
	return s.addChannel(&channel{guild: guild, name: name, kind: typeText})
}

// AddForum adds a forum with these tags and returns its id.
func (s *Server) AddForum(guild, name string, tags ...string) string {
	c := &channel{guild: guild, name: name, kind: typeForum}
	s.mu.Lock()
	for _, t := range tags {
		c.tags = append(c.tags, tag{s.snowflake(), t})
	}
	s.mu.Unlock()
	return s.addChannel(c)
}

func (s *Server) addChannel(c *channel) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.id = s.snowflake()
	s.channels[c.id] = c
	s.emit("CHANNEL_CREATE", intentGuilds, s.channelWire(c))
	return c.id
}

// OpenDM returns the id of a person's direct channel with the bot.
func (s *Server) OpenDM(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dmOf(user).id
}

func (s *Server) dmOf(user string) *channel {
	for _, c := range s.channels {
		if c.kind == typeDM && c.with == user {
			return c
		}
	}
	c := &channel{id: s.snowflake(), kind: typeDM, with: user}
	s.channels[c.id] = c
	return c
}

// Tags returns a forum's tags.
func (s *Server) Tags(forum string) []Tag {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channels[forum]
	if !ok {
		return nil
	}
	out := make([]Tag, 0, len(c.tags))
	for _, t := range c.tags {
		out = append(out, Tag{t.id, t.name})
	}
	return out
}

// Named returns the id of the newest channel, thread, user or guild with this
// name; an id is returned as it is, and "dm:NAME" is a person's direct channel.
func (s *Server) Named(name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.named(name)
}

func (s *Server) named(name string) (string, error) {
	if len(name) > 3 && name[:3] == "dm:" {
		id, err := s.named(name[3:])
		if err != nil {
			return "", err
		}
		return s.dmOf(id).id, nil
	}
	best := ""
	see := func(id, of string) {
		if (id == name || of == name) && number(id) > number(best) {
			best = id
		}
	}
	for id, c := range s.channels {
		see(id, c.name)
	}
	for id, u := range s.users {
		see(id, u.name)
	}
	for id, g := range s.guilds {
		see(id, g.name)
	}
	if best == "" {
		return "", fmt.Errorf("nobody and nothing here is called %q", name)
	}
	return best, nil
}

// Restrict changes what the bot may do in a channel.
func (s *Server) Restrict(channel string, a Access) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channels[channel]
	if !ok {
		return fmt.Errorf("no channel %s", channel)
	}
	c.access = a
	return nil
}

// Seclude makes a channel one that only these people see, and the bot.
func (s *Server) Seclude(channel string, people ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channels[channel]
	if !ok {
		return fmt.Errorf("no channel %s", channel)
	}
	c.admitted = append([]string{}, people...)
	s.emitIn(c, "CHANNEL_UPDATE", intentGuilds, s.channelWire(c))
	return nil
}

// CloseDM makes a person refuse direct messages of the bot: error 50007.
func (s *Server) CloseDM(user string, shut bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, ok := s.users[user]
	if !ok {
		return fmt.Errorf("no user %s", user)
	}
	u.shut = shut
	return nil
}

// DeleteChannel removes a channel or thread with all in it, as an admin does.
func (s *Server) DeleteChannel(channel string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channels[channel]
	if !ok {
		return fmt.Errorf("no channel %s", channel)
	}
	s.dropChannel(c)
	return nil
}

func (s *Server) dropChannel(c *channel) {
	event := "CHANNEL_DELETE"
	wire := s.channelWire(c)
	if c.isThread() {
		event = "THREAD_DELETE"
		wire = map[string]any{"id": c.id, "guild_id": c.guild, "parent_id": c.parent, "type": c.kind}
	}
	for _, m := range c.messages {
		delete(s.messages, m.id)
	}
	delete(s.channels, c.id)
	for _, k := range s.channels {
		if k.parent == c.id {
			delete(s.channels, k.id)
		}
	}
	s.emitIn(c, event, intentGuilds, wire)
}

// Archive archives a thread as its members see it; locked ones need a
// moderator to come back.
func (s *Server) Archive(thread string, locked bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.channels[thread]
	if !ok || !c.isThread() {
		return fmt.Errorf("no thread %s", thread)
	}
	c.archived, c.locked, c.archivedAt = true, locked, s.now()
	s.emitIn(c, "THREAD_UPDATE", intentGuilds, s.channelWire(c))
	return nil
}

// Kick throws the bot out of a guild.
func (s *Server) Kick(guild string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.guilds[guild]
	if !ok {
		return fmt.Errorf("no guild %s", guild)
	}
	s.emit("GUILD_DELETE", intentGuilds, map[string]any{"id": g.id})
	g.gone = true
	return nil
}

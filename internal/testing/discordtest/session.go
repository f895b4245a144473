package discordtest

import (
	"encoding/json"
	"fmt"
	"time"
)

// How long an event is held back for others to overtake it.
const shuffleWindow = 15 * time.Millisecond

// session is one login of the bot; it outlives its sockets.
type session struct {
	s       *Server
	id      string
	intents int
	seq     int
	first   int      // number of log[0]
	log     [][]byte // events, for RESUME
	conn    *conn
	over    bool
	held    []event // under Shape.Shuffle
}

type event struct {
	name string
	data any
}

// begin opens a session on a socket: READY, then a GUILD_CREATE each.
func (s *Server) begin(c *conn, intents int) {
	o := &session{s: s, id: fmt.Sprintf("session-%s", s.snowflake()), intents: intents, first: 1, conn: c}
	s.sessions = append(s.sessions, o)
	const kept = 4
	if len(s.sessions) > kept {
		for i, old := range s.sessions {
			if old.conn == nil {
				s.sessions = append(s.sessions[:i:i], s.sessions[i+1:]...)
				break
			}
		}
	}
	c.session = o
	guilds := []any{}
	for _, id := range s.order {
		if g := s.guilds[id]; !g.gone {
			guilds = append(guilds, map[string]any{"id": g.id, "unavailable": true})
		}
	}
	flags := flagContentLimited
	if s.o.NoContent {
		flags = 0
	}
	o.send("READY", map[string]any{
		"v": 10, "user": s.userWire(s.bot.id), "guilds": guilds, "session_id": o.id, "session_type": "normal", "shard": []int{0, 1},
		"resume_gateway_url": "ws://" + s.http + "/resume", "application": map[string]any{"id": s.app, "flags": flags},
		"private_channels": []any{}, "_trace": []any{},
	})
	s.op(o.id, "ready", "")
	for _, id := range s.order {
		if g := s.guilds[id]; !g.gone && intents&intentGuilds != 0 {
			o.send("GUILD_CREATE", s.guildEvent(g))
		}
	}
}

// send gives one event its number, keeps it and sends it. A session without a
// socket only keeps it.
func (o *session) send(name string, data any) {
	o.seq++
	out, err := json.Marshal(map[string]any{"op": opDispatch, "t": name, "s": o.seq, "d": data})
	if err != nil {
		o.s.bad = append(o.s.bad, "write event: "+err.Error())
		return
	}
	o.log = append(o.log, out)
	if over := len(o.log) - o.s.o.Backlog; over > 0 {
		o.log = append([][]byte(nil), o.log[over:]...)
		o.first += over
	}
	if o.conn != nil && !o.s.zombie && (o.s.shape.Lose == 0 || o.s.rng.Float64() >= o.s.shape.Lose) {
		o.conn.sendRaw(out)
	}
}

// emit sends an event to every session that asked for it, in the shape that
// was set. The world's lock is held.
func (s *Server) emit(name string, intent int, data any) {
	for _, o := range s.sessions {
		if o.over || intent != 0 && o.intents&intent == 0 {
			continue
		}
		o.shaped(event{name, data})
	}
}

func (o *session) shaped(e event) {
	s := o.s
	list := []event{e}
	if s.shape.Unknown {
		list = []event{{"TOMORROWS_EVENT", map[string]any{"novelty": []any{1, "two"}}}, e}
	}
	for range max(0, s.shape.Copies-1) {
		if s.rng.IntN(2) == 0 {
			list = append(list, e)
		}
	}
	if !s.shape.Shuffle {
		for _, e := range list {
			o.send(e.name, e.data)
		}
		return
	}
	o.held = append(o.held, list...)
	if len(o.held) == len(list) {
		s.later(shuffleWindow, func() {
			s.rng.Shuffle(len(o.held), func(i, j int) { o.held[i], o.held[j] = o.held[j], o.held[i] })
			for _, e := range o.held {
				o.send(e.name, e.data)
			}
			o.held = nil
		})
	}
}

// later runs f under the world's lock after d, unless the server ends first.
func (s *Server) later(d time.Duration, f func()) {
	var t *time.Timer
	t = time.AfterFunc(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.timers, t)
		if !s.closed {
			f()
		}
	})
	s.timers[t] = true
}

// emitIn sends an event of a channel, when the bot can see the channel.
func (s *Server) emitIn(k *channel, name string, intent int, data any) {
	if !s.unseen(k) {
		s.emit(name, intent, data)
	}
}

func messageIntent(k *channel) int {
	if k.guild == "" {
		return intentDMs
	}
	return intentMessages
}

// emitMessage sends a message, without its content to sessions that may not
// read it.
func (s *Server) emitMessage(name string, k *channel, m *message) {
	if s.unseen(k) {
		return
	}
	for _, o := range s.sessions {
		if o.over || o.intents&messageIntent(k) == 0 {
			continue
		}
		o.shaped(event{name, s.hide(m, s.messageEvent(m), o.intents&intentContent != 0 && !s.o.NoContent)})
	}
}

// Shape sets how the gateway delivers from now on.
func (s *Server) Shape(sh Shape) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shape = sh
}

// Zombie makes sockets stay open and silent: no acknowledgements, no events.
// What is missed can be had by RESUME.
func (s *Server) Zombie(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.zombie = on
}

// RefuseResume answers every RESUME with op 9.
func (s *Server) RefuseResume(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noResume = on
}

// AllowContent turns the message content intent on or off in the "portal".
func (s *Server) AllowContent(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.o.NoContent = !on
}

// Offline cuts all sockets and resets every call until it is turned off.
func (s *Server) Offline(on bool) {
	s.mu.Lock()
	s.offline = on
	s.mu.Unlock()
	if on {
		s.Cut()
	}
}

// CloseGateway ends all sockets and takes no new ones until it is turned off; REST
// answers all the while.
func (s *Server) CloseGateway(on bool) {
	s.mu.Lock()
	s.noGateway = on
	s.mu.Unlock()
	if on {
		s.Cut()
	}
}

// Cut ends all sockets without a close frame; sessions can be resumed.
func (s *Server) Cut() { s.eachConn(func(c *conn) { c.cut() }) }

// CloseWith closes all sockets with a close code.
func (s *Server) CloseWith(code int, text string) {
	s.eachConn(func(c *conn) { c.close(code, text) })
}

// Reconnect sends op 7 to all sockets.
func (s *Server) Reconnect() {
	s.eachConn(func(c *conn) { c.send(map[string]any{"op": opReconnect, "d": nil, "s": nil, "t": nil}) })
}

// AskBeat sends op 1 to all sockets: the bot has to answer with a heartbeat.
func (s *Server) AskBeat() {
	s.eachConn(func(c *conn) { c.send(map[string]any{"op": opBeat, "d": nil, "s": nil, "t": nil}) })
}

// Invalidate sends op 9 to all sockets; without resumable the sessions are over.
func (s *Server) Invalidate(resumable bool) {
	s.eachConn(func(c *conn) {
		if c.session != nil {
			c.session.over = c.session.over || !resumable
			c.session.conn = nil
			c.session = nil
		}
		s.op("", "invalid", fmt.Sprint(resumable))
		c.send(map[string]any{"op": opInvalid, "d": resumable, "s": nil, "t": nil})
	})
}

// Connected is how many sockets have a session now.
func (s *Server) Connected() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for c := range s.conns {
		if c.session != nil {
			n++
		}
	}
	return n
}

func (s *Server) eachConn(f func(*conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		f(c)
	}
}

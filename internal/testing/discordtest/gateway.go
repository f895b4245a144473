package discordtest

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway operations.
const (
	opDispatch  = 0
	opBeat      = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Gateway intents.
const (
	intentGuilds      = 1 << 0
	intentMembers     = 1 << 1
	intentPresences   = 1 << 8
	intentMessages    = 1 << 9
	intentReactions   = 1 << 10
	intentDMs         = 1 << 12
	intentDMReactions = 1 << 13
	intentContent     = 1 << 15
	intentsKnown      = 1<<26 - 1
)

// conn is one socket. Frames are written by one goroutine, in order, so that
// nobody who holds the world's lock waits for a reader.
type conn struct {
	s       *Server
	ws      *websocket.Conn
	done    chan struct{} // closed when all about the socket is over
	written chan struct{} // closed when it is no longer written

	mu    sync.Mutex
	queue []frame
	wake  chan struct{}
	over  bool

	session  *session // under the world's lock
	compress bool     // under the world's lock

	packing sync.Mutex // guards packer
	packer  *zlib.Writer
}

type frame struct {
	kind int
	data []byte
	last bool // cut the socket after this
}

// gateway opens a socket.
func (s *Server) gateway(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	away := s.offline || s.closed || s.noGateway
	s.mu.Unlock()
	if away {
		cut(w)
		return
	}
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // a caller that speaks no websocket got its answer
	}
	c := &conn{s: s, ws: ws, done: make(chan struct{}), written: make(chan struct{}), wake: make(chan struct{}, 1)}
	s.mu.Lock()
	s.conns[c] = true
	s.op("", "open", r.URL.RequestURI())
	s.mu.Unlock()
	go c.write()
	defer func() {
		c.leave()
		<-c.written
		close(c.done)
	}()
	q := r.URL.Query()
	if v := q.Get("v"); v != "9" && v != gatewayVersion {
		c.close(4012, "Invalid API version.")
	}
	if e := q.Get("encoding"); e != "" && e != "json" || q.Get("compress") != "" {
		s.violate("gateway address asks for what this server cannot do: " + r.URL.RequestURI())
	}
	c.send(map[string]any{"op": opHello, "d": map[string]any{"heartbeat_interval": s.o.Heartbeat.Milliseconds(), "_trace": []any{}}, "s": nil, "t": nil})
	c.listen()
}

func (c *conn) leave() {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	delete(c.s.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn = nil
	}
	c.s.stir()
	c.push(frame{last: true})
}

func (c *conn) listen() {
	var times []time.Time
	for {
		if err := c.ws.SetReadDeadline(time.Now().Add(c.s.o.Heartbeat*5/2 + time.Second)); err != nil {
			return
		}
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.gone(err)
			return
		}
		now := time.Now()
		for len(times) > 0 && now.Sub(times[0]) > time.Minute {
			times = times[1:]
		}
		times = append(times, now)
		var p struct {
			Op *int            `json:"op"`
			D  json.RawMessage `json:"d"`
		}
		switch {
		case len(data) > maxPayload:
			c.close(4002, "Payload too large.")
		case json.Unmarshal(data, &p) != nil || p.Op == nil:
			c.close(4002, "Error while decoding payload.")
		case len(times) > maxEvents:
			c.close(4008, "Rate limited.")
		default:
			c.take(*p.Op, p.D)
		}
	}
}

// gone notes how a socket ended: after 1000 and 1001 the session is over.
func (c *conn) gone(err error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	id, note := "", err.Error()
	if c.session != nil {
		id = c.session.id
	}
	var ce *websocket.CloseError
	if errors.As(err, &ce) {
		note = fmt.Sprint(ce.Code)
		if c.session != nil && (ce.Code == websocket.CloseNormalClosure || ce.Code == websocket.CloseGoingAway) {
			c.session.over = true
		}
	}
	c.s.op(id, "gone", note)
}

func (c *conn) take(op int, d json.RawMessage) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	id := ""
	if c.session != nil {
		id = c.session.id
	}
	switch op {
	case opBeat:
		s.op(id, "heartbeat", string(d))
		if !s.zombie {
			c.send(map[string]any{"op": opAck, "d": nil, "s": nil, "t": nil})
		}
	case opIdentify:
		c.identify(d)
	case opResume:
		c.resume(d)
	case opPresence, opVoice, opMembers:
		if c.session == nil {
			c.close(4003, "Not authenticated.")
		}
	default:
		s.bad = append(s.bad, fmt.Sprintf("gateway: unknown operation %d: %.200s", op, d))
		c.close(4001, "Unknown opcode.")
	}
}

type identify struct {
	Token      string         `json:"token"`
	Intents    *int           `json:"intents"`
	Properties map[string]any `json:"properties"`
	Compress   bool           `json:"compress"`
	Shard      []int          `json:"shard"`
}

func (c *conn) identify(d json.RawMessage) {
	s := c.s
	var p identify
	err := json.Unmarshal(d, &p)
	s.identifys++
	s.op("", "identify", fmt.Sprintf("intents %d", deref(p.Intents)))
	switch {
	case err != nil || p.Properties == nil:
		c.close(4002, "Error while decoding payload.")
	case c.session != nil:
		c.close(4005, "Already authenticated.")
	case bare(p.Token) != s.o.Token || s.identifys > s.o.Identifies:
		c.close(4004, "Authentication failed.")
	case p.Intents == nil || *p.Intents < 0 || *p.Intents&^intentsKnown != 0:
		c.close(4013, "Invalid intent(s).")
	case *p.Intents&(intentMembers|intentPresences) != 0 || s.o.NoContent && *p.Intents&intentContent != 0:
		c.close(4014, "Disallowed intent(s).")
	case len(p.Shard) == 2 && p.Shard[0] >= p.Shard[1]:
		c.close(4010, "Invalid shard.")
	default:
		c.compress = p.Compress
		s.begin(c, *p.Intents)
	}
}

func deref(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// bare is a token without the word that discordgo puts before it.
func bare(token string) string {
	const word = "Bot "
	if len(token) > len(word) && token[:len(word)] == word {
		return token[len(word):]
	}
	return token
}

func (c *conn) resume(d json.RawMessage) {
	s := c.s
	var p struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if err := json.Unmarshal(d, &p); err != nil {
		c.close(4002, "Error while decoding payload.")
		return
	}
	s.op(p.Session, "resume", fmt.Sprint(p.Seq))
	if bare(p.Token) != s.o.Token {
		c.close(4004, "Authentication failed.")
		return
	}
	for _, o := range s.sessions {
		if o.id != p.Session || o.over || s.noResume || p.Seq < o.first-1 {
			continue
		}
		if p.Seq > o.seq {
			c.close(4007, "Invalid seq.")
			return
		}
		c.session, o.conn = o, c
		for _, e := range o.log[p.Seq-o.first+1:] {
			c.sendRaw(e)
		}
		o.send("RESUMED", map[string]any{"_trace": []any{}})
		s.op(o.id, "resumed", "")
		return
	}
	s.op(p.Session, "refused", "")
	c.send(map[string]any{"op": opInvalid, "d": false, "s": nil, "t": nil})
}

// send queues a payload; sendRaw queues one that is JSON already.
func (c *conn) send(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		data = []byte(`{"op":7,"d":null}`)
	}
	c.sendRaw(data)
}

func (c *conn) sendRaw(data []byte) {
	f := frame{kind: websocket.TextMessage, data: data}
	if c.compress {
		if packed, err := c.packed(data); err == nil {
			f = frame{kind: websocket.BinaryMessage, data: packed}
		}
	}
	c.push(f)
}

// packed compresses a payload. The writer is kept: making one takes longer than
// most payloads do.
func (c *conn) packed(data []byte) ([]byte, error) {
	c.packing.Lock()
	defer c.packing.Unlock()
	var b bytes.Buffer
	if c.packer == nil {
		c.packer = zlib.NewWriter(&b)
	}
	c.packer.Reset(&b)
	_, err := c.packer.Write(data)
	err = errors.Join(err, c.packer.Close())
	return b.Bytes(), err
}

func (c *conn) push(f frame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return
	}
	c.queue = append(c.queue, f)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// close sends a close frame and ends the socket.
func (c *conn) close(code int, text string) {
	c.push(frame{kind: websocket.CloseMessage, data: websocket.FormatCloseMessage(code, text)})
	c.push(frame{last: true})
}

// cut ends the socket without a word.
func (c *conn) cut() { c.push(frame{last: true}) }

func (c *conn) write() {
	defer close(c.written)
	defer func() {
		c.mu.Lock()
		c.over, c.queue = true, nil
		c.mu.Unlock()
		if err := c.ws.Close(); err != nil {
			return // it was closed by the other side
		}
	}()
	for range c.wake {
		c.mu.Lock()
		list := c.queue
		c.queue = nil
		c.mu.Unlock()
		for _, f := range list {
			if f.last {
				return
			}
			if err := c.ws.WriteMessage(f.kind, f.data); err != nil {
				return
			}
		}
	}
}

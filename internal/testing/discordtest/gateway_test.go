package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// socket is a gateway client without any cleverness.
type socket struct {
	t  *testing.T
	ws *websocket.Conn
}

type payload struct {
	Op int             `json:"op"`
	T  string          `json:"t"`
	S  int             `json:"s"`
	D  json.RawMessage `json:"d"`
}

func dial(t *testing.T, d *discordtest.Server) *socket {
	t.Helper()
	ws, res, err := websocket.DefaultDialer.DialContext(within(t), d.Gateway()+"?v=10&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Log(err)
		}
	})
	k := &socket{t, ws}
	if p := k.read(); p.Op != 10 {
		t.Fatalf("the first frame is %+v, want HELLO", p)
	}
	return k
}

func (k *socket) read() payload {
	k.t.Helper()
	if err := k.ws.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		k.t.Fatal(err)
	}
	_, raw, err := k.ws.ReadMessage()
	if err != nil {
		k.t.Fatal(err)
	}
	var p payload
	if err := json.Unmarshal(raw, &p); err != nil {
		k.t.Fatal(err)
	}
	return p
}

// until reads up to an event of that name.
func (k *socket) until(name string) payload {
	k.t.Helper()
	for {
		if p := k.read(); p.T == name {
			return p
		}
	}
}

func (k *socket) send(text string) {
	k.t.Helper()
	if err := k.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		k.t.Fatal(err)
	}
}

// closed reads until the socket is closed and returns the code.
func (k *socket) closed() int {
	k.t.Helper()
	if err := k.ws.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		k.t.Fatal(err)
	}
	for {
		if _, _, err := k.ws.ReadMessage(); err != nil {
			var ce *websocket.CloseError
			if errors.As(err, &ce) {
				return ce.Code
			}
			return 0
		}
	}
}

const everything = 1<<0 | 1<<9 | 1<<10 | 1<<12 | 1<<13 | 1<<15

func identify(token string, intents int) string {
	return fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":%d,"properties":{"os":"linux"}}}`, token, intents)
}

// ready logs in and returns the session's id.
func (k *socket) ready(d *discordtest.Server, intents int) string {
	k.t.Helper()
	k.send(identify(d.Token(), intents))
	p := k.read()
	var r struct {
		Session string `json:"session_id"`
		Resume  string `json:"resume_gateway_url"`
	}
	if err := json.Unmarshal(p.D, &r); p.T != "READY" || err != nil || r.Session == "" || !strings.HasPrefix(r.Resume, "ws://127.0.0.1:") {
		k.t.Fatalf("got %s %s", p.T, p.D)
	}
	return r.Session
}

func TestCloseCodes(t *testing.T) {
	for name, c := range map[string]struct {
		send []string
		want int
	}{
		"token":        {[]string{identify("another", everything)}, 4004},
		"intents":      {[]string{identify(discordtest.DefaultToken, 1<<40)}, 4013},
		"privileged":   {[]string{identify(discordtest.DefaultToken, 1<<1)}, 4014},
		"no content":   {[]string{identify(discordtest.DefaultToken, everything)}, 4014},
		"twice":        {[]string{identify(discordtest.DefaultToken, 1), identify(discordtest.DefaultToken, 1)}, 4005},
		"large":        {[]string{`{"op":1,"d":"` + strings.Repeat("a", 4090) + `"}`}, 4002},
		"no JSON":      {[]string{`{`}, 4002},
		"unknown op":   {[]string{`{"op":99}`}, 4001},
		"presence":     {[]string{`{"op":3,"d":{}}`}, 4003},
		"too many":     {slices.Repeat([]string{`{"op":1,"d":null}`}, 121), 4008},
		"resume token": {[]string{`{"op":6,"d":{"token":"another","session_id":"x","seq":1}}`}, 4004},
	} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.Start(t, discordtest.Options{NoContent: name == "no content", Lax: name == "unknown op"})
			k := dial(t, d)
			for _, s := range c.send {
				k.send(s)
			}
			if got := k.closed(); got != c.want {
				t.Errorf("closed with %d, want %d", got, c.want)
			}
		})
	}
}

func TestResumeReplaysInOrder(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	k := dial(t, d)
	id := k.ready(d, everything)
	k.until("GUILD_CREATE")
	d.Say(o.Founder, o.Chief, "one")
	p := k.until("MESSAGE_CREATE")
	d.Cut()
	k.closed()
	for n := range 5 {
		d.Say(o.Founder, o.Chief, fmt.Sprint(n))
	}
	resume := fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, d.Token(), id, p.S)
	k = dial(t, d)
	k.send(resume)
	for n := range 5 {
		p := k.until("MESSAGE_CREATE")
		var m struct {
			Content string `json:"content"`
		}
		if err := json.Unmarshal(p.D, &m); err != nil || m.Content != fmt.Sprint(n) {
			t.Errorf("missed message %d is %q, %v", n, m.Content, err)
		}
	}
	if p := k.read(); p.T != "RESUMED" {
		t.Errorf("after the missed events: %+v, want RESUMED", p)
	}
	d.RefuseResume(true)
	d.Cut()
	k.closed()
	k = dial(t, d)
	k.send(resume)
	if p := k.read(); p.Op != 9 || string(p.D) != "false" {
		t.Errorf("refused: %+v", p)
	}
}

// After 1000 the session is over; after any other code it is not.
func TestWhichCloseCodesEndASession(t *testing.T) {
	for code, want := range map[int]string{1000: "op 9", 1001: "op 9", 4000: "RESUMED"} {
		d := discordtest.Start(t, discordtest.Options{})
		k := dial(t, d)
		id := k.ready(d, everything)
		if err := k.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "")); err != nil {
			t.Fatal(err)
		}
		if err := d.WaitOp(within(t), "gone", 1); err != nil {
			t.Fatal(err)
		}
		k = dial(t, d)
		k.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":1}}`, d.Token(), id))
		p := k.read()
		if got := p.T; p.Op == 9 && want != "op 9" || p.Op != 9 && got != want {
			t.Errorf("close %d: got %+v, want %s", code, p, want)
		}
	}
}

func TestZombieIsSilent(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	k := dial(t, d)
	id := k.ready(d, everything)
	p := k.until("GUILD_CREATE")
	k.send(`{"op":1,"d":2}`)
	if p := k.read(); p.Op != 11 {
		t.Fatalf("a heartbeat got %+v, want an ACK", p)
	}
	d.Zombie(true)
	k.send(`{"op":1,"d":2}`)
	if err := d.WaitOp(within(t), "heartbeat", 2); err != nil {
		t.Fatal(err)
	}
	d.Say(o.Founder, o.Chief, "unheard")
	d.Zombie(false)
	d.AskBeat()
	if p := k.read(); p.Op != 1 {
		t.Errorf("a zombie said %+v", p)
	}
	d.Cut()
	k = dial(t, d)
	k.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, d.Token(), id, p.S))
	if p := k.read(); p.T != "MESSAGE_CREATE" {
		t.Errorf("resumed with %+v, want the unheard message", p)
	}
}

func TestServersOps(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	k := dial(t, d)
	k.ready(d, 0)
	d.Reconnect()
	if p := k.read(); p.Op != 7 {
		t.Errorf("got %+v, want op 7", p)
	}
	d.Invalidate(true)
	if p := k.read(); p.Op != 9 || string(p.D) != "true" {
		t.Errorf("got %+v, want op 9 d true", p)
	}
	k.send(identify(d.Token(), 0)) // discordgo does so on the same socket
	if p := k.read(); p.T != "READY" {
		t.Errorf("got %+v, want READY", p)
	}
	d.CloseWith(4009, "Session timed out.")
	if got := k.closed(); got != 4009 {
		t.Errorf("closed with %d", got)
	}
}

func TestIntentsHideEvents(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	k := dial(t, d)
	k.ready(d, everything&^(1<<15)&^(1<<10))
	k.until("GUILD_CREATE")
	first := d.Say(o.Founder, o.Chief, "hidden")
	if err := d.React(o.Founder, first, "👍"); err != nil {
		t.Fatal(err)
	}
	d.Say(o.Founder, o.Chief, "seen <@"+d.Bot()+">")
	d.Say(o.Founder, o.DM, "direct")
	want := []string{"", "seen <@" + d.Bot() + ">", "direct"}
	for _, w := range want {
		p := k.read()
		var m struct {
			Content string `json:"content"`
		}
		if err := json.Unmarshal(p.D, &m); p.T != "MESSAGE_CREATE" || err != nil || m.Content != w {
			t.Errorf("got %s %q, want %q", p.T, m.Content, w)
		}
	}
}

func TestShapes(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{Seed: 7})
	o := d.Scene()
	k := dial(t, d)
	k.ready(d, everything)
	k.until("GUILD_CREATE")
	d.Shape(discordtest.Shape{Copies: 5, Shuffle: true, Unknown: true, Strange: true, Half: true})
	const n = 60
	var order []string
	for range n {
		order = append(order, d.Say(o.Founder, o.Chief, "x"))
	}
	seen, got, unknown := map[string]int{}, []string{}, 0
	for len(seen) < n {
		p := k.read()
		if p.T == "TOMORROWS_EVENT" {
			unknown++
			continue
		}
		var m struct {
			ID     string `json:"id"`
			Author struct {
				Flags any `json:"public_flags"`
			} `json:"author"`
			Components []map[string]any `json:"components"`
		}
		if err := json.Unmarshal(p.D, &m); err != nil || m.Author.Flags != "0" || m.Components[0]["type"] != 99.0 {
			t.Fatalf("got %s: %v", p.D, err)
		}
		if seen[m.ID]++; seen[m.ID] == 1 {
			got = append(got, m.ID)
		}
	}
	twice := 0
	for _, c := range seen {
		if c > 1 {
			twice++
		}
	}
	if unknown == 0 || twice == 0 || slices.Equal(got, order) {
		t.Errorf("%d unknown events, %d came more than once, in order: %v", unknown, twice, slices.Equal(got, order))
	}
}

func TestCompressedFrames(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	k := dial(t, d)
	k.send(`{"op":2,"d":{"token":"` + d.Token() + `","intents":1,"compress":true,"properties":{}}}`)
	kind, raw, err := k.ws.ReadMessage()
	if err != nil || kind != websocket.BinaryMessage || raw[0] != 0x78 {
		t.Errorf("got a frame of kind %d, %v, want zlib", kind, err)
	}
}

func TestDiscordgoReconnects(t *testing.T) {
	t.Parallel()
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	got, back := newInbox[string](), newInbox[string]()
	g := login(t, d,
		func(_ *discordgo.Session, m *discordgo.MessageCreate) { got.put(m.Content) },
		func(_ *discordgo.Session, _ *discordgo.Resumed) { back.put("resumed") },
		func(_ *discordgo.Session, _ *discordgo.Ready) { back.put("ready") },
	)
	d.Say(o.Founder, o.Chief, "one")
	got.wait(t, 1)
	gone := newInbox[bool]()
	g.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) { gone.put(true) })
	d.Cut()
	gone.wait(t, 1)
	d.Say(o.Founder, o.Chief, "two")
	if err := g.Open(); err != nil {
		t.Fatal(err)
	}
	got.wait(t, 2)
	if list := back.wait(t, 2); list[1] != "resumed" {
		t.Errorf("got %v, want a resume", list)
	}
	d.Offline(true)
	gone.wait(t, 2)
	if err := g.Open(); err == nil {
		t.Error("discordgo connected to an offline Discord")
	}
	d.Offline(false)
	if err := g.Open(); err != nil {
		t.Error(err)
	}
}

// The day's logins are counted; one too many costs the token.
func TestLoginsOfADay(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{Identifies: 2})
	for n := range 3 {
		if _, g, _ := call(t, d, "GET", "/gateway/bot", ""); !strings.Contains(str(g, "session_start_limit"), fmt.Sprintf("remaining:%d", 2-n)) {
			t.Errorf("before login %d: %v", n, g)
		}
		k := dial(t, d)
		if n < 2 {
			k.ready(d, 1)
			continue
		}
		k.send(identify(d.Token(), 1))
		if got := k.closed(); got != 4004 {
			t.Errorf("closed with %d, want 4004", got)
		}
	}
}

package discordtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// within is a context that ends long after anything here should have happened.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

// there sends a client's calls to the fake, whatever host they name: one
// changed address of discordgo is not enough.
type there struct {
	root string
	way  *http.Transport
}

func (h there) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", strings.TrimPrefix(h.root, "http://"), ""
	return h.way.RoundTrip(r)
}

// login opens a discordgo session on the fake. Its handlers get every event.
func login(t *testing.T, d *discordtest.Server, handlers ...any) *discordgo.Session {
	t.Helper()
	g, err := discordgo.New("Bot " + d.Token())
	if err != nil {
		t.Fatal(err)
	}
	g.Client = &http.Client{Transport: there{d.Root(), &http.Transport{DisableKeepAlives: true}}, Timeout: time.Minute}
	g.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsGuildMessageReactions |
		discordgo.IntentsDirectMessages | discordgo.IntentsMessageContent
	g.ShouldReconnectOnError = false
	for _, h := range handlers {
		g.AddHandler(h)
	}
	if err := g.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Log(err)
		}
	})
	return g
}

// shut closes what was read.
func shut(t *testing.T, c io.Closer) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Log(err)
	}
}

// inbox collects what a handler gets.
type inbox[T any] struct {
	mu   sync.Mutex
	list []T
	in   chan struct{}
}

func newInbox[T any]() *inbox[T] { return &inbox[T]{in: make(chan struct{}, 10000)} }

func (b *inbox[T]) put(v T) {
	b.mu.Lock()
	b.list = append(b.list, v)
	b.mu.Unlock()
	b.in <- struct{}{}
}

func (b *inbox[T]) wait(t *testing.T, n int) []T {
	t.Helper()
	ctx := within(t)
	for {
		b.mu.Lock()
		list := append([]T(nil), b.list...)
		b.mu.Unlock()
		if len(list) >= n {
			return list
		}
		select {
		case <-b.in:
		case <-ctx.Done():
			t.Fatalf("got %d of %d", len(list), n)
		}
	}
}

// call sends one raw request and returns status and body.
func call(t *testing.T, d *discordtest.Server, method, path, body string) (int, map[string]any, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(within(t), method, d.API()+"/v10"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+d.Token())
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if len(raw) > 0 && bytes.HasPrefix(raw, []byte("{")) {
		if err := json.Unmarshal(raw, &out); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
	} else if bytes.HasPrefix(raw, []byte("[")) {
		var list []any
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		out = map[string]any{"list": list}
	} else if len(raw) > 0 {
		out = map[string]any{"text": string(raw)}
	}
	return res.StatusCode, out, res.Header
}

func TestDiscordgoTalksWithIt(t *testing.T) {
	t.Parallel()
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	got := newInbox[*discordgo.MessageCreate]()
	g := login(t, d, func(_ *discordgo.Session, m *discordgo.MessageCreate) { got.put(m) })
	id := d.Say(o.Founder, o.Chief, "Hello", discordtest.File{Name: "roadmap.md", Data: []byte("# One")})
	m := got.wait(t, 1)[0]
	if m.ID != id || m.Content != "Hello" || m.Author.ID != o.Founder || len(m.Attachments) != 1 || m.Attachments[0].Filename != "roadmap.md" {
		t.Fatalf("got %+v", m.Message)
	}
	res, err := http.Get(m.Attachments[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	if raw, err := io.ReadAll(res.Body); err != nil || string(raw) != "# One" {
		t.Fatalf("got file %q, %v", raw, err)
	}
	if err := g.MessageReactionAdd(o.Chief, id, "👀"); err != nil {
		t.Fatal(err)
	}
	said, err := g.ChannelMessageSendComplex(o.Chief, &discordgo.MessageSend{
		Content: "Hi", Reference: m.Reference(), AllowedMentions: &discordgo.MessageAllowedMentions{},
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Pause", CustomID: "pause", Style: discordgo.SecondaryButton},
		}}},
		Files: []*discordgo.File{{Name: "a.md", ContentType: "text/markdown", Reader: strings.NewReader("text")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	th, err := g.MessageThreadStart(o.Chief, id, "Project", 1440)
	if err != nil || th.ID != id {
		t.Fatalf("thread %+v, %v", th, err)
	}
	if _, err := g.ChannelMessageEdit(o.Chief, said.ID, "Hi there"); err != nil {
		t.Fatal(err)
	}
	if _, err := g.ForumThreadStart(o.Projects, "Plan", 1440, "the plan"); err != nil {
		t.Fatal(err)
	}
	e, err := d.Wait(within(t), 0, func(e discordtest.Effect) bool { return e.Bot && e.Kind == discordtest.KindEdit })
	if err != nil || e.Content != "Hi there" || e.Edit != 1 || string(e.Files[0].Data) != "text" {
		t.Fatalf("got %+v, %v", e, err)
	}
}

package discord_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// deaf is what programs say under the founder's id.
const deaf = "a program says this"

// hostileEvents are events of the gateway with one thing wrong each.
func hostileEvents(founder, stranger, channel string) []struct{ typ, data string } {
	message := `{"id":"41","type":0,"channel_id":"` + channel + `","content":"hello","author":{"id":"` + founder + `"}}`
	change := func(from, to string) string { return strings.Replace(message, from, to, 1) }
	return []struct{ typ, data string }{
		{"MESSAGE_CREATE", message},
		{"MESSAGE_CREATE", change(founder, stranger)},
		{"MESSAGE_CREATE", change(`"author"`, `"writer"`)},
		{"MESSAGE_CREATE", change(`"41"`, `41`)},
		{"MESSAGE_CREATE", change(`"41"`, `""`)},
		{"MESSAGE_CREATE", `{"id":"41","type":0,"channel_id":"7\u007f"}`}, // no address can be made of it
		{"MESSAGE_CREATE", change(`"41"`, `"99999999999999999999999999"`)},
		{"MESSAGE_CREATE", `{"id":"../../../users/@me","type":0,"channel_id":"7"}`},
		{"MESSAGE_CREATE", change(`"hello"`, `null`)},
		{"MESSAGE_CREATE", change(`"hello"`, `{}`)},
		{"MESSAGE_CREATE", change(`"type":0`, `"type":"0"`)},
		{"MESSAGE_CREATE", change(`"type":0`, `"type":19,"message_reference":{"message_id":"x"},"referenced_message":{"author":null}`)},
		{"MESSAGE_CREATE", change(`"hello"`, `"\ud800\u0000\u202e"`)},
		{"MESSAGE_CREATE", change(`"type":0`, `"type":0,"attachments":[{"filename":"../../x","size":-1,"url":"file:///etc/passwd"},{"size":1e99},null]`)},
		{"MESSAGE_CREATE", change(`"type":0`, `"type":0,"message_snapshots":[{"message":{"content":"y","attachments":[{}]}},null]`)},
		{"MESSAGE_CREATE", strings.Replace(change(`"author":{`, `"author":{"bot":true,`), "hello", deaf, 1)},
		{"MESSAGE_CREATE", strings.Replace(change(`"id":"41"`, `"id":"41","webhook_id":"5"`), "hello", deaf, 1)},
		{"MESSAGE_CREATE", message[:40]},
		{"MESSAGE_CREATE", ""},
		{"MESSAGE_CREATE", "null"},
		{"MESSAGE_CREATE", strings.Repeat("[", 20_000)},
		{"MESSAGE_UPDATE", change(`"type":0`, `"type":0,"edited_timestamp":"yesterday"`)},
		{"MESSAGE_UPDATE", `{"id":"41","channel_id":"7"}`},
		{"MESSAGE_DELETE", `{"id":"41","channel_id":"` + channel + `"}`},
		{"MESSAGE_DELETE", `[]`},
		{"INTERACTION_CREATE", `{"id":"51","type":2,"token":"t","channel_id":"7","user":{"id":"` + founder + `"},"data":{"name":"status","type":1,"options":[{"name":"project","value":{"a":1}},null]}}`},
		{"INTERACTION_CREATE", `{"id":"52","type":3,"token":"../t","member":{"user":{"id":"` + stranger + `"}},"data":{"custom_id":"","values":[null]}}`},
		{"INTERACTION_CREATE", `{"id":"53","type":99,"token":"","user":{"id":"` + founder + `"}}`},
		{"INTERACTION_CREATE", `{"id":"54","type":5,"token":"t","user":{"id":"` + founder + `"},"data":{"custom_id":"x","components":[{"components":[null]},null],"resolved":{"messages":{"1":null}}},"message":{"components":[null]}}`},
		{"CHANNEL_UPDATE", `{"id":"` + channel + `","type":"text","permission_overwrites":{}}`},
		{"THREAD_CREATE", `{"id":"61","type":11,"parent_id":"61","guild_id":"61"}`},
		{"GUILD_CREATE", `{"id":"1","channels":[null,{"id":"2"}],"threads":{}}`},
		{"READY", `{"user":null,"guilds":[null,{"id":""}],"application":7}`},
		{"READY", ""},
		{"RESUMED", "x"},
		{"A_KIND_OF_TOMORROW", "{}"},
		{"", ""},
	}
}

// FuzzDispatchEvent: whatever the gateway sends, nothing panics, nobody but the
// founder is heard or has a command carried out, and the next message of the
// founder is heard.
func FuzzDispatchEvent(f *testing.F) {
	o := open(f, discordtest.Options{Lax: true})
	for _, e := range hostileEvents(o.Founder, o.Stranger, o.Chief) {
		f.Add(e.typ, []byte(e.data))
	}
	var mu sync.Mutex
	var wrong []string
	commands := discord.Commands{
		Do: func(_ context.Context, c org.Command) (org.Reply, error) {
			mu.Lock()
			defer mu.Unlock()
			if c.Author != o.Founder {
				wrong = append(wrong, fmt.Sprintf("carried out %+v", c))
			}
			return org.Reply{Text: "done"}, nil
		},
		Typed: func(m org.Message) (string, bool) { return m.Text, strings.HasPrefix(m.Text, "!") },
	}
	session, err := discord.New(discord.Options{Token: token(o.server.Token()), URL: o.server.API(), Rules: o.rules, Records: o.db, Commands: commands, Now: time.Now, Log: o.logger()})
	if err != nil {
		f.Fatal(err)
	}
	heard := make(chan string, 1)
	take, wait := session.Feed(f.Context(), func(_ context.Context, m org.Message) error {
		mu.Lock()
		defer mu.Unlock()
		if m.Text == deaf || m.Author != o.Founder || m.Origin == "" || m.Channel.ID == "" || m.Channel.Transport != discord.Transport {
			wrong = append(wrong, fmt.Sprintf("heard %+v", m))
		}
		if strings.HasPrefix(m.Text, "still there") {
			heard <- m.Text
		}
		return nil
	})
	n := 0
	f.Fuzz(func(t *testing.T, typ string, data []byte) {
		if typ == "READY" && strings.Contains(string(data), o.Founder) {
			return // a gateway that calls us the founder makes us deaf to him
		}
		take(typ, data)
		n++
		id := fmt.Sprint(9_000_000_000_000_000_000 + n)
		take("CHANNEL_CREATE", fmt.Appendf(nil, `{"id":"%s","type":1}`, id))
		take("MESSAGE_CREATE", fmt.Appendf(nil, `{"id":"%s","type":0,"channel_id":"%s","content":"still there %d","author":{"id":"%s"}}`, id, id, n, o.Founder))
		for got := ""; got != fmt.Sprint("still there ", n); { // what was fuzzed may say so too
			select {
			case got = <-heard:
			case <-time.After(time.Minute):
				t.Fatalf("%s %q: the founder is not heard after it", typ, data)
			}
		}
		idle := make(chan struct{})
		go func() { wait(); close(idle) }()
		select {
		case <-idle:
		case <-time.After(time.Minute):
			t.Fatalf("%s %q: its work does not end", typ, data)
		}
		mu.Lock()
		defer mu.Unlock()
		if len(wrong) > 0 {
			t.Errorf("%s %q: %v", typ, data, wrong)
			wrong = nil
		}
		if _, panicked, is := strings.Cut(o.log.String(), "panic="); is {
			t.Fatalf("%s %q: panic %s", typ, data, panicked)
		}
		o.log.forget()
	})
}

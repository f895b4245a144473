package discordtest_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// control drives a server as another process does.
func control(t *testing.T, d *discordtest.Server, verb string, c discordtest.Control) (string, int) {
	t.Helper()
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(within(t), http.MethodPost, d.Root()+"/control/"+verb, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	var out struct {
		ID    string `json:"id"`
		Error string `json:"error"`
	}
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out.ID + out.Error, res.StatusCode
}

func TestAnotherProcessDrivesIt(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	if _, status := control(t, d, "scene", discordtest.Control{}); status != http.StatusOK {
		t.Fatalf("office: %d", status)
	}
	id, status := control(t, d, "say", discordtest.Control{User: "founder", Channel: "chief", Text: "Hello", Files: []discordtest.File{{Name: "a.md", Data: []byte("x")}}})
	if status != http.StatusOK || id == "" {
		t.Fatalf("say: %s", id)
	}
	if text, status := control(t, d, "say", discordtest.Control{User: "nobody", Channel: "chief", Text: "Hello"}); status != http.StatusBadRequest || !strings.Contains(text, "nobody") {
		t.Errorf("a user who is not there: %d %s", status, text)
	}
	if _, status := control(t, d, "press", discordtest.Control{User: "founder", Label: "Pause"}); status != http.StatusBadRequest {
		t.Errorf("a button that is not there: %d", status)
	}
	if _, status := control(t, d, "nothing", discordtest.Control{}); status != http.StatusBadRequest {
		t.Errorf("an unknown verb: %d", status)
	}
	for _, c := range []struct {
		verb string
		c    discordtest.Control
	}{
		{"edit", discordtest.Control{Message: id, Text: "Hello!"}},
		{"react", discordtest.Control{User: "founder", Message: id, Emoji: "👍"}},
		{"say", discordtest.Control{User: "founder", Channel: "dm:founder", Text: "direct"}},
		{"post", discordtest.Control{User: "founder", Channel: "projects", Name: "One", Text: "first"}},
		{"delete", discordtest.Control{Message: id}},
		{"advance", discordtest.Control{Seconds: 3600}},
		{"lock", discordtest.Control{Channel: "One"}},
		{"break", discordtest.Control{Fault: discordtest.Fault{Do: discordtest.Do500}}},
		{"mend", discordtest.Control{}},
		{"shape", discordtest.Control{Shape: discordtest.Shape{Copies: 2}}},
		{"cut", discordtest.Control{}},
	} {
		if text, status := control(t, d, c.verb, c.c); status != http.StatusOK {
			t.Errorf("%s: %d %s", c.verb, status, text)
		}
	}
	var kinds []string
	for _, e := range show[discordtest.Effect](t, d, "history?since=1") {
		kinds = append(kinds, string(e.Kind))
	}
	if got := strings.Join(kinds, " "); got != "edit react message thread message delete" {
		t.Errorf("history: %s", got)
	}
	post, err := d.Named("One")
	if seen := show[discordtest.See](t, d, "read?channel=One"); err != nil || len(seen) != 1 || seen[0].Text != "first" || seen[0].ID != post {
		t.Errorf("read: %+v", seen)
	}
}

func show[T any](t *testing.T, d *discordtest.Server, what string) []T {
	t.Helper()
	res, err := http.Get(d.Root() + "/control/" + what)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return out
}

// A reader of another process waits for the next effect without asking again
// and again.
func TestHistoryWaits(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	go d.Say(o.Founder, o.Chief, "late")
	if got := show[discordtest.Effect](t, d, "history?since=0&wait=15"); len(got) != 1 || got[0].Content != "late" {
		t.Errorf("got %+v", got)
	}
}

func TestForumsAndThreads(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	tag := d.Tags(o.Projects)[0].ID
	status, post, _ := call(t, d, "POST", "/channels/"+o.Projects+"/threads", `{"name":"Plan","applied_tags":["`+tag+`"],"message":{"content":"# Plan"}}`)
	id := str(post, "id")
	if status != http.StatusCreated || post["type"] != 11.0 {
		t.Fatalf("got %d %v", status, post)
	}
	if _, m, _ := call(t, d, "GET", "/channels/"+id+"/messages/"+id, ""); m["content"] != "# Plan" {
		t.Errorf("the first message of a post has its id: got %v", m)
	}
	if status, body, _ := call(t, d, "POST", "/channels/"+o.Projects+"/threads", `{"name":"Plan","applied_tags":["7"],"message":{"content":"x"}}`); status != 404 || code(body) != 10087 {
		t.Errorf("a tag that is not there: %d %v", status, body)
	}
	if status, body, _ := call(t, d, "POST", "/channels/"+o.Projects+"/threads", `{"name":"Plan"}`); status != 400 || code(body) != 50035 {
		t.Errorf("a post without a message: %d %v", status, body)
	}
	if status, body, _ := call(t, d, "POST", "/channels/"+o.Chief+"/threads", `{"name":"Loose","type":11}`); status != http.StatusCreated {
		t.Errorf("a thread without a message: %d %v", status, body)
	}
	_, active, _ := call(t, d, "GET", "/guilds/"+o.Guild+"/threads/active", "")
	if list, ok := active["threads"].([]any); !ok || len(list) != 2 {
		t.Errorf("active: %v", active)
	}
	call(t, d, "PATCH", "/channels/"+id, `{"archived":true,"name":"Plan (done)"}`)
	_, old, _ := call(t, d, "GET", "/channels/"+o.Projects+"/threads/archived/public", "")
	if list, ok := old["threads"].([]any); !ok || len(list) != 1 {
		t.Errorf("archived: %v", old)
	}
	if status, body, _ := call(t, d, "POST", "/channels/"+id+"/messages", `{"content":"back"}`); status != 200 {
		t.Errorf("writing brings a thread back: %d %v", status, body)
	}
	if _, k, _ := call(t, d, "GET", "/channels/"+id, ""); k["name"] != "Plan (done)" || !strings.Contains(str(k, "thread_metadata"), "archived:false") {
		t.Errorf("got %v", k)
	}
	if status, _, _ := call(t, d, "PUT", "/channels/"+id+"/messages/pins/"+id, ""); status != 204 {
		t.Errorf("pin: %d", status)
	}
	if _, pins, _ := call(t, d, "GET", "/channels/"+id+"/messages/pins", ""); !strings.Contains(str(pins, "items"), "# Plan") {
		t.Errorf("pins: %v", pins)
	}
	if err := d.DeleteChannel(id); err != nil {
		t.Fatal(err)
	}
	if status, body, _ := call(t, d, "POST", "/channels/"+id+"/messages", `{"content":"x"}`); status != 404 || code(body) != 10003 {
		t.Errorf("deleted: %d %v", status, body)
	}
	if err := d.Kick(o.Guild); err != nil {
		t.Fatal(err)
	}
	if status, body, _ := call(t, d, "GET", "/channels/"+o.Chief, ""); status != 403 || code(body) != 50001 {
		t.Errorf("after being thrown out: %d %v", status, body)
	}
}

// Without the intent a bot reads what is its own, direct, or names it.
func TestContentIsHidden(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{NoContent: true})
	o := d.Scene()
	_, own, _ := call(t, d, "POST", "/channels/"+o.Chief+"/messages", `{"content":"own"}`)
	for _, c := range []struct{ channel, id, want string }{
		{o.Chief, d.Say(o.Founder, o.Chief, "hidden"), ""},
		{o.Chief, d.Say(o.Founder, o.Chief, "<@"+d.Bot()+"> named"), "<@" + d.Bot() + "> named"},
		{o.DM, d.Say(o.Founder, o.DM, "direct"), "direct"},
		{o.Chief, str(own, "id"), "own"},
		{o.Chief, d.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Text: "a reply", Reply: str(own, "id")}), "a reply"},
		{o.Chief, d.Post(discordtest.Post{User: o.Founder, Channel: o.Chief, Text: "a quiet reply", Reply: str(own, "id"), Quiet: true}), ""},
	} {
		if _, m, _ := call(t, d, "GET", "/channels/"+c.channel+"/messages/"+c.id, ""); m["content"] != c.want {
			t.Errorf("got %q, want %q", m["content"], c.want)
		}
	}
	if _, app, _ := call(t, d, "GET", "/applications/@me", ""); app["flags"] != float64(1<<23) {
		t.Errorf("application flags %v, want that of commands alone", app["flags"])
	}
	d.AllowContent(true)
	if _, app, _ := call(t, d, "GET", "/oauth2/applications/@me", ""); app["flags"] != float64(1<<19|1<<23) {
		t.Errorf("application flags %v, want the content intent's", app["flags"])
	}
}

// A slow answer is the right one, late; a hanging one never comes.
func TestSlowAndHanging(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	d.Break(discordtest.Fault{Route: "/messages", Do: discordtest.DoSlow, Delay: time.Millisecond, Times: 1})
	d.Break(discordtest.Fault{Route: "/messages", Do: discordtest.DoHang, After: true, Times: 1})
	if status, _, _ := send(t, d, "/channels/"+o.Chief+"/messages", `{"content":"slow"}`); status != 200 {
		t.Errorf("slow: %d", status)
	}
	done := make(chan int, 1)
	go func() {
		status, _, _ := send(t, d, "/channels/"+o.Chief+"/messages", `{"content":"hanging"}`)
		done <- status
	}()
	if _, err := d.Wait(within(t), 1, func(e discordtest.Effect) bool { return e.Content == "hanging" }); err != nil {
		t.Error(err)
	}
	d.Offline(true)
	select {
	case status := <-done:
		t.Errorf("a hanging call was answered with %d", status)
	default:
	}
}

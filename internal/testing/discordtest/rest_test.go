package discordtest_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// code reads Discord's error code of an answer.
func code(body map[string]any) int {
	v, ok := body["code"].(float64)
	if !ok {
		return -1
	}
	return int(v)
}

func str(body map[string]any, field string) string { return fmt.Sprint(body[field]) }

func TestErrorsHaveDiscordsCodes(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	theirs := d.Say(o.Founder, o.Chief, "mine")
	lines := func(ch string) string { return "/channels/" + ch + "/messages" }
	_, mine, _ := call(t, d, "POST", lines(o.Chief), `{"content":"first"}`)
	_, thread, _ := call(t, d, "POST", lines(o.Chief)+"/"+theirs+"/threads", `{"name":"One"}`)
	if str(thread, "id") != theirs {
		t.Fatalf("thread %v, want the message's id %s", thread, theirs)
	}
	if err := d.Archive(theirs, true); err != nil {
		t.Fatal(err)
	}
	for ch, a := range map[string]discordtest.Access{o.Log: discordtest.AccessRead, o.General: discordtest.AccessNone} {
		if err := d.Restrict(ch, a); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.CloseDM(o.Founder, true); err != nil {
		t.Fatal(err)
	}
	many := `{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"label":"A","custom_id":"a"},{"type":2,"style":1,"label":"B","custom_id":"a"}]}]}`
	for _, c := range []struct {
		method, path, body string
		status, code       int
	}{
		{"GET", "/channels/1", "", 404, 10003},
		{"GET", lines(o.Chief) + "/1", "", 404, 10008},
		{"POST", lines(o.General), `{"content":"x"}`, 403, 50001},
		{"POST", lines(o.Log), `{"content":"x"}`, 403, 50013},
		{"POST", lines(o.DM), `{"content":"x"}`, 403, 50007},
		{"POST", lines(o.Projects), `{"content":"x"}`, 400, 50008},
		{"POST", lines(theirs), `{"content":"x"}`, 400, 50083},
		{"POST", lines(o.Chief), `{"content":""}`, 400, 50006},
		{"POST", lines(o.Chief), `{"content":"` + strings.Repeat("ü", 2001) + `"}`, 400, 50035},
		{"POST", lines(o.Chief), many, 400, 50035},
		{"POST", lines(o.Chief), `{"content":"x","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a"}]}]}`, 400, 50035},
		{"POST", lines(o.Chief), `{"embeds":[{"description":"` + strings.Repeat("a", 4000) + `"},{"description":"` + strings.Repeat("a", 2001) + `"}]}`, 400, 50035},
		{"POST", lines(o.Chief), `{"content":"x","message_reference":{"message_id":"1"}}`, 400, 50035},
		{"POST", lines(o.Chief), `{"content":`, 400, 50109},
		{"PATCH", lines(o.Chief) + "/" + theirs, `{"content":"x"}`, 403, 50005},
		{"DELETE", lines(o.Chief) + "/" + theirs, "", 403, 50013},
		{"PUT", lines(o.Chief) + "/" + theirs + "/reactions/eyes/@me", "", 400, 10014},
		{"POST", lines(o.Chief) + "/" + theirs + "/threads", `{"name":"Two"}`, 400, 160004},
		{"PATCH", "/channels/" + theirs, `{"name":"Two"}`, 400, 50083},
		{"GET", "/guilds/1/channels", "", 404, 10004},
		{"POST", "/interactions/1/none/callback", `{"type":5}`, 404, 10062},
		{"PATCH", "/webhooks/" + d.Bot() + "/none/messages/@original", `{"content":"x"}`, 404, 10015},
	} {
		status, body, _ := call(t, d, c.method, c.path, c.body)
		if status != c.status || code(body) != c.code {
			t.Errorf("%s %s %.60s: got %d %v, want %d with code %d", c.method, c.path, c.body, status, body, c.status, c.code)
		}
	}
	if status, body, _ := call(t, d, "POST", lines(o.Chief), `{"content":"`+strings.Repeat("ü", 2000)+`"}`); status != 200 {
		t.Errorf("2000 characters: got %d %v", status, body)
	}
	d.Advance(61 * time.Minute)
	var last map[string]any
	for n := range 6 {
		var status int
		if status, last, _ = call(t, d, "PATCH", lines(o.Chief)+"/"+str(mine, "id"), `{"content":"again"}`); (status == 200) != (n < 5) {
			t.Errorf("edit %d of an old message: got %d %v", n, status, last)
		}
	}
	if code(last) != 30046 {
		t.Errorf("edits of an old message: got %v, want 30046", last)
	}
}

func TestWrongTokenIsRefused(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	req, err := http.NewRequestWithContext(within(t), http.MethodGet, d.API()+"/v9/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot another")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	if res.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %d, want 401", res.StatusCode)
	}
}

// What nobody knows, and what the description does not allow, is loud.
func TestWhatIsUnknownIsAViolation(t *testing.T) {
	for name, c := range map[string]struct{ method, path, body, want string }{
		"route": {"GET", "/channels/CH/nothing", "", "unknown route"},
		"field": {"POST", "/channels/CH/messages", `{"content":"x","contents":"y"}`, "unknown field body.contents"},
		"deep":  {"POST", "/channels/CH/messages", `{"content":"x","allowed_mentions":{"parse":[],"user":[]}}`, "unknown field body.allowed_mentions.user"},
		"type":  {"POST", "/channels/CH/messages", `{"content":7}`, "request POST"},
		"long":  {"POST", "/channels/CH/messages", `{"content":"x","nonce":"` + strings.Repeat("n", 26) + `"}`, "request POST"},
		"query": {"GET", "/channels/CH/messages?limit=101", "", "limit"},
		"empty": {"POST", "/channels/CH/messages", "", "no body"},
		"style": {"POST", "/channels/CH/messages", `{"content":"x","components":[{"type":1,"components":[{"type":2,"style":77,"label":"A","custom_id":"a"}]}]}`, "request POST"},
	} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.Start(t, discordtest.Options{Lax: true})
			o := d.Scene()
			status, body, _ := call(t, d, c.method, strings.ReplaceAll(c.path, "CH", o.Chief), c.body)
			if v := strings.Join(d.Violations(), "\n"); status < 400 || !strings.Contains(v, c.want) {
				t.Errorf("got %d %v and violations %q, want %q", status, body, v, c.want)
			}
			if h := d.History(); len(h) != 0 {
				t.Errorf("it had an effect: %+v", h)
			}
		})
	}
}

func TestNonceGivesTheSameMessage(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	path := "/channels/" + o.Chief + "/messages"
	const body = `{"content":"once","nonce":"abc","enforce_nonce":true}`
	_, a, _ := call(t, d, "POST", path, body)
	_, b, _ := call(t, d, "POST", path, body)
	_, other, _ := call(t, d, "POST", "/channels/"+o.General+"/messages", body)
	_, free, _ := call(t, d, "POST", path, `{"content":"twice","nonce":"abc"}`)
	if a["id"] != b["id"] || a["id"] == other["id"] || a["id"] == free["id"] {
		t.Errorf("got ids %v %v, %v in another channel, %v without enforcing", a["id"], b["id"], other["id"], free["id"])
	}
	d.Advance(6 * time.Minute)
	if _, late, _ := call(t, d, "POST", path, body); late["id"] == a["id"] {
		t.Error("the nonce is still known after six minutes")
	}
	if n := len(d.History()); n != 4 {
		t.Errorf("%d effects, want 4", n)
	}
}

// ids reads the ids of a list of messages.
func ids(body map[string]any) []string {
	out := []string{}
	list, ok := body["list"].([]any)
	if !ok {
		return nil
	}
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, str(m, "id"))
		}
	}
	return out
}

func TestPagesOfMessages(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	var all []string
	for n := range 230 {
		all = append(all, d.Say(o.Founder, o.Chief, fmt.Sprint(n)))
	}
	path := "/channels/" + o.Chief + "/messages"
	var got []string
	for after := "0"; ; {
		_, page, _ := call(t, d, "GET", path+"?limit=100&after="+after, "")
		list := ids(page)
		if len(list) == 0 {
			break
		}
		for i := range list { // newest first
			got = append(got, list[len(list)-1-i])
		}
		after = list[0]
	}
	if !reflect.DeepEqual(got, all) {
		t.Errorf("after: got %d messages in another order or number, want %d", len(got), len(all))
	}
	_, page, _ := call(t, d, "GET", path+"?limit=3&before="+all[100], "")
	if want := []string{all[99], all[98], all[97]}; !reflect.DeepEqual(ids(page), want) {
		t.Errorf("before: got %v, want %v", ids(page), want)
	}
	_, page, _ = call(t, d, "GET", path+"?limit=3&around="+all[100], "")
	if want := []string{all[101], all[100], all[99]}; !reflect.DeepEqual(ids(page), want) {
		t.Errorf("around: got %v, want %v", ids(page), want)
	}
	_, page, _ = call(t, d, "GET", path, "")
	if list := ids(page); len(list) != 50 || list[0] != all[229] {
		t.Errorf("no parameters: got %d, newest %v", len(list), list)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		do     discordtest.Do
		status int // 0: no answer at all
		kind   string
	}{
		{discordtest.Do500, 500, "application/json"},
		{discordtest.Do502, 502, "text/html; charset=UTF-8"},
		{discordtest.Do503, 503, "application/json"},
		{discordtest.Do504, 504, "application/json"},
		{discordtest.Do429, 429, "application/json"},
		{discordtest.Do429Global, 429, "application/json"},
		{discordtest.Do429HTML, 429, "text/html; charset=UTF-8"},
		{discordtest.DoReset, 0, ""},
		{discordtest.DoHalf, 0, ""},
	} {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(c.do, after), func(t *testing.T) {
				d := discordtest.Start(t, discordtest.Options{})
				o := d.Scene()
				d.Break(discordtest.Fault{Method: "POST", Route: "/messages", Holds: "unlucky", Do: c.do, After: after, From: 2, Times: 1, Delay: 1500 * time.Millisecond})
				path := "/channels/" + o.Chief + "/messages"
				for n, want := range []int{200, c.status, 200} {
					status, kind, retry := send(t, d, path, `{"content":"unlucky"}`)
					if status != want {
						t.Errorf("call %d: got %d, want %d", n, status, want)
					}
					if n == 1 && kind != c.kind {
						t.Errorf("content type %q, want %q", kind, c.kind)
					}
					if n == 1 && c.status == 429 && (retry == "" || retry == "0") {
						t.Errorf("Retry-After %q", retry)
					}
				}
				want := 2
				if after {
					want = 3
				}
				if n := len(d.Since(0)); n != want {
					t.Errorf("%d messages were applied, want %d", n, want)
				}
			})
		}
	}
}

// send posts a message; its status is 0 when no whole answer came.
func send(t *testing.T, d *discordtest.Server, path, body string) (status int, kind, retry string) {
	t.Helper()
	req, err := http.NewRequestWithContext(within(t), http.MethodPost, d.API()+"/v9"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+d.Token())
	req.Header.Set("Content-Type", "application/json")
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := c.Do(req)
	if err != nil {
		return 0, "", ""
	}
	defer shut(t, res.Body)
	buf := make([]byte, 8192)
	n, err := res.Body.Read(buf)
	if res.ContentLength > int64(n) && err == nil {
		if _, err := res.Body.Read(buf); err != nil {
			return 0, "", ""
		}
	}
	return res.StatusCode, res.Header.Get("Content-Type"), res.Header.Get("Retry-After")
}

func TestBuckets(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{Limits: map[string]discordtest.Limit{
		"POST /channels/{channel_id}/messages": {N: 2, Per: time.Hour}, "global": {N: 4, Per: time.Hour},
	}})
	o := d.Scene()
	post := func(ch string) (int, map[string]any, http.Header) {
		return call(t, d, "POST", "/channels/"+ch+"/messages", `{"content":"x"}`)
	}
	post(o.Chief)
	if status, _, h := post(o.Chief); status != 200 || h.Get("X-RateLimit-Remaining") != "0" || h.Get("X-RateLimit-Limit") != "2" {
		t.Errorf("second call: %d %v", status, h)
	}
	if status, body, h := post(o.Chief); status != 429 || body["global"] != false || body["retry_after"] == 0.0 || h.Get("Retry-After") == "" {
		t.Errorf("third call: %d %v %v", status, body, h)
	}
	if status, _, _ := post(o.General); status != 200 {
		t.Errorf("another channel: %d", status)
	}
	post(o.General)
	if status, body, _ := post(o.Log); status != 429 || body["global"] != true {
		t.Errorf("over the global limit: %d %v", status, body)
	}
	d.Advance(time.Hour)
	if status, _, _ := post(o.Chief); status != 200 {
		t.Errorf("an hour later: %d", status)
	}
}

func TestPingsAndLinks(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	text := fmt.Sprintf("@everyone <@%s> <@%s> see https://a.example/x?q=(1). `https://b.example` ```\\nhttps://c.example\\n``` <https://d.example>", o.Founder, o.Stranger)
	for _, c := range []struct {
		may  string
		want []string
	}{
		{"", []string{o.Founder, o.Stranger, "everyone"}},
		{`,"allowed_mentions":{"parse":[]}`, nil},
		{`,"allowed_mentions":{"parse":[],"users":["` + o.Founder + `"]}`, []string{o.Founder}},
		{`,"allowed_mentions":{"parse":["everyone"]}`, []string{"everyone"}},
	} {
		n := len(d.History())
		call(t, d, "POST", "/channels/"+o.Chief+"/messages", `{"content":"`+text+`"`+c.may+`}`)
		e := d.Since(n)[0]
		if !reflect.DeepEqual(e.Pings, c.want) || (c.may == "") != (len(e.Allowed) == 0) {
			t.Errorf("%s: pings %v, want %v; allowed %s", c.may, e.Pings, c.want, e.Allowed)
		}
		if want := []string{"https://a.example/x?q=(1)"}; !reflect.DeepEqual(e.Unfurl, want) {
			t.Errorf("links %v, want %v", e.Unfurl, want)
		}
	}
}

func TestLinksOfFilesExpire(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	id := d.Say(o.Founder, o.Chief, "", discordtest.File{Name: "a b.md", Data: []byte("text")})
	link := func() string {
		_, m, _ := call(t, d, "GET", "/channels/"+o.Chief+"/messages/"+id, "")
		list, ok := m["attachments"].([]any)
		if !ok || len(list) != 1 {
			t.Fatalf("got %v", m)
		}
		f, ok := list[0].(map[string]any)
		if !ok || f["content_type"] != "text/markdown; charset=utf-8" {
			t.Fatalf("got %v", list)
		}
		return str(f, "url")
	}
	status := func(url string) int {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer shut(t, res.Body)
		return res.StatusCode
	}
	old := link()
	if !strings.HasPrefix(old, d.CDN()) || strings.HasPrefix(old, d.Root()) {
		t.Errorf("link %s is not on the CDN's own host %s", old, d.CDN())
	}
	if got := []int{status(old), status(strings.Split(old, "?")[0])}; got[0] != 200 || got[1] != 404 {
		t.Errorf("signed, unsigned: %v", got)
	}
	d.Advance(25 * time.Hour)
	if got := []int{status(old), status(link())}; got[0] != 404 || got[1] != 200 {
		t.Errorf("a day later, signed anew: %v", got)
	}
}

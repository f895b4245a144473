package google_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/publish/google"
	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/testing/googletest"
)

// access gets access to a stand-in.
func access(t *testing.T, address string) string {
	t.Helper()
	app := oauth.App{Name: "Google", ID: googletest.ClientID, Secret: googletest.ClientSecret, Auth: address + "/o/oauth2/v2/auth", Token: address + "/oauth2/token", Scopes: []string{google.Scope}}
	try := app.Begin("http://127.0.0.1:1/back")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(try.Address)
	if err != nil || resp.Body.Close() != nil {
		t.Fatal(err)
	}
	code, err := try.Pasted(resp.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := try.Exchange(t.Context(), code, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g.Access
}

const document = "# Oats\n\n<a id=\"i1\"></a>![a picture](https://evil.example/seen.png?secret)\n\n## Price & *cost* of [oats](https://example.org/x)\n\nIt was 212 euros.\n\n```\n# no heading\n```\n\n## Where\n\nNear the coast.\n"

func TestADocumentIsMadeFoundFilledAndTakenAway(t *testing.T) {
	api := &googletest.Google{}
	s := httptest.NewServer(api)
	t.Cleanup(s.Close)
	token := access(t, s.URL)
	who, err := google.Open(s.URL, token, nil, time.Now).Connect(t.Context())
	if err != nil || who.Name != googletest.Mail {
		t.Fatalf("connected: %+v, %v", who, err)
	}
	holdCases(t, google.Open(s.URL, token, nil, time.Now), api)
}

func holdCases(t *testing.T, g *google.Google, api *googletest.Google) {
	t.Helper()
	ctx := t.Context()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	page := sink.Page{Key: "p1-0a1b2c3d", Title: "Oats", Markdown: document, HTML: "<h1>Oats</h1><h2>Price &amp; <em>cost</em> of oats</h2><p>It was 212 euros.</p><h2>Where</h2>", Mark: "a1"}
	if _, there, err := g.Find(ctx, page.Key); there || err != nil {
		t.Fatalf("before it was made: %v, %v", there, err)
	}
	made, err := g.Create(ctx, page)
	ok(err)
	found, there, err := g.Find(ctx, page.Key)
	if err != nil || !there || found.ID != made.ID || found.Link == "" {
		t.Fatalf("found: %+v, %v, %v; made %+v", found, there, err, made)
	}
	if _, there, err := g.Find(ctx, `p1' or trashed = false or '`); there || err == nil && there {
		t.Errorf("a key with a quote finds: %v, %v", there, err)
	}
	before := len(api.Heard())
	filled, err := g.Fill(ctx, made.ID, page)
	ok(err)
	if asked := len(api.Heard()) - before; asked > 2 {
		t.Errorf("it takes %d requests", asked)
	}
	if all := api.Dump(); len(all) != 1 || !strings.Contains(all[0], "It was 212 euros.") || strings.Contains(all[0], "<a id") || strings.Contains(all[0], "evil.example") { // whoever wrote it has nothing loaded
		t.Errorf("there is %q", all)
	}
	for mark, ours := range map[string]bool{"a1": false, "a0": true} {
		look, err := g.Look(ctx, made.ID, mark)
		if err != nil || look.Ours != ours || look.Gone || !ours && look.Hash != filled.Hash {
			t.Errorf("as %s left it: %+v, %v; filled %+v", mark, look, err, filled)
		}
	}
	api.Edit("Oats", "by hand")
	if look, err := g.Look(ctx, made.ID, "a1"); err != nil || look.Hash == filled.Hash {
		t.Errorf("as somebody changed it: %+v, %v", look, err)
	}
	ok(g.Trash(ctx, made.ID, true))
	if look, err := g.Look(ctx, made.ID, "a1"); err != nil || !look.Gone {
		t.Errorf("in the bin: %+v, %v", look, err)
	}
	if _, there, err := g.Find(ctx, page.Key); there || err != nil {
		t.Errorf("what is in the bin is found: %v, %v", there, err)
	}
	ok(g.Trash(ctx, made.ID, false))
	if look, err := g.Look(ctx, "nobody-has-this", "a1"); err != nil || !look.Gone {
		t.Errorf("one that nobody has: %+v, %v", look, err)
	}
	for _, line := range api.Heard() {
		if u, err := url.Parse(strings.Fields(line)[1]); err != nil || strings.Contains(u.Path, "permissions") {
			t.Errorf("it asked %s", line)
		}
	}
}

package notion_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/publish/notion"
	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/notiontest"
)

// rooms are where pages may go.
func rooms() map[string]string {
	return map[string]string{"below a page": notiontest.Parent, "in a data source": notiontest.Source, "in a database": notiontest.Base}
}

// openAt connects with a room and returns the service as it is used later.
func openAt(t *testing.T, address, id string) *notion.Notion {
	t.Helper()
	n, err := notion.Open(address, notiontest.Token, "", nil, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	who, err := n.Connect(t.Context(), "https://www.notion.so/acme/Projects-"+strings.ReplaceAll(id, "-", "")+"?v=1")
	if err != nil || who.Name != "Frasier in Acme" || who.RoomName == "" {
		t.Fatalf("connected: %+v, %v", who, err)
	}
	if n, err = notion.Open(address, notiontest.Token, who.Room, nil, time.Now); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAPageIsMadeFoundFilledAndTakenAway(t *testing.T) {
	for name, id := range rooms() {
		for _, old := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				api := &notiontest.Notion{Old: old}
				s := httptest.NewServer(api)
				t.Cleanup(s.Close)
				holdCases(t, openAt(t, s.URL, id), api)
			})
		}
	}
}

func holdCases(t *testing.T, n *notion.Notion, api *notiontest.Notion) {
	t.Helper()
	ctx := t.Context()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	page := sink.Page{Key: "p1-0a1b2c3d", Title: "Coffee by post", Markdown: document}
	if _, there, err := n.Find(ctx, page.Key); there || err != nil {
		t.Fatalf("before it was made: %v, %v", there, err)
	}
	made, err := n.Create(ctx, page)
	ok(err)
	found, there, err := n.Find(ctx, page.Key)
	if err != nil || !there || found.ID != made.ID || found.Link == "" {
		t.Fatalf("found: %+v, %v, %v; made %+v", found, there, err, made)
	}
	if _, there, err := n.Find(ctx, "p1-00000000"); there || err != nil {
		t.Errorf("another key: %v, %v", there, err)
	}
	before := api.Asked()
	filled, err := n.Fill(ctx, made.ID, page)
	ok(err)
	if asked := api.Asked() - before; asked > 5 {
		t.Errorf("it takes %d requests", asked)
	}
	again, err := n.Fill(ctx, made.ID, page)
	ok(err)
	all := api.Dump()
	if len(all) != 1 || filled.Hash == "" || again.Hash != filled.Hash || !strings.Contains(all[0], "# Coffee by post") || !strings.Contains(all[0], "Second line.") {
		t.Errorf("filled: %+v, %+v, there is %q", filled, again, all)
	}
	look, err := n.Look(ctx, made.ID, "")
	if err != nil || !look.Ours || look.Gone {
		t.Errorf("as we left it: %+v, %v", look, err)
	}
	api.Edit("Coffee", "by hand")
	if look, err = n.Look(ctx, made.ID, ""); err != nil || look.Ours || look.Hash == filled.Hash {
		t.Errorf("as somebody changed it: %+v, %v", look, err)
	}
	ok(n.Trash(ctx, made.ID, true))
	ok(n.Trash(ctx, made.ID, true))
	if look, err = n.Look(ctx, made.ID, ""); err != nil || !look.Gone {
		t.Errorf("in the bin: %+v, %v", look, err)
	}
	if _, there, err := n.Find(ctx, page.Key); there || err != nil {
		t.Errorf("what is in the bin is found: %v, %v", there, err)
	}
	ok(n.Trash(ctx, made.ID, false))
	if look, err = n.Look(ctx, made.ID, ""); err != nil || look.Gone {
		t.Errorf("out of the bin: %+v, %v", look, err)
	}
	if look, err = n.Look(ctx, "c0000000-0000-4000-8000-00000000ffff", ""); err != nil || !look.Gone {
		t.Errorf("one that nobody has: %+v, %v", look, err)
	}
}

// A long document is a page with parts below it. A shorter version puts what it lacks into the bin, and pages of people stay whatever is written.
func TestALongDocumentHasParts(t *testing.T) {
	api := &notiontest.Notion{}
	s := httptest.NewServer(api)
	t.Cleanup(s.Close)
	n := openAt(t, s.URL, notiontest.Parent)
	page := sink.Page{Key: "p1-0a1b2c3d", Title: "Long", Markdown: longDocument(3)}
	made, err := n.Create(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	for _, sections := range []int{3, 2, 4} {
		page.Markdown = longDocument(sections)
		o, err := n.Fill(t.Context(), made.ID, page)
		if err != nil || o.Parts != sections {
			t.Fatalf("%d sections: %+v, %v", sections, o, err)
		}
		parts, mine := 0, 0
		for _, p := range api.Dump() {
			switch {
			case strings.Contains(p, "1. Mine") && !strings.Contains(p, "# Long"):
				mine++
				if !strings.Contains(p, "kept") || strings.Contains(p, "[bin]") {
					t.Errorf("a person's page is %q", p)
				}
			case strings.Contains(p, " below Long") && !strings.Contains(p, "[bin]"):
				parts++
			}
		}
		if parts != sections || sections != 3 && mine != 1 {
			t.Errorf("%d sections: %d parts, and %d pages of people", sections, parts, mine)
		}
		if sections == 3 {
			api.Edit("Long", "below")
		}
	}
	page.Markdown = document // it fits now
	if _, err := n.Fill(t.Context(), made.ID, page); err != nil {
		t.Fatal(err)
	}
	for _, p := range api.Dump() {
		if strings.Contains(p, " below Long") && strings.Contains(p, "1. Mine") != !strings.Contains(p, "[bin]") {
			t.Errorf("once it fits on one page there is %q", p)
		}
	}
}

func longDocument(sections int) string {
	var b strings.Builder
	b.WriteString("# Long\n\nLead.\n\n")
	for s := range sections {
		b.WriteString("## Section " + string(rune('A'+s)) + "\n\n" + strings.Repeat("A paragraph.\n\n", 800/sections+400))
	}
	return b.String()
}

// What cannot be connected says what to do.
func TestRoomsThatAreNone(t *testing.T) {
	api := &notiontest.Notion{Without: "Frasier"}
	s := httptest.NewServer(api)
	t.Cleanup(s.Close)
	for _, c := range []struct{ id, says string }{
		{notiontest.Source, "no text property named Frasier"}, {notiontest.Base, "no text property named Frasier"}, {"c0000000-0000-4000-8000-00000000ffff", "shared with the connection"}, {"x", "is no page of Notion"},
	} {
		n, err := notion.Open(s.URL, notiontest.Token, "", nil, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		_, err = n.Connect(t.Context(), c.id)
		var no *outward.RefusedError
		if !errors.As(err, &no) || !strings.Contains(no.Text, c.says) {
			t.Errorf("%s: %v, want %q", c.id, err, c.says)
		}
	}
}

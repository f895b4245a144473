// Package notion keeps pages of projects in Notion: below a page, or as rows of a data source.
package notion

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	// Address is where Notion's API is.
	Address = "https://api.notion.com"
	// version is the one of the API that has pages as Markdown.
	version = "2026-03-11"
	// perMinute is a little below what Notion allows on average, three a second.
	perMinute = 170
	// listMost pages of 100 are read of what stands below a page.
	listMost = 50
	// property holds the key in a data source.
	property = "Frasier"
)

// Notion is a sink. Its methods may be called at once.
type Notion struct {
	call *sink.Caller
	room room
}

// Open returns Notion as a token has it. where is what Connect called its room; it may be empty for Connect alone.
func Open(address, token, where string, transport http.RoundTripper, now func() time.Time) (*Notion, error) {
	n := &Notion{call: sink.Open("Notion", address, perMinute, transport)}
	n.call.Head.Set("Authorization", "Bearer "+token)
	n.call.Head.Set("Notion-Version", version)
	n.call.Fix, n.call.Now = fix, now
	if where == "" {
		return n, nil
	}
	var err error
	n.room, err = parseRoom(where)
	return n, err
}

// fix says what a refusal of Notion's means, and what to do.
func fix(f sink.Fault) string {
	said := strings.ToLower(f.Said)
	switch {
	case f.Code == "restricted_resource":
		return "says that the connection may not (" + f.Said + "); give it the capabilities to read, insert and update content at notion.so/profile/integrations"
	case f.Code == "object_not_found" || f.Status == http.StatusNotFound:
		return "has no such page that the connection sees; it may be in the bin, or is not shared with the connection: in its menu there, Connections, add it"
	case f.Status == http.StatusRequestEntityTooLarge || strings.Contains(said, "should be ≤") || strings.Contains(said, "body failed validation") && strings.Contains(said, "length"):
		return "finds the page too large (" + f.Said + "); have the document shortened with !changes"
	case strings.Contains(said, "block limit") || strings.Contains(said, "free plan") || strings.Contains(said, "upgrade"):
		return "takes no more blocks in a free workspace with several members (" + f.Said + "); make room or upgrade there, then !publish"
	case strings.Contains(said, "is not a property that exists") || strings.Contains(said, "could not find property"):
		return "does not find a property that was there when it was connected (" + f.Said + "); the data source needs a text property named " + property + ": connect it again with frasier connect notion"
	case strings.Contains(said, "is expected to be"):
		return "finds a property of another kind (" + f.Said + "); " + property + " must be a text property: change that there and connect it again"
	}
	return ""
}

type person struct {
	ID string `json:"id"`
}

type richText struct {
	Plain string `json:"plain_text"`
}

type pageReply struct {
	Object     string `json:"object"`
	ID         string `json:"id"`
	URL        string `json:"url"`
	Trash      bool   `json:"in_trash"`
	Old        bool   `json:"archived"`
	Author     person `json:"created_by"`
	Editor     person `json:"last_edited_by"`
	Properties map[string]struct {
		Type  string     `json:"type"`
		Title []richText `json:"title"`
	} `json:"properties"`
}

func (p pageReply) object() sink.Object {
	return sink.Object{ID: p.ID, Link: p.URL, Gone: p.Trash || p.Old}
}

func plain(all []richText) string {
	var b strings.Builder
	for _, t := range all {
		b.WriteString(t.Plain)
	}
	return b.String()
}

// titleOf is the title of a page; below a page it bears the key, as the only thing that can be looked for.
func (n *Notion) titleOf(p sink.Page) string {
	title := prose.Clip(prose.OneLine(p.Title), titleMost, "…")
	if n.room.kind == roomPage {
		title += suffix(p.Key)
	}
	return title
}

func suffix(key string) string { return " (" + key + ")" }

// Find looks for a page by its key.
func (n *Notion) Find(ctx context.Context, key string) (sink.Object, bool, error) {
	if n.room.kind == roomSource {
		var found struct {
			Results []pageReply `json:"results"`
		}
		in := map[string]any{"filter": map[string]any{"property": property, "rich_text": map[string]any{"equals": key}}, "page_size": 10}
		if err := n.call.Call(ctx, sink.Post("look for the page", "/v1/data_sources/"+n.room.id+"/query"), in, &found); err != nil {
			return sink.Object{}, false, err
		}
		for _, p := range found.Results {
			if o := p.object(); !o.Gone {
				return o, true, nil
			}
		}
		return sink.Object{}, false, nil
	}
	var id string
	err := n.listBelow(ctx, n.room.id, func(c child) bool {
		if strings.HasSuffix(c.title, suffix(key)) {
			id = c.id
		}
		return id == ""
	})
	if err != nil || id == "" {
		return sink.Object{}, false, err
	}
	o, err := n.look(ctx, id)
	return o.object(), err == nil && !o.object().Gone, err
}

type child struct{ id, title, by string }

// listBelow lists the pages and databases below a page, in order, while more says so.
func (n *Notion) listBelow(ctx context.Context, id string, more func(child) bool) error {
	cursor := ""
	for range listMost {
		var got struct {
			Results []struct {
				ID    string                  `json:"id"`
				Type  string                  `json:"type"`
				Trash bool                    `json:"in_trash"`
				By    person                  `json:"created_by"`
				Page  *struct{ Title string } `json:"child_page"`
				Base  *struct{ Title string } `json:"child_database"`
			} `json:"results"`
			More bool   `json:"has_more"`
			Next string `json:"next_cursor"`
		}
		path := "/v1/blocks/" + id + "/children?page_size=100"
		if cursor != "" {
			path += "&start_cursor=" + url.QueryEscape(cursor)
		}
		if err := n.call.Call(ctx, sink.Get("read what stands below the page", path), nil, &got); err != nil {
			return err
		}
		for _, r := range got.Results {
			switch {
			case r.Trash:
			case r.Page != nil && !more(child{r.ID, r.Page.Title, r.By.ID}), r.Base != nil && !more(child{r.ID, r.Base.Title, r.By.ID}):
				return nil
			}
		}
		if !got.More || got.Next == "" {
			return nil
		}
		cursor = got.Next
	}
	return &outward.RefusedError{Text: fmt.Sprintf("Notion has more than %d things below the page, so what is mine there cannot be found; give a page of its own: frasier connect notion PAGE", listMost*100)}
}

func (n *Notion) look(ctx context.Context, id string) (pageReply, error) {
	var p pageReply
	err := n.call.Call(ctx, sink.Get("look at the page", "/v1/pages/"+id), nil, &p)
	return p, err
}

// Look says how a page stands. Whoever has the token is a bot of its own there, so what a person changes bears another name.
func (n *Notion) Look(ctx context.Context, id, _ string) (sink.Object, error) {
	p, err := n.look(ctx, id)
	var no *outward.RefusedError
	if errors.As(err, &no) && no.Status == http.StatusNotFound {
		return sink.Object{ID: id, Gone: true}, nil
	}
	if err != nil {
		return sink.Object{}, err
	}
	o := p.object()
	if o.Gone {
		return o, nil
	}
	var me person
	if err := n.call.Call(ctx, sink.Get("read whose token it is", "/v1/users/me"), nil, &me); err != nil {
		return o, err
	}
	if o.Ours = me.ID == p.Editor.ID; o.Ours {
		return o, nil
	}
	said, err := n.read(ctx, id)
	o.Hash = hashOf(said.Markdown)
	return o, err
}

// Create makes an empty page.
func (n *Notion) Create(ctx context.Context, p sink.Page) (sink.Object, error) {
	in := map[string]any{"parent": map[string]any{"type": "page_id", "page_id": n.room.id}, "properties": n.properties(p)}
	if n.room.kind == roomSource {
		in["parent"] = map[string]any{"type": "data_source_id", "data_source_id": n.room.id}
	}
	var made pageReply
	err := n.call.Call(ctx, sink.Post("make a page", "/v1/pages"), in, &made)
	return made.object(), err
}

func (n *Notion) properties(p sink.Page) map[string]any {
	if n.room.kind == roomSource {
		return map[string]any{n.room.title: titleValue(n.titleOf(p)), property: map[string]any{"rich_text": textValue(p.Key)}}
	}
	return map[string]any{"title": titleValue(n.titleOf(p))}
}

func textValue(words string) []map[string]any {
	return []map[string]any{{"type": "text", "text": map[string]any{"content": words}}}
}

func titleValue(words string) map[string]any { return map[string]any{"title": textValue(words)} }

// Trash puts a page into the bin, or takes it back out.
func (n *Notion) Trash(ctx context.Context, id string, gone bool) error {
	var p pageReply
	return n.call.Call(ctx, sink.Patch("put the page into the bin", "/v1/pages/"+id), map[string]any{"in_trash": gone}, &p)
}

// Fill replaces what a page says, and its title, and reads it back.
func (n *Notion) Fill(ctx context.Context, id string, p sink.Page) (sink.Object, error) {
	first, below, err := layOut(p.Markdown)
	if err != nil {
		return sink.Object{}, err
	}
	var made pageReply
	if err := n.call.Call(ctx, sink.Patch("name the page", "/v1/pages/"+id), map[string]any{"properties": n.properties(p)}, &made); err != nil {
		return sink.Object{}, err
	}
	if made.Trash || made.Old {
		return sink.Object{}, &outward.RefusedError{Text: "the page was put into the bin in Notion meanwhile"}
	}
	links, err := n.fillBelow(ctx, made, below)
	if err != nil {
		return sink.Object{}, err
	}
	said, err := n.replace(ctx, made, first, links)
	o := made.object()
	o.Ours, o.Hash, o.Parts = true, hashOf(said.Markdown), len(below)
	return o, err
}

type pageText struct {
	Markdown  string   `json:"markdown"`
	Truncated bool     `json:"truncated"`
	Unknown   []string `json:"unknown_block_ids"`
}

// replace puts a text on a page in the place of all that is there, but for pages below it, and reads it back.
func (n *Notion) replace(ctx context.Context, at pageReply, p part, links []child) (pageText, error) {
	if err := n.put(ctx, at, p.text, links); err != nil {
		return pageText{}, err
	}
	said, err := n.read(ctx, at.ID)
	if err != nil {
		return pageText{}, err
	}
	want, have := p.headings, headingsOf(said.Markdown)
	same := slices.EqualFunc(want, have, func(a, b string) bool { return letters(a) == letters(b) })
	if said.Truncated || !same {
		return pageText{}, fmt.Errorf("could not replace what the page says: Notion took it and has %s of %d", prose.Count(len(have), "heading"), len(want))
	}
	return said, nil
}

// put puts a text there. Parts of ours that it does not have any more go into the bin; pages that somebody else put below it stay, behind it.
func (n *Notion) put(ctx context.Context, at pageReply, text string, links []child) error {
	err := n.putOnce(ctx, at.ID, withPages(text, links))
	var no *outward.RefusedError
	if !errors.As(err, &no) || no.Status != http.StatusBadRequest || !strings.Contains(strings.ToLower(no.Text), "delet") {
		return err
	}
	var old []child
	if failed := n.listBelow(ctx, at.ID, func(c child) bool {
		switch {
		case slices.ContainsFunc(links, func(l child) bool { return l.id == c.id }):
		case c.by == at.Author.ID && c.by != "" && numberOf(c) > 0:
			old = append(old, c)
		default:
			links = append(links, c)
		}
		return true
	}); failed != nil {
		return failed
	}
	for _, c := range old {
		if err := n.Trash(ctx, c.id, true); err != nil {
			return err
		}
	}
	return n.putOnce(ctx, at.ID, withPages(text, links))
}

// withPages names the pages below a page behind its text: those that a text does not name would go.
func withPages(text string, links []child) string {
	var b strings.Builder
	b.WriteString(text)
	for _, l := range links {
		fmt.Fprintf(&b, "\n\n<page url=\"https://www.notion.so/%s\">%s</page>", strings.ReplaceAll(l.id, "-", ""), escape(l.title))
	}
	return strings.TrimLeft(b.String(), "\n")
}

func (n *Notion) putOnce(ctx context.Context, id, text string) error {
	in := map[string]any{"type": "replace_content", "replace_content": map[string]any{"new_str": text, "allow_deleting_content": false}, "markdown_version": "v2"}
	const doing = "replace what the page says"
	err := n.call.Call(ctx, sink.Patch(doing, "/v1/pages/"+id+"/markdown"), in, nil)
	if knowsNoVersions(err) {
		delete(in, "markdown_version")
		err = n.call.Call(ctx, sink.Patch(doing, "/v1/pages/"+id+"/markdown"), in, nil)
	}
	return err
}

func (n *Notion) read(ctx context.Context, id string) (pageText, error) {
	var out pageText
	const doing = "read the page back"
	err := n.call.Call(ctx, sink.Get(doing, "/v1/pages/"+id+"/markdown?markdown_version=v2"), nil, &out)
	if knowsNoVersions(err) {
		err = n.call.Call(ctx, sink.Get(doing, "/v1/pages/"+id+"/markdown"), nil, &out)
	}
	return out, err
}

// knowsNoVersions reports whether Notion refuses to be told which Markdown it is.
func knowsNoVersions(err error) bool {
	var no *outward.RefusedError
	return errors.As(err, &no) && no.Status == http.StatusBadRequest && strings.Contains(no.Text, "markdown_version")
}

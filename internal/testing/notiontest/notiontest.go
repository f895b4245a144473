// Package notiontest stands in for Notion in tests: the part of its API that the product speaks, with a memory. The cases of
// bot/publish/notion hold it against what Notion itself publishes of its API.
package notiontest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Token is the one that is known.
const Token = "ntn_canary0123456789abcdefcanary0123456789abcdef"

// The accounts there: the connection's own, and a person's.
const (
	Bot    = "b0000000-0000-4000-8000-000000000001"
	Person = "f0000000-0000-4000-8000-000000000002"
)

// Parent is a page that is shared with the connection, Source a data source, Base its database.
const (
	Parent = "a0000000-0000-4000-8000-00000000000a"
	Source = "d0000000-0000-4000-8000-00000000000d"
	Base   = "da000000-0000-4000-8000-00000000000e"
)

// Notion answers requests of its API. Its methods may be called at once.
type Notion struct {
	// Fault answers a request instead, where it is set and returns true.
	Fault func(w http.ResponseWriter, r *http.Request) bool
	// Old refuses to be told which Markdown it is.
	Old bool
	// Without is a property that the data source lacks.
	Without string

	mu    sync.Mutex
	gone  bool
	ids   int
	pages []*page
	asked int
	heard []string
}

type page struct {
	id, parent, source, title, key, text string
	by, editor                           string
	trash                                bool
}

// Revoke makes the token unknown, or known again.
func (n *Notion) Revoke(gone bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone = gone
}

// Dump lists what is there: each page with its title and text, in the order in which they were made. What is in the bin is marked.
func (n *Notion) Dump() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var out []string
	for _, p := range n.pages {
		where := ""
		if p.parent != Parent && p.source == "" {
			where = " below " + n.find(p.parent).title
		}
		if p.trash {
			where += " [bin]"
		}
		out = append(out, fmt.Sprintf("# %s%s\n%s", p.title, where, p.text))
	}
	return out
}

// Asked counts the requests so far.
func (n *Notion) Asked() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.asked
}

// Secrets lists what nobody but Notion may see.
func (n *Notion) Secrets() []string { return []string{Token} }

// Heard lists the requests so far: method, address and body, without the token.
func (n *Notion) Heard() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.heard)
}

// Edit has a person change the text of a page, found by a part of its title, put it into the bin with "bin" and take it out with "out", or put
// a page below it with "below".
func (n *Notion) Edit(title, text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	i := slices.IndexFunc(n.pages, func(p *page) bool { return strings.Contains(p.title, title) })
	if i < 0 {
		return false
	}
	p := n.pages[i]
	switch text {
	case "bin", "out":
		p.trash = text == "bin"
	case "below":
		n.pages = append(n.pages, &page{id: n.nextID(), parent: p.id, title: "1. Mine", text: "kept", by: Person, editor: Person})
		p.text += "\n<page url=\"https://www.notion.so/" + bare(n.pages[len(n.pages)-1].id) + "\">1. Mine</page>"
	default:
		p.text = text
	}
	p.editor = Person
	return true
}

func (n *Notion) nextID() string {
	n.ids++
	return fmt.Sprintf("c0000000-0000-4000-8000-%012x", n.ids)
}

func bare(id string) string { return strings.ReplaceAll(id, "-", "") }

func (n *Notion) find(id string) *page {
	for _, p := range n.pages {
		if p.id == id || bare(p.id) == id {
			return p
		}
	}
	return nil
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		return // who went away needs no answer
	}
}

func refuse(w http.ResponseWriter, status int, code, why string) {
	answer(w, status, map[string]any{"object": "error", "status": status, "code": code, "message": why, "request_id": "c1"})
}

func (n *Notion) show(p *page) map[string]any {
	parent := map[string]any{"type": "page_id", "page_id": p.parent}
	properties := map[string]any{"title": map[string]any{"id": "title", "type": "title", "title": rich(p.title)}}
	if p.source != "" {
		parent = map[string]any{"type": "data_source_id", "data_source_id": p.source, "database_id": Base}
		properties = map[string]any{
			"Name":    map[string]any{"id": "title", "type": "title", "title": rich(p.title)},
			"Frasier": map[string]any{"id": "f", "type": "rich_text", "rich_text": rich(p.key)},
		}
	}
	return map[string]any{
		"object": "page", "id": p.id, "url": "https://www.notion.so/" + bare(p.id), "in_trash": p.trash, "parent": parent, "properties": properties,
		"created_time": "2026-03-02T09:00:00.000Z", "last_edited_time": "2026-03-02T09:00:00.000Z", "cover": nil, "icon": nil, "public_url": nil, "is_locked": false,
		"created_by": map[string]any{"object": "user", "id": p.by}, "last_edited_by": map[string]any{"object": "user", "id": p.editor},
	}
}

func rich(words string) []map[string]any {
	return []map[string]any{{"type": "text", "text": map[string]any{"content": words, "link": nil}, "plain_text": words, "href": nil, "annotations": map[string]any{
		"bold": false, "italic": false, "strikethrough": false, "underline": false, "code": false, "color": "default",
	}}}
}

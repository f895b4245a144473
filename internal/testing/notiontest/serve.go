package notiontest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// What a request may hold there.
const (
	bytesMost  = 500 << 10
	blocksMost = 1000
	textMost   = 2000
	version    = "2026-03-11"
)

// ServeHTTP answers below /v1 as Notion does.
func (n *Notion) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // who went away needs no answer
	}
	r.Body = io.NopCloser(strings.NewReader(string(raw)))
	if n.Fault != nil && n.Fault(w, r) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked++
	n.heard = append(n.heard, r.Method+" "+r.URL.String()+" "+string(raw))
	switch {
	case r.Header.Get("Authorization") != "Bearer "+Token || n.gone:
		refuse(w, http.StatusUnauthorized, "unauthorized", "API token is invalid.")
		return
	case r.Header.Get("Notion-Version") != version:
		refuse(w, http.StatusBadRequest, "missing_version", "Notion-Version header failed validation.")
		return
	case len(raw) > bytesMost:
		refuse(w, http.StatusRequestEntityTooLarge, "validation_error", "Request body too large.")
		return
	}
	var in body
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &in); err != nil {
			refuse(w, http.StatusBadRequest, "invalid_json", "Error parsing JSON body.")
			return
		}
	}
	n.route(w, r, in)
}

type body struct {
	Parent struct {
		Page   string `json:"page_id"`
		Source string `json:"data_source_id"`
	} `json:"parent"`
	Properties map[string]struct {
		Title []text `json:"title"`
		Rich  []text `json:"rich_text"`
	} `json:"properties"`
	Trash   *bool  `json:"in_trash"`
	Type    string `json:"type"`
	Which   string `json:"markdown_version"`
	Replace struct {
		Text   string `json:"new_str"`
		Delete bool   `json:"allow_deleting_content"`
	} `json:"replace_content"`
	Filter struct {
		Property string `json:"property"`
		Rich     struct {
			Equals string `json:"equals"`
		} `json:"rich_text"`
	} `json:"filter"`
}

type text struct {
	Text struct {
		Content string `json:"content"`
	} `json:"text"`
}

func (n *Notion) route(w http.ResponseWriter, r *http.Request, in body) {
	parts := strings.Split(strings.Trim(strings.TrimPrefix(r.URL.Path, "/v1/"), "/"), "/")
	p := (*page)(nil)
	if len(parts) > 1 {
		p = n.find(parts[1])
	}
	switch at := r.Method + " " + parts[0] + "/" + strings.Join(parts[min(2, len(parts)):], "/"); {
	case at == "GET users/":
		answer(w, http.StatusOK, map[string]any{"object": "user", "id": Bot, "name": "Frasier", "type": "bot", "avatar_url": nil, "bot": map[string]any{"owner": map[string]any{"type": "workspace", "workspace": true}, "workspace_name": "Acme"}})
	case at == "POST pages/":
		n.create(w, in)
	case at == "GET pages/" && len(parts) > 1 && parts[1] == Parent:
		answer(w, http.StatusOK, n.show(&page{id: Parent, title: "Projects", by: Person, editor: Person}))
	case at == "GET data_sources/" && parts[1] == Source:
		properties := map[string]any{"Name": map[string]any{"id": "title", "name": "Name", "type": "title"}, "Frasier": map[string]any{"id": "f", "name": "Frasier", "type": "rich_text"}}
		delete(properties, n.Without)
		answer(w, http.StatusOK, map[string]any{"object": "data_source", "id": Source, "title": rich("Library"), "properties": properties})
	case at == "GET databases/" && parts[1] == Base:
		answer(w, http.StatusOK, map[string]any{"object": "database", "id": Base, "data_sources": []map[string]any{{"id": Source, "name": "Library"}}})
	case at == "POST data_sources/query" && parts[1] == Source:
		n.query(w, in)
	case at == "GET blocks/children" && (parts[1] == Parent || p != nil):
		n.list(w, r, parts[1])
	case p == nil:
		refuse(w, http.StatusNotFound, "object_not_found", fmt.Sprintf("Could not find page with ID: %s. Make sure the relevant pages and databases are shared with your integration.", parts[len(parts)-1]))
	case at == "GET pages/":
		answer(w, http.StatusOK, n.show(p))
	case at == "PATCH pages/":
		n.update(w, p, in)
	case at == "GET pages/markdown":
		if n.refusesVersion(w, r.URL.Query().Get("markdown_version")) {
			return
		}
		n.showText(w, p)
	case at == "PATCH pages/markdown":
		n.replace(w, p, in)
	default:
		refuse(w, http.StatusBadRequest, "invalid_request_url", "Invalid request URL.")
	}
}

func (n *Notion) refusesVersion(w http.ResponseWriter, which string) bool {
	if which != "" && n.Old {
		refuse(w, http.StatusBadRequest, "validation_error", "body failed validation: body.markdown_version should be not present, instead was `\"v2\"`.")
		return true
	}
	return false
}

func (n *Notion) showText(w http.ResponseWriter, p *page) {
	answer(w, http.StatusOK, map[string]any{"object": "page_markdown", "id": p.id, "markdown": p.text, "truncated": false, "unknown_block_ids": []string{}})
}

// take reads the properties that a page is given; ok is false where one is refused.
func (n *Notion) take(w http.ResponseWriter, p *page, in body) bool {
	for name, v := range in.Properties {
		words := ""
		for _, t := range append(v.Title, v.Rich...) {
			if utf8.RuneCountInString(t.Text.Content) > textMost {
				refuse(w, http.StatusBadRequest, "validation_error", "body failed validation: text.content.length should be ≤ `2000`.")
				return false
			}
			words += t.Text.Content
		}
		switch {
		case p.source == "" && name == "title", p.source != "" && name == "Name" && n.Without != "Name":
			p.title = words
		case p.source != "" && name == "Frasier" && n.Without != "Frasier":
			p.key = words
		default:
			refuse(w, http.StatusBadRequest, "validation_error", name+" is not a property that exists.")
			return false
		}
	}
	return true
}

func (n *Notion) create(w http.ResponseWriter, in body) {
	p := &page{parent: in.Parent.Page, source: in.Parent.Source, by: Bot, editor: Bot}
	if p.parent != Parent && p.source != Source && n.find(p.parent) == nil {
		refuse(w, http.StatusNotFound, "object_not_found", "Could not find page with ID: "+p.parent+p.source+". Make sure the relevant pages and databases are shared with your integration.")
		return
	}
	if !n.take(w, p, in) {
		return
	}
	p.id = n.nextID()
	n.pages = append(n.pages, p)
	answer(w, http.StatusOK, n.show(p))
}

func (n *Notion) update(w http.ResponseWriter, p *page, in body) {
	if p.trash && in.Trash == nil {
		refuse(w, http.StatusBadRequest, "validation_error", "Can't edit block that is archived. You must unarchive the block before editing.")
		return
	}
	if !n.take(w, p, in) {
		return
	}
	if in.Trash != nil {
		p.trash = *in.Trash
	}
	p.editor = Bot
	answer(w, http.StatusOK, n.show(p))
}

func (n *Notion) query(w http.ResponseWriter, in body) {
	if in.Filter.Property == n.Without || in.Filter.Property != "Frasier" {
		refuse(w, http.StatusBadRequest, "validation_error", "Could not find property with name or id: "+in.Filter.Property)
		return
	}
	found := []map[string]any{}
	for _, p := range n.pages {
		if p.source != "" && !p.trash && p.key == in.Filter.Rich.Equals {
			found = append(found, n.show(p))
		}
	}
	answer(w, http.StatusOK, map[string]any{"object": "list", "results": found, "has_more": false, "next_cursor": nil})
}

func (n *Notion) list(w http.ResponseWriter, r *http.Request, parent string) {
	const most = 100
	all := []map[string]any{}
	for _, p := range n.pages {
		if p.parent == parent && !p.trash {
			all = append(all, map[string]any{
				"object": "block", "id": p.id, "type": "child_page", "in_trash": false, "child_page": map[string]any{"title": p.title}, "created_by": map[string]any{"object": "user", "id": p.by},
			})
		}
	}
	from := 0
	if c := r.URL.Query().Get("start_cursor"); c != "" {
		if _, err := fmt.Sscan(c, &from); err != nil || from > len(all) {
			refuse(w, http.StatusBadRequest, "validation_error", "start_cursor is not valid")
			return
		}
	}
	to := min(from+most, len(all))
	var next any
	if to < len(all) {
		next = fmt.Sprint(to)
	}
	answer(w, http.StatusOK, map[string]any{"object": "list", "results": all[from:to], "has_more": to < len(all), "next_cursor": next})
}

var pageTag = regexp.MustCompile(`<page url="https://www\.notion\.so/([0-9a-f]{32})">`)

// replace takes a text in the place of what is there. Pages below that it does not name would go with it, which must be allowed.
func (n *Notion) replace(w http.ResponseWriter, p *page, in body) {
	if n.refusesVersion(w, in.Which) {
		return
	}
	if in.Type != "replace_content" {
		refuse(w, http.StatusBadRequest, "validation_error", "body failed validation: body.type should be `replace_content`.")
		return
	}
	if p.trash {
		refuse(w, http.StatusBadRequest, "validation_error", "Can't edit block that is archived. You must unarchive the block before editing.")
		return
	}
	if n := countBlocks(in.Replace.Text); n > blocksMost {
		refuse(w, http.StatusBadRequest, "validation_error", fmt.Sprintf("body failed validation: content.length should be ≤ `%d`, instead was `%d`.", blocksMost, n))
		return
	}
	named := map[string]bool{}
	for _, m := range pageTag.FindAllStringSubmatch(in.Replace.Text, -1) {
		named[m[1]] = true
	}
	for _, c := range n.pages {
		if c.parent == p.id && !c.trash && !named[bare(c.id)] {
			if !in.Replace.Delete {
				refuse(w, http.StatusBadRequest, "validation_error", "This operation would delete child pages or databases: "+c.title+". Set allow_deleting_content to true to proceed.")
				return
			}
			c.trash = true
		}
	}
	p.text, p.editor = in.Replace.Text, Bot
	n.showText(w, p)
}

// countBlocks counts as Notion does: each line that begins a block, and each row of a table.
func countBlocks(markdown string) int {
	n, code := 0, false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		fence := strings.HasPrefix(line, "```")
		if fence {
			code = !code
		}
		switch {
		case code && !fence, fence && !code, line == "", strings.HasPrefix(line, "<td>"), line == "</tr>", line == "</table>":
		default:
			n++
		}
	}
	return n
}

// Path reads the id of a page from its address.
func Path(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return strings.Trim(u.Path, "/")
}

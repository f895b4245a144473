package notion

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Where pages are made.
type room struct {
	kind  string // roomPage or roomSource
	id    string
	title string // name of the property that has the title; of a data source alone
}

const (
	roomPage   = "page"
	roomSource = "data_source"
)

func (r room) String() string { return r.kind + ":" + r.id + ":" + r.title }

func parseRoom(text string) (room, error) {
	kind, rest, _ := strings.Cut(text, ":")
	id, title, _ := strings.Cut(rest, ":")
	if kind != roomPage && kind != roomSource || id == "" {
		return room{}, &outward.RefusedError{Status: http.StatusUnauthorized, Text: "it is not known where in Notion pages go; connect it again: frasier connect notion PAGE"}
	}
	return room{kind, id, title}, nil
}

// Connect says whose token it is and where pages go: parent is a page, a database or a data source, as an address or an id.
func (n *Notion) Connect(ctx context.Context, parent string) (sink.Account, error) {
	var me struct {
		Name string `json:"name"`
		Bot  struct {
			Workspace string `json:"workspace_name"`
		} `json:"bot"`
	}
	if err := n.call.Call(ctx, sink.Get("read whose token it is", "/v1/users/me"), nil, &me); err != nil {
		return sink.Account{}, err
	}
	out := sink.Account{Name: me.Name, Rights: []string{"make and replace pages below the page that is shared with it"}}
	if me.Bot.Workspace != "" {
		out.Name += " in " + me.Bot.Workspace
	}
	id, ok := parseID(parent)
	if !ok {
		return out, &outward.RefusedError{Text: fmt.Sprintf("%q is no page of Notion: give its address, which ends with 32 letters and digits", parent)}
	}
	r, name, err := n.findRoom(ctx, id)
	out.Room, out.RoomName = r.String(), name
	return out, err
}

// parseID reads the id at the end of an address, or an id alone.
func parseID(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if u, err := url.Parse(text); err == nil && u.Scheme != "" {
		text = u.Path
	}
	text = strings.ReplaceAll(strings.TrimRight(text, "/"), "-", "")
	const length = 32
	if len(text) < length {
		return "", false
	}
	id := strings.ToLower(text[len(text)-length:])
	if strings.Trim(id, "0123456789abcdef") != "" {
		return "", false
	}
	return fmt.Sprintf("%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:]), true
}

// findRoom looks what an id is the id of.
func (n *Notion) findRoom(ctx context.Context, id string) (room, string, error) {
	var p pageReply
	err := n.call.Call(ctx, sink.Get("look at the page", "/v1/pages/"+id), nil, &p)
	if err == nil {
		if p.Trash || p.Old {
			return room{}, "", &outward.RefusedError{Text: "the page is in the bin there"}
		}
		for _, v := range p.Properties {
			if v.Type == "title" {
				return room{kind: roomPage, id: id}, plain(v.Title), nil
			}
		}
		return room{kind: roomPage, id: id}, "", nil
	}
	if !isMissing(err) {
		return room{}, "", err
	}
	var base struct {
		Sources []struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"data_sources"`
	}
	switch failed := n.call.Call(ctx, sink.Get("look at the database", "/v1/databases/"+id), nil, &base); {
	case failed != nil && !isMissing(failed):
		return room{}, "", failed
	case failed == nil && len(base.Sources) == 1:
		id = base.Sources[0].ID
	case failed == nil:
		names := make([]string, 0, len(base.Sources))
		for _, s := range base.Sources {
			names = append(names, s.Name+" "+s.ID)
		}
		return room{}, "", &outward.RefusedError{Text: fmt.Sprintf("the database has %s (%s): connect with the id of the one that is meant", prose.Count(len(names), "data source"), strings.Join(names, ", "))}
	}
	return n.readSource(ctx, id, err)
}

// readSource looks whether a data source has what it needs. missing is the error where it is none.
func (n *Notion) readSource(ctx context.Context, id string, missing error) (room, string, error) {
	var s struct {
		Title      []richText `json:"title"`
		Properties map[string]struct {
			Type string `json:"type"`
		} `json:"properties"`
	}
	if err := n.call.Call(ctx, sink.Get("look at the data source", "/v1/data_sources/"+id), nil, &s); err != nil {
		if isMissing(err) {
			err = missing
		}
		return room{}, "", err
	}
	if got := s.Properties[property].Type; got != "rich_text" {
		return room{}, "", &outward.RefusedError{Text: fmt.Sprintf("the data source %s has no text property named %s, by which I know my pages again; add one there and connect again", plain(s.Title), property)}
	}
	for name, p := range s.Properties {
		if p.Type == "title" {
			return room{roomSource, id, name}, plain(s.Title), nil
		}
	}
	return room{}, "", &outward.RefusedError{Text: "the data source has no title property"}
}

func isMissing(err error) bool {
	var no *outward.RefusedError
	return errors.As(err, &no) && (no.Status == http.StatusNotFound || no.Status == http.StatusBadRequest)
}

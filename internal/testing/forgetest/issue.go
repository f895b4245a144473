package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PersonToken is the token of an account with a number, which is called "person-N".
func PersonToken(id int64) string { return fmt.Sprintf("person-token-%d", id) }

type person struct {
	id   int64
	name string
}

// account returns whose token a request bears.
func account(r *http.Request) (person, bool) {
	token := strings.TrimPrefix(strings.TrimPrefix(r.Header.Get("Authorization"), "token "), "Bearer ")
	if token == Token {
		return person{7, Account}, true
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(token, "person-token-"), 10, 64)
	return person{n, fmt.Sprintf("person-%d", n)}, err == nil && strings.HasPrefix(token, "person-token-")
}

// named is the account of a name.
func named(name string) person {
	if id, err := strconv.ParseInt(strings.TrimPrefix(name, "person-"), 10, 64); err == nil {
		return person{id, name}
	}
	return person{7, name}
}

func (p person) show() map[string]any { return map[string]any{"id": p.id, "login": p.name} }

type issue struct {
	n           int
	title, body string
	closed      bool
	author      person
	labels      []string
	said        []comment
	events      []labelEvent
	edited      time.Time
	changed     []change // of title and text
}

// change is one of an issue's words.
type change struct {
	who   person
	at    time.Time
	title bool
}

type comment struct {
	id     int64
	author person
	body   string
	at     time.Time
}

type labelEvent struct {
	who   person
	label string
	set   bool
	at    time.Time
}

// nextNumber is the number of the next issue or pull request of a repository.
func (f *Forge) nextNumber(place string) int { return len(f.pulls[place]) + len(f.issues[place]) + 1 }

func (f *Forge) nextID() int64 {
	f.ids++
	return f.ids
}

// Comments lists what was said below an issue or a pull request, each with who said it.
func (f *Forge) Comments(place string, number int) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, c := range *f.talkOf(place, number) {
		out = append(out, fmt.Sprintf("%s: %s", c.author.name, c.body))
	}
	return out
}

// IssueState says whether an issue is "open" or "closed".
func (f *Forge) IssueState(place string, number int) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch i := f.findIssue(place, number); {
	case i == nil:
		return ""
	case i.closed:
		return "closed"
	}
	return "open"
}

// talkOf returns what was said below an issue or a pull request.
func (f *Forge) talkOf(place string, number int) *[]comment {
	if i := f.findIssue(place, number); i != nil {
		return &i.said
	}
	for i := range f.pulls[place] {
		if p := &f.pulls[place][i]; p.n == number {
			return &p.said
		}
	}
	return &[]comment{}
}

func (f *Forge) findIssue(place string, number int) *issue {
	i := slices.IndexFunc(f.issues[place], func(i *issue) bool { return i.n == number })
	if i < 0 {
		return nil
	}
	return f.issues[place][i]
}

// serveIssues answers below repos/OWNER/NAME/issues.
func (f *Forge) serveIssues(w http.ResponseWriter, r *http.Request, place string, rest []string, who person) {
	if len(rest) == 0 {
		if r.Method == http.MethodPost {
			f.makeIssue(w, r, place, who)
			return
		}
		list := []map[string]any{}
		typed := strings.HasPrefix(r.URL.Path, "/api/v3/") && r.URL.Query().Has("type") // by GitHub's word for a sort of issue, and here none has one
		for _, i := range slices.Backward(f.issues[place]) {
			if label := r.URL.Query().Get("labels"); !i.closed && !typed && (label == "" || slices.Contains(i.labels, label)) {
				list = append(list, i.show(r, place))
			}
		}
		answer(w, http.StatusOK, list)
		return
	}
	if len(rest) == 2 && rest[0] == "comments" && r.Method == http.MethodDelete {
		f.dropComment(w, place, rest[1], who)
		return
	}
	number, err := strconv.Atoi(rest[0])
	i := f.findIssue(place, number)
	isPull := i == nil && slices.ContainsFunc(f.pulls[place], func(p pull) bool { return p.n == number })
	switch {
	case err != nil, i == nil && !isPull:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	case len(rest) == 2 && rest[1] == "comments":
		f.serveComments(w, r, place, number, who)
	case isPull && len(rest) == 1:
		p := f.findPull(place, number)
		shown := (&issue{n: p.n, title: p.title, body: p.body, author: person{7, Account}}).show(r, place)
		shown["pull_request"] = map[string]any{"html_url": shown["html_url"]}
		answer(w, http.StatusOK, shown)
	case isPull && (rest[1] == "events" || rest[1] == "timeline"):
		answer(w, http.StatusOK, f.findPull(place, number).showAsked(rest[1] == "timeline"))
	case isPull:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	case len(rest) == 1:
		if r.Method == http.MethodPatch {
			var in struct {
				State string `json:"state"`
				Title string `json:"title"`
				Body  string `json:"body"`
			}
			if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
				answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
				return
			}
			if in.State != "" {
				i.closed = in.State == "closed"
			}
			if in.Title != "" {
				i.title = in.Title
				i.changed = append(i.changed, change{who, time.Now(), true})
			}
			if in.Body != "" {
				i.body = in.Body
				i.changed = append(i.changed, change{who, time.Now(), false})
			}
		}
		answer(w, http.StatusOK, i.show(r, place))
	case rest[1] == "labels":
		i.changeLabels(w, r, rest[2:], who)
	case rest[1] == "events" || rest[1] == "timeline":
		answer(w, http.StatusOK, i.showEvents(rest[1] == "timeline"))
	default:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	}
}

func (f *Forge) findPull(place string, number int) *pull {
	for i := range f.pulls[place] {
		if f.pulls[place][i].n == number {
			return &f.pulls[place][i]
		}
	}
	return nil
}

func (f *Forge) makeIssue(w http.ResponseWriter, r *http.Request, place string, who person) {
	var in struct {
		Title string `json:"title"`
		Body  string `json:"body"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Title == "" {
		answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
		return
	}
	if f.issues == nil {
		f.issues = map[string][]*issue{}
	}
	i := &issue{n: f.nextNumber(place), title: in.Title, body: in.Body, author: who, edited: time.Now()}
	f.issues[place] = append(f.issues[place], i)
	answer(w, http.StatusCreated, i.show(r, place))
}

func (f *Forge) serveComments(w http.ResponseWriter, r *http.Request, place string, number int, who person) {
	talk := f.talkOf(place, number)
	link := fmt.Sprintf("http://%s/%s/issues/%d", r.Host, place, number)
	if r.Method == http.MethodPost {
		var in struct {
			Body string `json:"body"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Body == "" {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
			return
		}
		c := comment{f.nextID(), who, in.Body, time.Now()}
		*talk = append(*talk, c)
		answer(w, http.StatusCreated, c.show(link))
		return
	}
	list := []map[string]any{}
	if page := r.URL.Query().Get("page"); page == "" || page == "0" || page == "1" {
		for _, c := range *talk {
			list = append(list, c.show(link))
		}
	}
	answer(w, http.StatusOK, list)
}

func (c comment) show(link string) map[string]any {
	return map[string]any{"id": c.id, "user": c.author.show(), "body": c.body, "html_url": fmt.Sprintf("%s#issuecomment-%d", link, c.id), "created_at": c.at.UTC().Format(time.RFC3339), "updated_at": c.at.UTC().Format(time.RFC3339)}
}

func (i *issue) show(r *http.Request, place string) map[string]any {
	state := "open"
	if i.closed {
		state = "closed"
	}
	labels := []map[string]any{}
	for n, l := range i.labels {
		labels = append(labels, map[string]any{"id": n + 1, "name": l})
	}
	return map[string]any{
		"number": i.n, "title": i.title, "body": i.body, "state": state, "user": i.author.show(), "labels": labels,
		"html_url": fmt.Sprintf("http://%s/%s/issues/%d", r.Host, place, i.n), "updated_at": i.edited.UTC().Format(time.RFC3339),
	}
}

func (i *issue) changeLabels(w http.ResponseWriter, r *http.Request, rest []string, who person) {
	var in struct {
		Labels []string `json:"labels"`
	}
	set := r.Method == http.MethodPost
	if set {
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
			return
		}
	} else {
		in.Labels = rest
	}
	for _, l := range in.Labels {
		if set == slices.Contains(i.labels, l) {
			continue
		}
		if i.labels = slices.DeleteFunc(i.labels, func(x string) bool { return x == l }); set {
			i.labels = append(i.labels, l)
		}
		i.events, i.edited = append(i.events, labelEvent{who, l, set, time.Now()}), time.Now()
	}
	answer(w, http.StatusOK, []map[string]any{})
}

func (i *issue) showEvents(timeline bool) []map[string]any {
	out := []map[string]any{}
	for n, e := range i.events {
		at := e.at.UTC().Format(time.RFC3339)
		if timeline { // as Gitea writes it: 1 where it was set
			body := ""
			if e.set {
				body = "1"
			}
			out = append(out, map[string]any{"id": n + 1, "type": "label", "user": e.who.show(), "body": body, "label": map[string]any{"name": e.label}, "created_at": at})
			continue
		}
		word := "unlabeled"
		if e.set {
			word = "labeled"
		}
		out = append(out, map[string]any{"id": n + 1, "event": word, "actor": e.who.show(), "label": map[string]any{"name": e.label}, "created_at": at})
	}
	for _, c := range i.changed {
		at := c.at.UTC().Format(time.RFC3339)
		switch {
		case c.title && timeline:
			out = append(out, map[string]any{"id": len(out) + 1, "type": "change_title", "user": c.who.show(), "created_at": at})
		case c.title:
			out = append(out, map[string]any{"id": len(out) + 1, "event": "renamed", "actor": c.who.show(), "created_at": at})
		}
	}
	return out
}

// showEdit is the last change of its text, as GraphQL has it.
func (i *issue) showEdit() map[string]any {
	out := map[string]any{"lastEditedAt": nil, "editor": nil}
	for _, c := range i.changed {
		if !c.title {
			out["lastEditedAt"], out["editor"] = c.at.UTC().Format(time.RFC3339), map[string]any{"login": c.who.name, "databaseId": c.who.id}
		}
	}
	return out
}

package llmtest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Request is one call as the server saw it.
type Request struct {
	Seq    int             `json:"seq"`   // from 1, over all stories
	Story  string          `json:"story"` // the settings it came with; empty for the server's own
	Stage  string          `json:"stage"`
	Title  string          `json:"title"` // title of the step in the prompt; empty when there is none
	Model  string          `json:"model"`
	Stream bool            `json:"stream"`
	Prompt string          `json:"prompt"` // the text of all messages, in order
	Schema json.RawMessage `json:"schema,omitempty"`
	Body   json.RawMessage `json:"body"`
	At     time.Time       `json:"at"`
	Nth    int             `json:"nth"`    // how often this very body came in this story, from 1
	Status int             `json:"status"` // answered with; 0 while it is being answered
	Reply  string          `json:"reply"`  // the content sent; empty for faults
	Calls  []Call          `json:"calls,omitempty"`
	Fault  string          `json:"fault,omitempty"`
	Head   http.Header     `json:"-"`

	brief     brief // what the prompt was made of; the zero value when the client did not say
	system    string
	sum       string // SHA-256 of Body
	call      int    // of its story, from 1
	stageCall int    // of its stage in its story, from 1
}

// brief is the prompt.Data of a call, as the client hands it over in the field
// "facts". Contract is that of the stage.
type brief struct {
	prompt.Data
	Contract json.RawMessage
}

// contract reads the stage's own part; the zero value when there is none.
func contract[T any](f brief) T {
	var out T
	if err := json.Unmarshal(f.Contract, &out); err != nil && len(f.Contract) > 0 {
		panic(fmt.Sprintf("facts of %s: %v", f.Stage, err)) // both ends are ours
	}
	return out
}

// takeFacts cuts the facts out of a body: the real endpoint would see it without.
func takeFacts(body []byte) (rest []byte, f brief, err error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields["facts"] == nil {
		return body, f, nil //nolint:nilerr // whoever answers the call judges what is no object
	}
	if err := json.Unmarshal(fields["facts"], &f); err != nil { //nolint:musttag // both ends are ours and use the names of the fields
		return nil, f, fmt.Errorf("read facts: %w", err)
	}
	delete(fields, "facts")
	if rest, err = json.Marshal(fields); err != nil {
		return nil, f, fmt.Errorf("write request without facts: %w", err)
	}
	return rest, f, nil
}

type wireRequest struct {
	Model    string        `json:"model"`
	Messages []wireMessage `json:"messages"`
	Stream   bool          `json:"stream"`
	Format   *struct {
		Type   string `json:"type"`
		Schema *struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

type wireMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

func (m wireMessage) text() (string, error) {
	if len(m.Content) == 0 || string(m.Content) == "null" {
		return "", nil
	}
	var s string
	if json.Unmarshal(m.Content, &s) == nil {
		return s, nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(m.Content, &parts); err != nil {
		return "", fmt.Errorf("read message content: %w", err)
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(strings.TrimRight(p.Text, "\n") + "\n\n")
	}
	return b.String(), nil
}

var errNoMessages = fmt.Errorf("messages is empty")

func readRequest(body []byte, about brief) (Request, error) {
	var w wireRequest
	if err := json.Unmarshal(body, &w); err != nil {
		return Request{}, fmt.Errorf("read request: %w", err)
	}
	if len(w.Messages) == 0 {
		return Request{}, errNoMessages
	}
	sum := sha256.Sum256(body)
	r := Request{
		Model: w.Model, Stream: w.Stream, Body: body,
		sum: hex.EncodeToString(sum[:]), brief: about,
	}
	var all []string
	for _, m := range w.Messages {
		t, err := m.text()
		if err != nil {
			return Request{}, err
		}
		if m.Role == "system" || m.Role == "developer" {
			r.system += t
		}
		all = append(all, strings.TrimRight(t, "\n"))
	}
	r.Prompt = strings.Join(all, "\n\n") + "\n"
	name := ""
	if w.Format != nil && w.Format.Schema != nil {
		r.Schema, name = w.Format.Schema.Schema, w.Format.Schema.Name
	}
	r.Stage = about.Stage
	if r.Stage == "" {
		r.Stage = name
	}
	if about.Task != nil {
		r.Title = about.Task.Title
	}
	if measured(r.Stage, r.Title) {
		r.Stage = org.StageCalibrate
	}
	return r, nil
}

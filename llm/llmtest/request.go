package llmtest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
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
	Fault  string          `json:"fault,omitempty"`
	Head   http.Header     `json:"-"`

	system    string
	sum       string // SHA-256 of Body
	call      int    // of its story, from 1
	stageCall int    // of its stage in its story, from 1
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

func readRequest(body []byte) (Request, error) {
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
		sum: hex.EncodeToString(sum[:]),
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
	r.Stage = stageOf(name, r.Prompt)
	r.Title = titleOf(r.Prompt)
	if measured(r.Stage, r.Title) {
		r.Stage = org.StageCalibrate
	}
	return r, nil
}

var stageHeading = regexp.MustCompile(`(?m)^## Stage: *([a-z_]+)\s*$`)

// stageOf names the stage: the schema's name, else the last heading of a
// contract in the prompt.
func stageOf(schema, prompt string) string {
	found := stageHeading.FindAllStringSubmatch(prompt, -1)
	for _, m := range found {
		if m[1] == org.StageRepair {
			return m[1] // the schema of a repair is the repaired stage's
		}
	}
	if schema != "" {
		return schema
	}
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1][1]
}

var taskTitle = regexp.MustCompile(`(?m)^## Task\n\nTitle: (.+)$`)

// titleOf finds the title of the step that a prompt is about.
func titleOf(prompt string) string {
	m := taskTitle.FindStringSubmatch(prompt)
	if m == nil {
		return ""
	}
	return strings.TrimSpace(m[1])
}

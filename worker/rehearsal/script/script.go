// Package script is a model that does as it is told: it answers in the three protocols that coding agents speak, with words, with the
// writing of a file, with a refusal or with silence. In come an agent's requests; out come answers that ask for the agent's own tools.
// Nothing is paid, nothing leaves the machine.
package script

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/frasier-cos/frasier/internal/org"
)

// Model answers by a script. Its methods may be called at once.
type Model struct {
	mu     sync.Mutex
	answer func(Ask) Act
	calls  []Call
}

// New returns a model. answer says what is done next; it is asked with what is known of a conversation alone, so that whoever
// begins one again is answered as before.
func New(answer func(Ask) Act) *Model { return &Model{answer: answer} }

// Follow has it answer otherwise from now on.
func (m *Model) Follow(answer func(Ask) Act) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answer = answer
}

func (m *Model) decide(a Ask) Act {
	m.mu.Lock()
	answer := m.answer
	m.mu.Unlock()
	return answer(a)
}

// Ask is one request of an agent.
type Ask struct {
	Prompt  string   // the last that was said to it; the start of it that this package keeps
	Results int      // of its tools, since then
	Tools   []string // that it has; none where it asks for a title, say
	Model   string
	Body    string
}

// Act tells the model what to do: the first that is set.
type Act struct {
	Refuse string // a sentence, with the status 400
	Hang   bool   // begins an answer, and goes on until the caller leaves
	Path   string // a file that it has written, below the agent's folder
	Text   string // of the file, or what it says
	Shell  bool   // the file is written by a command, where the agent runs some
}

// Call is one answer as it was counted.
type Call struct {
	ID, Wire, Model string
	In, Out         int
}

// Calls returns the answers that were given so far.
func (m *Model) Calls() []Call {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Call(nil), m.calls...)
}

// askBytes limits what is read of a request, and answerTokens is the count for each answer.
const (
	askBytes     = 32 << 20
	answerTokens = 7
)

// ServeHTTP answers below any base whose end is the path of one of the protocols.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, askBytes))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p, known := findProtocol(r.URL.Path)
	if !known {
		http.NotFound(w, r)
		return
	}
	var in request
	if err := json.Unmarshal(body, &in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ask := in.read()
	ask.Body = string(body)
	a := m.decide(ask)
	if a.Refuse != "" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		writeJSON(w, map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "code": "invalid_request_error", "message": a.Refuse}})
		return
	}
	m.mu.Lock()
	n := len(m.calls) + 1
	used := usage{in: len(body)/org.CharsPerToken + 1, out: answerTokens}
	m.calls = append(m.calls, Call{ID: fmt.Sprint("script", n), Wire: p.path, Model: in.Model, In: used.in, Out: used.out})
	m.mu.Unlock()
	ans := answer{id: fmt.Sprint("script", n), model: in.Model, used: used, text: a.Text}
	if a.Path != "" && len(ask.Tools) > 0 {
		ans.text, ans.tool = "", chooseTool(in.listTools(), a)
	}
	if ans.text == "" && ans.tool.name == "" {
		ans.text = "It is done."
	}
	if !in.Stream {
		w.Header().Set("Content-Type", "application/json")
		if a.Hang {
			hang(r.Context(), w)
			return
		}
		writeJSON(w, p.whole(ans))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	pieces := p.pieces(ans)
	if a.Hang {
		pieces = pieces[:1]
	}
	for _, e := range pieces {
		e.write(w)
	}
	if a.Hang {
		hang(r.Context(), w)
	}
}

// hang keeps an answer open until the caller leaves.
func hang(ctx context.Context, w http.ResponseWriter) {
	_ = http.NewResponseController(w).Flush() //nolint:errcheck // a caller who left has left
	<-ctx.Done()
}

func writeJSON(w io.Writer, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("an answer holds nothing but texts and numbers: " + err.Error())
	}
	_, _ = w.Write(raw) //nolint:errcheck // who asked has gone
}

// Package agenttest is a coding agent for tests: it speaks the Agent Client Protocol on its standard input and output, asks a model at
// an address for what it does, and does it to the files of its folder. It misbehaves as it is told to.
package agenttest

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Agent is one agent.
type Agent struct {
	URL string // base of the model's endpoint, "http://127.0.0.1:18787/v1"
	// Misbehave names what it does wrong in its first turn; empty for nothing.
	Misbehave string
	In        io.Reader
	Out       io.Writer

	asked []any // messages of the session so far
	calls int
}

// The misbehaviours.
const (
	Floods  = "floods"  // 4000 reports at once
	Bulky   = "bulky"   // a report of 12 MB
	Unknown = "unknown" // reports of kinds that nobody knows
	Asks    = "asks"    // for a permission
	Lies    = "lies"    // says that it is done, and did nothing
	Dies    = "dies"    // in the middle of its work
	Silent  = "silent"  // works, and never says that it has ended
	Strays  = "strays"  // writes where it may not
	Steals  = "steals"  // obeys what a repository's folders for agents say
)

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Run works until its input ends.
func (a *Agent) Run() error {
	in := bufio.NewReader(a.In)
	for {
		line, err := in.ReadBytes('\n')
		var m message
		if len(line) > 0 && json.Unmarshal(line, &m) == nil && m.Method != "" {
			if err := a.obey(m); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read what is asked: %w", err)
		}
	}
}

func (a *Agent) obey(m message) error {
	switch m.Method {
	case "initialize":
		return a.send(map[string]any{"id": m.ID, "result": map[string]any{"protocolVersion": 1, "agentCapabilities": map[string]any{}}})
	case "session/new":
		a.asked = nil
		return a.send(map[string]any{"id": m.ID, "result": map[string]any{"sessionId": "one"}})
	case "session/prompt":
		return a.work(m)
	}
	return nil
}

func (a *Agent) work(m message) error {
	var p struct {
		Prompt []struct {
			Text string `json:"text"`
		} `json:"prompt"`
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return fmt.Errorf("read a prompt: %w", err)
	}
	var text strings.Builder
	for _, b := range p.Prompt {
		text.WriteString(b.Text)
	}
	a.asked = append(a.asked, map[string]any{"role": "user", "content": text.String()})
	if over, err := a.misbehave(m); err != nil || over {
		return err
	}
	for {
		said, calls, err := a.ask()
		if err != nil {
			return a.send(map[string]any{"id": m.ID, "error": map[string]any{"code": -32603, "message": err.Error()}})
		}
		for _, c := range calls {
			if err := a.do(c); err != nil {
				return err
			}
			if a.Misbehave == Dies {
				os.Exit(9) //nolint:forbidigo // that is what it is to do
			}
		}
		if len(calls) > 0 {
			continue
		}
		if err := a.report(map[string]any{"sessionUpdate": "agent_message_chunk", "content": map[string]any{"type": "text", "text": said}}); err != nil {
			return err
		}
		if a.Misbehave == Silent {
			return nil
		}
		return a.send(map[string]any{"id": m.ID, "result": map[string]any{"stopReason": "end_turn"}})
	}
}

func (a *Agent) misbehave(m message) (over bool, err error) {
	switch a.Misbehave {
	case Floods:
		for range 4000 {
			if err := a.report(map[string]any{"sessionUpdate": "agent_thought_chunk", "content": map[string]any{"type": "text", "text": "hm "}}); err != nil {
				return true, err
			}
		}
	case Bulky:
		err = a.report(map[string]any{"sessionUpdate": "tool_call", "toolCallId": "big", "title": strings.Repeat("x", 12<<20), "status": "completed"})
	case Unknown:
		for _, v := range []any{map[string]any{"sessionUpdate": "weather", "content": []int{1}}, []int{1, 2}, "x", nil} {
			if err := a.report(v); err != nil {
				return true, err
			}
		}
	case Asks:
		err = a.send(map[string]any{"id": 99, "method": "session/request_permission", "params": map[string]any{
			"sessionId": "one", "toolCall": map[string]any{"toolCallId": "x"}, "options": []any{map[string]any{"optionId": "no", "name": "No", "kind": "reject_once"}},
		}})
	case Lies:
		return true, a.send(map[string]any{"id": m.ID, "result": map[string]any{"stopReason": "end_turn"}})
	case Strays:
		for _, at := range []string{"/usr/stray", "/agent/stray", "/tree/.claude/stray", "/tree/../stray"} {
			_ = os.WriteFile(at, []byte("stray"), 0o600) //nolint:errcheck // most of it fails, and should
		}
	case Steals:
		for _, at := range []string{".claude/settings.json", ".codex/config.toml", ".opencode/plugin/x.js", ".agents/skills/x.md"} {
			if raw, err := os.ReadFile(at); err == nil {
				if err := os.WriteFile("stolen.txt", raw, 0o600); err != nil {
					return true, fmt.Errorf("write what was read: %w", err)
				}
			}
		}
	}
	return false, err
}

type call struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// ask asks the model what to do next.
func (a *Agent) ask() (said string, calls []call, err error) {
	body, err := json.Marshal(map[string]any{
		"model": "whatever", "messages": a.asked,
		"tools": []any{map[string]any{"type": "function", "function": map[string]any{"name": "write", "parameters": map[string]any{"type": "object"}}}},
	})
	if err != nil {
		return "", nil, fmt.Errorf("write a request: %w", err)
	}
	res, err := http.Post(a.URL+"/chat/completions", "application/json", bytes.NewReader(body)) //nolint:noctx // it ends with the program
	if err != nil {
		return "", nil, fmt.Errorf("ask: %w", err)
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return "", nil, fmt.Errorf("read an answer: %w", err)
	}
	if err := res.Body.Close(); err != nil {
		return "", nil, fmt.Errorf("read an answer: %w", err)
	}
	var r struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Calls   []call `json:"tool_calls"`
			} `json:"message"`
		} `json:"choices"`
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(raw, &r); err != nil || len(r.Choices) == 0 {
		return "", nil, fmt.Errorf("%d %s", res.StatusCode, cmp.Or(r.Error.Message, "the model said nothing"))
	}
	m := r.Choices[0].Message
	a.asked = append(a.asked, map[string]any{"role": "assistant", "content": m.Content, "tool_calls": m.Calls})
	if len(m.Calls) == 0 {
		a.asked[len(a.asked)-1] = map[string]any{"role": "assistant", "content": m.Content}
	}
	return m.Content, m.Calls, nil
}

func (a *Agent) do(c call) error {
	var args struct {
		FilePath string `json:"filePath"`
		Content  string `json:"content"`
	}
	if err := json.Unmarshal([]byte(c.Function.Arguments), &args); err != nil {
		return fmt.Errorf("read what to do: %w", err)
	}
	a.calls++
	id := fmt.Sprint("t", a.calls)
	if err := a.report(map[string]any{"sessionUpdate": "tool_call", "toolCallId": id, "title": "write " + filepath.Base(args.FilePath), "status": "pending"}); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(args.FilePath), 0o700); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	if err := os.WriteFile(args.FilePath, []byte(args.Content), 0o600); err != nil {
		return fmt.Errorf("write a file: %w", err)
	}
	a.asked = append(a.asked, map[string]any{"role": "tool", "tool_call_id": c.ID, "content": "written"})
	return a.report(map[string]any{"sessionUpdate": "tool_call_update", "toolCallId": id, "status": "completed"})
}

func (a *Agent) report(update any) error {
	return a.send(map[string]any{"method": "session/update", "params": map[string]any{"sessionId": "one", "update": update}})
}

func (a *Agent) send(m map[string]any) error {
	m["jsonrpc"] = "2.0"
	raw, err := json.Marshal(m)
	if err == nil {
		_, err = a.Out.Write(append(raw, '\n'))
	}
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

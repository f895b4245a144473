// Package agenttest is a coding agent for tests: it speaks the Agent Client Protocol on its standard input and output, asks a model at
// an address for what it does, and does it to the files of its folder. It misbehaves as it is told to.
package agenttest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Agent is one agent.
type Agent struct {
	URL string // base of the model's endpoint, "http://127.0.0.1:18787/v1"
	// Misbehave names what it does wrong in its first turn; empty for nothing.
	Misbehave string
	Home      string // where it keeps what was said, for who loads its session
	In        io.Reader
	Out       io.Writer

	asked []any // messages of the session so far
	calls int
	told  sync.Mutex // one message at a time
	turns sync.WaitGroup
	stop  context.CancelFunc // of the turn that it is at
}

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Run is the program of the agent behind the walls, until its input ends. What it does wrong stands beside it. It returns the exit code.
func Run(ctx context.Context) int {
	how, err := os.ReadFile("/agent/" + Beside)
	if err != nil {
		how = nil
	}
	a := Agent{URL: "http://127.0.0.1:18787/v1", Misbehave: strings.TrimSpace(string(how)), Home: os.Getenv("HOME"), In: os.Stdin, Out: os.Stdout} //nolint:forbidigo // it is a program of its own
	if err := a.Run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err) //nolint:forbidigo // as above
		return 1
	}
	return 0
}

// Beside is the name of the file beside the program that says what it does wrong, and Program that of the program.
const (
	Beside  = "misbehave"
	Program = "opencode"
)

// Install puts the program that runs where that of an agent is looked for, and has it misbehave.
func Install(shelf, program, misbehave string) error {
	dir := filepath.Join(shelf, Program)
	at := filepath.Join(dir, "node_modules", "opencode-linux-x64")
	if err := os.MkdirAll(filepath.Join(at, "bin"), 0o700); err != nil {
		return fmt.Errorf("install an agent: %w", err)
	}
	raw, err := os.ReadFile(program)
	if err != nil {
		return fmt.Errorf("install an agent: %w", err)
	}
	for name, text := range map[string][]byte{
		filepath.Join(at, "bin", Program): raw, filepath.Join(at, "package.json"): []byte(`{"version": "0.0.1"}`), filepath.Join(dir, Beside): []byte(misbehave),
	} {
		if err := os.WriteFile(name, text, 0o700); err != nil { //nolint:gosec // one of them is a program
			return fmt.Errorf("install an agent: %w", err)
		}
	}
	return nil
}

// Run works until its input ends.
func (a *Agent) Run(ctx context.Context) error {
	defer a.turns.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in := bufio.NewReader(a.In)
	for {
		line, err := in.ReadBytes('\n')
		var m message
		if len(line) > 0 && json.Unmarshal(line, &m) == nil && m.Method != "" {
			if err := a.obey(ctx, m); err != nil {
				return err
			}
		}
		if err == io.EOF {
			if a.Misbehave == Stays {
				select {} // that is what it is to do
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("read what is asked: %w", err)
		}
	}
}

func (a *Agent) obey(ctx context.Context, m message) error {
	switch m.Method {
	case "initialize":
		return a.greet(m)
	case "session/new":
		if a.Misbehave == NoSession {
			return a.send(map[string]any{"id": m.ID, "error": map[string]any{"code": -32000, "message": "log in first"}})
		}
		a.asked = nil
		return a.send(map[string]any{"id": m.ID, "result": map[string]any{"sessionId": "one"}})
	case "session/load":
		if raw, err := os.ReadFile(a.kept()); err != nil || json.Unmarshal(raw, &a.asked) != nil {
			return a.send(map[string]any{"id": m.ID, "error": map[string]any{"code": -32002, "message": "there is no such session"}})
		}
		return a.send(map[string]any{"id": m.ID, "result": map[string]any{}})
	case "session/cancel":
		if a.stop != nil && a.Misbehave != Deaf {
			a.stop()
		}
	case "session/prompt":
		turn, stop := context.WithCancel(ctx)
		a.stop = stop
		a.turns.Go(func() {
			defer stop()
			if err := a.work(turn, m); err != nil {
				fmt.Fprintln(os.Stderr, err) //nolint:forbidigo // it is a program of its own
			}
		})
	}
	return nil
}

func (a *Agent) kept() string { return filepath.Join(a.Home, "session.json") }

// keep writes down what was said, for who loads the session.
func (a *Agent) keep() {
	if raw, err := json.Marshal(a.asked); err == nil && a.Home != "" {
		_ = os.WriteFile(a.kept(), raw, 0o600) //nolint:errcheck // then it cannot be loaded
	}
}

func (a *Agent) work(ctx context.Context, m message) error {
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
		said, calls, err := a.ask(ctx)
		if ctx.Err() != nil {
			return a.send(map[string]any{"id": m.ID, "result": map[string]any{"stopReason": "cancelled"}})
		}
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
		a.keep()
		if a.Misbehave == Stalls && !strings.Contains(text.String(), "has begun") {
			select {} // that is what it is to do
		}
		if len(calls) > 0 || a.Misbehave == Greedy {
			continue
		}
		if err := a.report(map[string]any{"sessionUpdate": "agent_message_chunk", "content": map[string]any{"type": "text", "text": said}}); err != nil {
			return err
		}
		if a.Misbehave == Silent {
			return nil
		}
		answer := map[string]any{"id": m.ID, "result": map[string]any{"stopReason": "end_turn"}}
		if err := a.send(answer); err != nil || a.Misbehave != Twice {
			return err
		}
		return a.send(answer)
	}
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
func (a *Agent) ask(ctx context.Context) (said string, calls []call, err error) {
	body, err := json.Marshal(map[string]any{
		"model": "whatever", "messages": a.asked,
		"tools": []any{map[string]any{"type": "function", "function": map[string]any{"name": "write", "parameters": map[string]any{"type": "object"}}}},
	})
	if err != nil {
		return "", nil, fmt.Errorf("write a request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.URL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return "", nil, fmt.Errorf("ask: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := new(http.Client).Do(req)
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
		err = a.write(append(raw, '\n'))
	}
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

func (a *Agent) write(raw []byte) error {
	a.told.Lock()
	defer a.told.Unlock()
	_, err := a.Out.Write(raw)
	return err
}

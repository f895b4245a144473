package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// How many answers aimock must have broken for the run to say something.
const leastBroken = 5

// tryAimock has an office work through aimock, which breaks a third of its calls, until
// enough are broken, and says how many were.
func tryAimock(ctx context.Context, dir, behind string, kept *answers) (broken int, err error) {
	fixtures := filepath.Join(dir, "fixtures")
	if err := os.MkdirAll(fixtures, 0o700); err != nil {
		return 0, fmt.Errorf("make folder: %w", err)
	}
	if err := os.WriteFile(filepath.Join(fixtures, "none.json"), []byte(`{"fixtures":[]}`), 0o600); err != nil {
		return 0, fmt.Errorf("write fixtures: %w", err)
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return 0, err
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return 0, fmt.Errorf("read address: %w", err)
	}
	const share = "0.08" // of each of four ways
	stop, err := start(ctx, address, nil, filepath.Join(dir, "node_modules/.bin/llmock"), "-p", port, "-f", fixtures, "--proxy-only", "--provider-openai", behind,
		"--chaos-drop", share, "--chaos-malformed", share, "--chaos-disconnect", share, "--chaos-ratelimit", share)
	if err != nil {
		return 0, err
	}
	defer stop()
	url, end := kept.listen("aimock", address)
	defer end()
	const rounds = 8
	for n := range rounds {
		o := office{program: filepath.Join(dir, "frasier"), home: filepath.Join(dir, fmt.Sprint("aimock", n))}
		if err := o.work(ctx, url); err != nil {
			return 0, err
		}
		if broken = kept.broken("aimock"); broken >= leastBroken && n > 0 {
			return broken, nil
		}
	}
	return broken, fmt.Errorf("%d answers were broken in %d rounds, want %d", broken, rounds, leastBroken)
}

// What our author said, by stage.
type recording struct {
	mu    sync.Mutex
	lines []recorded
}

type recorded struct {
	Stage  string          `json:"stage"`
	Schema json.RawMessage `json:"schema"`
	Stream bool            `json:"stream"`
	Reply  string          `json:"reply"`
}

// Write takes one line.
func (r *recording) Write(b []byte) (int, error) {
	var one recorded
	if err := json.Unmarshal(b, &one); err != nil {
		return 0, fmt.Errorf("read a recorded call: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, one)
	return len(b), nil
}

// rules are mock-llm's configuration: what the author first said of a stage is said of it
// again. A later rule goes before an earlier one.
func (r *recording) rules() ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	type response struct {
		Status  int    `json:"status"`
		Content string `json:"content"`
	}
	type rule struct {
		Path     string   `json:"path"`
		Match    string   `json:"match"`
		Response response `json:"response"`
	}
	var out struct {
		Streaming map[string]int `json:"streaming"`
		Rules     []rule         `json:"rules"`
	}
	out.Streaming = map[string]int{"chunkSize": 20, "chunkIntervalMs": 2}
	seen := map[string]bool{}
	for _, l := range r.lines {
		match := "body.response_format.json_schema.name == '" + l.Stage + "'"
		if len(l.Schema) == 0 || string(l.Schema) == "null" {
			match = fmt.Sprintf("!(body.response_format) && body.stream == `%t`", l.Stream)
			if !l.Stream {
				match = "!(body.response_format) && !(body.stream)"
			}
		}
		if seen[match] {
			continue
		}
		seen[match] = true
		content, err := json.Marshal(map[string]any{
			"id": "chatcmpl-1", "object": "chat.completion", "model": "mock", "created": 1_763_700_000,
			"choices": []any{map[string]any{"index": 0, "message": map[string]any{"role": "assistant", "content": l.Reply}, "finish_reason": "stop"}},
		})
		if err != nil {
			return nil, fmt.Errorf("write a rule: %w", err)
		}
		out.Rules = append(out.Rules, rule{"/v1/chat/completions", match, response{200, string(content)}})
	}
	return json.Marshal(out)
}

// tryMockLLM has an office work with mock-llm.
func tryMockLLM(ctx context.Context, dir string, tape *recording, kept *answers) error {
	rules, err := tape.rules()
	if err != nil {
		return err
	}
	config := filepath.Join(dir, "mock-llm.yaml") // every JSON is YAML
	if err := os.WriteFile(config, rules, 0o600); err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("read address: %w", err)
	}
	stop, err := start(ctx, address, []string{"HOST=" + host, "PORT=" + port}, filepath.Join(dir, "node_modules/.bin/mock-llm"), "--config", config)
	if err != nil {
		return err
	}
	defer stop()
	url, end := kept.listen("mock-llm", address)
	defer end()
	return office{program: filepath.Join(dir, "frasier"), home: filepath.Join(dir, "mockllm")}.work(ctx, url)
}

// start runs a program until stop is called, and returns when it listens.
func start(ctx context.Context, address string, env []string, program string, args ...string) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("start: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	stop = func() {
		cancel()
		<-ended //nolint:errcheck // it was killed
	}
	const within = 30 * time.Second
	var dialer net.Dialer
	for begun := time.Now(); time.Since(begun) < within; {
		if c, err := dialer.DialContext(ctx, "tcp", address); err == nil {
			return stop, c.Close()
		}
		select {
		case err := <-ended:
			cancel()
			return nil, fmt.Errorf("it ended at once: %w\n%s", err, said.String())
		case <-time.After(50 * time.Millisecond):
		}
	}
	stop()
	return nil, errors.Join(fmt.Errorf("nothing listens within %s", within), errors.New(said.String()))
}

// freeAddress is one of this machine that nothing listens on.
func freeAddress(ctx context.Context) (string, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a port: %w", err)
	}
	if err := l.Close(); err != nil {
		return "", fmt.Errorf("give the port back: %w", err)
	}
	return l.Addr().String(), nil
}

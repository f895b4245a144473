package agent

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// However much a program reports while nobody looks, and however long each report is, what is kept of it has an end, and the last is kept.
func TestReportsAreKeptWithinBounds(t *testing.T) {
	t.Parallel()
	const long = 50_000
	line := func(text, title, call string) string {
		raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": methodUpdate, "params": map[string]any{"update": map[string]any{
			"sessionUpdate": "agent_message_chunk", "toolCallId": call, "title": title, "content": map[string]any{"text": text},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(raw) + "\n"
	}
	in, out := io.Pipe()
	go func() {
		bulky := strings.Repeat(line(strings.Repeat("x", long), strings.Repeat("y", long), strings.Repeat("z", long)), 4)
		_, err := io.WriteString(out, bulky+strings.Repeat(line("a", "b", "c"), 3*mostReports)+line("last", "", ""))
		out.CloseWithError(err)
	}()
	box := &inbox{news: make(chan struct{}, 1)}
	_, rest := io.Pipe()
	most := 0
	head := io.TeeReader(in, writerFunc(func(p []byte) {
		box.mu.Lock()
		most = max(most, len(box.all))
		for _, u := range box.all[:min(4, len(box.all))] {
			if len(u.Content.Text) > saidBytes || len(u.Title) > titleBytes || len(u.Call) > nameBytes {
				t.Errorf("kept are %d bytes of a text, %d of a title and %d of a name", len(u.Content.Text), len(u.Title), len(u.Call))
			}
		}
		box.mu.Unlock()
	}))
	box.sort(head, rest)
	all := box.take()
	if most > mostReports || len(all) == 0 || all[len(all)-1].Content.Text != "last" {
		t.Errorf("up to %d reports were kept, at last %d", most, len(all))
	}
}

type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }

package llmtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/google/go-cmp/cmp"
)

// tape is a recording that is played back: each body may be asked as often as
// it was recorded, in the order of its answers; after the last, the last again.
type tape struct {
	mu    sync.Mutex
	left  map[string][]Request // by body
	order []Request
	next  int // position of the first recorded call that was not asked yet
}

func openTape(path string) (*tape, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	t := &tape{left: map[string][]Request{}}
	in := bufio.NewScanner(bytes.NewReader(raw))
	in.Buffer(nil, bodyLimit*4)
	for in.Scan() {
		var r Request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("read recording %s, line %d: %w", path, len(t.order)+1, err)
		}
		key := canonical(r.Body)
		t.left[key] = append(t.left[key], r)
		t.order = append(t.order, r)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("read recording %s: %w", path, err)
	}
	return t, nil
}

// canonical writes a body with sorted keys, so that only what it says counts.
func canonical(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return string(body)
	}
	return string(b)
}

func (t *tape) answer(r Request) outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := canonical(r.Body)
	list := t.left[key]
	if len(list) == 0 {
		return outcome{violation: t.difference(r)}
	}
	if len(list) > 1 {
		t.left[key] = list[1:]
	}
	if t.next < len(t.order) {
		t.next++
	}
	if list[0].Fault != "" {
		return faultNamed(list[0].Fault)
	}
	return outcome{text: list[0].Reply, calls: list[0].Calls}
}

// difference tells how a body differs from the recorded call that it most
// probably stands for: the next one of its stage, else the next one.
func (t *tape) difference(r Request) string {
	if len(t.order) == 0 {
		return "the recording is empty"
	}
	want := t.order[min(t.next, len(t.order)-1)]
	for _, o := range t.order[min(t.next, len(t.order)-1):] {
		if o.Stage == r.Stage {
			want = o
			break
		}
	}
	return fmt.Sprintf("stage %q: the body was not recorded (-recorded +asked):\n%s",
		r.Stage, cmp.Diff(lines(want.Body), lines(r.Body)))
}

func lines(body []byte) []string {
	var b bytes.Buffer
	if json.Indent(&b, body, "", " ") != nil {
		return []string{string(body)}
	}
	return strings.Split(strings.ReplaceAll(b.String(), `\n`, "\n"), "\n")
}

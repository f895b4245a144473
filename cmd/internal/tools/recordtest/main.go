// Command recordtest runs frasier with a model whose replies somebody writes by
// hand, and keeps the calls as a tape (see internal/tools/eval/testdata/tape); or with
// the replies of such a tape; or with these and, where the tape has none, with
// what somebody writes.
//
//	recordtest -folder DIR -tape FILE [--] run roadmap.md -out out
//	recordtest -replay FILE [--] run roadmap.md -out out
//	recordtest -replay FILE -folder DIR -tape FILE [--] run roadmap.md -out out
//	recordtest -coder FILE [--] run roadmap.md -repo DIR -out out
//
// Each call waits as DIR/NNN.md, stage and prompt as a model gets them, until
// its reply is there as DIR/NNN.reply. What was wrong in a reply on purpose goes
// into DIR/NNN.planted, a line for each fault, before the reply. The tape is
// written when the command ends. With -coder code is changed as FILE says, turn by turn, and everything else is
// answered as tests have it answered.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

func main() {
	folder := flag.String("folder", "", "where calls wait for their replies")
	tape := flag.String("tape", "", "the tape to write")
	from := flag.String("replay", "", "the tape to take the replies from, in place of a folder")
	turns := flag.String("coder", "", "what whoever changes code does, turn by turn")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var code int
	var err error
	out := process{args: flag.Args(), env: os.Environ(), dir: ".", in: os.Stdin, out: os.Stdout, err: os.Stderr}
	switch {
	case *turns != "":
		code, err = change(ctx, *turns, out)
	case *from != "" && *folder == "":
		code, _, err = play(ctx, *from, out)
	default:
		code, err = record(ctx, *folder, *from, *tape, out)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "recordtest:", err)
		code = 1
	}
	os.Exit(code)
}

// How long a call waits for its reply.
const patience = 4 * time.Hour

// process is a command of frasier with what stands around it.
type process struct {
	args, env []string
	dir       string
	in        io.Reader
	out, err  io.Writer
}

// with runs the command with a model that answers so.
func (p process) with(ctx context.Context, answer func(llmtest.Request) (llmtest.Reply, bool)) (code int, err error) {
	return p.against(ctx, llmtest.Options{Answer: answer})
}

// change runs the command with a model that changes code as a file says.
func change(ctx context.Context, file string, p process) (code int, err error) {
	turns, err := llmtest.ReadCoding(file)
	if err != nil {
		return 0, err
	}
	return p.against(ctx, llmtest.Options{Coding: turns})
}

func (p process) against(ctx context.Context, o llmtest.Options) (code int, err error) {
	server, err := llmtest.New(o)
	if err != nil {
		return 0, err
	}
	url, stop, err := server.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer stop()
	return cli.Run(ctx, cli.Process{
		Args: p.args, Env: append(p.env, "FRASIER_LLM_URL="+url, "OPENROUTER_API_KEY=by-hand"), Dir: p.dir, In: p.in, Out: p.out, Err: p.err,
		Hooks: app.Hooks{Facts: true, Unhurried: patience, Patience: patience},
	}), nil
}

// record writes a tape of what somebody answers. The replies of an older tape, if one is
// named, are given where it has them; what is asked no longer stays on the new one, as gone.
func record(ctx context.Context, folder, from, tape string, p process) (code int, err error) {
	if folder == "" || tape == "" || len(p.args) == 0 {
		return 0, errors.New("want -folder DIR -tape FILE and a command of frasier")
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return 0, err
	}
	w := &writer{folder: folder}
	if from != "" {
		if w.old, err = readTape(from); err != nil {
			return 0, err
		}
	}
	if code, err = p.with(ctx, func(r llmtest.Request) (llmtest.Reply, bool) { return w.answer(ctx, r) }); err != nil {
		return 0, err
	}
	return code, w.write(tape)
}

// writer is the person behind the endpoint.
type writer struct {
	folder string
	mu     sync.Mutex
	calls  []*replay.Call
	old    []replay.Call // of an older tape, that nobody asked for yet
}

// answer shows a call and waits for its reply. A call whose reply never comes is
// not part of the tape.
func (w *writer) answer(ctx context.Context, r llmtest.Request) (llmtest.Reply, bool) {
	c := &replay.Call{Stage: r.Stage, Title: r.Title, Model: r.Model}
	w.mu.Lock()
	if known, ok := take(&w.old, r); ok {
		known.N = len(w.calls) + 1
		w.calls = append(w.calls, &known)
		w.mu.Unlock()
		return llmtest.Reply{Text: known.Reply}, true
	}
	if r.Stage == org.StageCalibrate {
		w.mu.Unlock()
		return llmtest.Reply{Fault: "503"}, true
	}
	w.calls = append(w.calls, c)
	c.N = len(w.calls)
	w.mu.Unlock()
	name := filepath.Join(w.folder, fmt.Sprintf("%03d", c.N))
	err := show(name+".md", r, c)
	for err == nil && ctx.Err() == nil {
		var raw []byte
		if raw, err = os.ReadFile(name + ".reply"); err == nil {
			if c.Planted, err = planted(name + ".planted"); err != nil {
				break
			}
			w.mu.Lock()
			c.Reply = strings.TrimSpace(string(raw))
			w.mu.Unlock()
			return llmtest.Reply{Text: c.Reply}, true
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
			select {
			case <-ctx.Done():
			case <-time.After(200 * time.Millisecond):
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "recordtest: call", c.N, err)
	}
	return llmtest.Reply{Fault: "503"}, true
}

// show writes a call down as a model sees it. The prompt without the system's
// part goes onto the tape.
func show(path string, r llmtest.Request, c *replay.Call) error {
	var body struct {
		Messages []replay.Message `json:"messages"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return err
	}
	for _, m := range body.Messages {
		if m.Role != "system" {
			c.Messages = append(c.Messages, m)
		}
	}
	text := fmt.Sprintf("# Call %d: %s %q for %s\n\n%s\n", c.N, r.Stage, r.Title, r.Model, r.Prompt)
	if len(r.Schema) > 0 {
		text += fmt.Sprintf("\n# The reply is one JSON object of this form\n\n%s\n", r.Schema)
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func planted(path string) ([]string, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.FieldsFunc(strings.TrimSpace(string(raw)), func(r rune) bool { return r == '\n' }), err
}

// write writes the calls that were answered.
func (w *writer) write(path string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	enc := json.NewEncoder(z)
	for _, c := range w.old {
		c.N, c.Gone = len(w.calls)+1, true
		w.calls = append(w.calls, &c)
	}
	for _, c := range w.calls {
		if c.Reply == "" {
			continue
		}
		if err := enc.Encode(c); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o600)
}

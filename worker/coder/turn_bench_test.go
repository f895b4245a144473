package coder_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/coder"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// BenchmarkTurn is all of a turn but its model and its place in the database: what is shown, the prompt, the request
// and the answer of an endpoint that answers at once, the actions, the tree and the patch that are kept. A turn in two looks, one
// changes a file, in a repository of 1 600. Beside the time it tells what the processor worked, git's included, since a machine may
// have other things to do.
func BenchmarkTurn(b *testing.B) {
	source := b.TempDir()
	for n := range 1600 {
		at := filepath.Join(source, fmt.Sprintf("pkg%d/file%d.go", n%80, n))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, fmt.Appendf(nil, "package pkg%d\n\nvar v%d = %d\n", n%80, n, n), 0o600)); err != nil {
			b.Fatal(err)
		}
	}
	y := workspace.Dir{Home: b.TempDir()}
	r, _, err := y.Add(b.Context(), coding.Repository{Name: "shop", Source: source, Checks: []string{"go test ./..."}})
	if err != nil {
		b.Fatal(err)
	}
	task := coder.Task{Turns: 40, Tries: 1, Workspaces: y, Repository: r, Round: 1, Order: "Read a comma."}
	if task.Base, _, err = y.Base(b.Context(), coding.CodeOrder{Repository: r}); err == nil {
		task.BaseTree, err = y.Tree(b.Context(), r, task.Base)
	}
	if err != nil {
		b.Fatal(err)
	}
	turn, turns := 0, 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		turn++
		name, args := "read", map[string]string{"path": fmt.Sprintf("pkg%d/file%d.go", turn%80, turn%1600)}
		if turn%2 == 0 {
			name, args = "write", map[string]string{"path": "pkg1/file1.go", "content": fmt.Sprintf("package pkg1\n\nvar v1 = %d\n", turn)}
		}
		raw, err := json.Marshal(args)
		if err != nil {
			b.Error(err)
		}
		fmt.Fprintf(w, `{"choices":[{"message":{"content":"On.","tool_calls":[{"id":"c","type":"function","function":{"name":%q,"arguments":%q}}]},"finish_reason":"tool_calls"}]}`, name, raw)
	}))
	b.Cleanup(s.Close)
	a := asker{client: newAsker(b, s.URL), tools: true, data: prompt.Data{
		Stage: org.StageTurn, Tier: org.T2, Nonce: "0123456789ab", Project: &prompt.Project{Title: "The shop"}, Task: &prompt.Task{Title: "Change the code", Goal: "Read a comma."},
	}}
	if a.prompts, err = prompt.Load(""); err != nil {
		b.Fatal(err)
	}
	task.Ask = a.ask
	task.Keep = func(ctx context.Context, _ int, do func(context.Context) (coder.Turn, error)) (coder.Turn, error) {
		turns++
		return do(ctx)
	}
	before := worked(b)
	for b.Loop() { // a round of 40 turns
		_, err := coder.Written(b.Context(), task)
		var no *coder.NothingError
		if !errors.As(err, &no) {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(turns), "ms/turn")
	b.ReportMetric(float64((worked(b)-before).Milliseconds())/float64(turns), "cpu-ms/turn")
}

// worked is the time for which processors worked for this process and those that it started.
func worked(b *testing.B) time.Duration {
	b.Helper()
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if err := syscall.Getrusage(who, &r); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	return sum
}

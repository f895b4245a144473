// Command standins has a conversation and a project done against two stand-ins
// for model providers that others wrote: aimock, with its faults on, and
// mock-llm, both from npm.
//
//	standins
//
// aimock passes calls on to our own author of tests and breaks every third of
// them in one of its ways; mock-llm answers by rules that are made of what that
// author said before. In both the founder is answered, the project is completed
// and the data are sound. How each answer that differs was read is written to
// testdata/answers.jsonl, which "make check" reads again. "make proof" runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// Where answers stand, from the top folder.
const written = "internal/tools/check/standins/testdata/answers.jsonl"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "standins:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) (err error) {
	for _, t := range [][2]string{{"node", "nodejs"}, {"npm", "npm"}} {
		if _, err := exec.LookPath(t[0]); err != nil {
			return fmt.Errorf("%s is missing (Debian: apt-get install %s)", t[0], t[1])
		}
	}
	dir, err := os.MkdirTemp("", "standins")
	if err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for _, c := range [][]string{
		{"npm", "install", "--no-audit", "--no-fund", "--prefix", dir, "@copilotkit/aimock@1.43.0", "@dwmkerr/mock-llm@0.1.29"},
		{"go", "build", "-o", filepath.Join(dir, "frasier"), "./cmd/internal/testing/commandtest"}, // which tells our author what its prompts were made of
	} {
		if said, err := exec.CommandContext(ctx, c[0], c[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(c, " "), err, said)
		}
	}
	tape := &recording{}
	author, url, stop, err := serveAuthor(ctx, tape)
	if err != nil {
		return err
	}
	defer stop()
	o := office{program: filepath.Join(dir, "frasier"), home: filepath.Join(dir, "first")}
	if err := o.work(ctx, url); err != nil {
		return fmt.Errorf("without a stand-in: %w", err)
	}
	kept := &answers{}
	broken, err := tryAimock(ctx, dir, strings.TrimSuffix(url, "/v1"), kept)
	if err != nil {
		return fmt.Errorf("aimock: %w", err)
	}
	if err := tryMockLLM(ctx, dir, tape, kept); err != nil {
		return fmt.Errorf("mock-llm: %w", err)
	}
	if v := author.Violations(); len(v) > 0 {
		return fmt.Errorf("requests that break the endpoint's description: %s", strings.Join(v, "\n"))
	}
	n, err := kept.write(ctx, written)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "a conversation and a project each: aimock 1.43 with %d broken answers, mock-llm 0.1.29; %d kinds of answers are kept\n", broken, n)
	return nil
}

// serveAuthor serves the author of tests until stop is called, and records what it says.
func serveAuthor(ctx context.Context, tape *recording) (author *llmtest.Server, url string, stop func(), err error) {
	if author, err = llmtest.New(llmtest.Options{Record: tape}); err != nil {
		return nil, "", nil, err
	}
	url, stop, err = author.Serve(ctx, "127.0.0.1:0")
	return author, url, stop, err
}

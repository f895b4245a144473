// Command mutants plants faults and shows that tests find them. Each fault is a
// piece of a file that is replaced by another; the tests that should go red run
// on a copy of that file (go test -overlay), so that the tree stays as it is.
//
//	mutants [-run REGEXP] [-apply]
//
// It prints a line for each fault. The exit code is 1 when a fault survives, or
// when one can no longer be planted because the code is another now.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// Fault is one fault that is planted.
type Fault struct {
	Name string `json:"name"` // what goes wrong
	File string `json:"file"`
	Old  string `json:"old"` // stands in the file exactly once
	New  string `json:"new"`
	// Test is the package whose tests find it, Run which of them; an empty Run
	// is all.
	Test string `json:"test"`
	Run  string `json:"run"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	which := flags.String("run", "", "only faults whose name this regular expression matches")
	apply := flags.Bool("apply", false, "only look whether each fault can be planted")
	if err := flags.Parse(args); err != nil {
		return err
	}
	name, err := regexp.Compile(*which)
	if err != nil {
		return err
	}
	list, err := load("internal/tools/mutants/testdata/faults.json")
	if err != nil {
		return err
	}
	var bad []error
	found := 0
	for _, f := range list {
		if !name.MatchString(f.Name) {
			continue
		}
		begun := time.Now()
		planted, err := f.plant(".")
		if err == nil && !*apply {
			err = f.found(ctx, planted)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		verdict := "found"
		if *apply {
			verdict = "can be planted"
		}
		if err != nil {
			verdict = err.Error()
			bad = append(bad, fmt.Errorf("%s: %w", f.Name, err))
		} else {
			found++
		}
		fmt.Fprintf(out, "| %s | %s | %s %s | %.0f s | %s |\n", f.Name, f.File, f.Test, f.Run, time.Since(begun).Seconds(), verdict)
	}
	fmt.Fprintf(out, "%d of %d faults\n", found, found+len(bad))
	return errors.Join(bad...)
}

func load(path string) ([]Fault, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []Fault
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

// plant returns the file with the fault in it.
func (f Fault) plant(root string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(root, f.File))
	if err != nil {
		return "", fmt.Errorf("cannot be planted, write it anew: %w", err)
	}
	if n := strings.Count(string(raw), f.Old); n != 1 {
		return "", fmt.Errorf("cannot be planted, write it anew: %q stands %d times in %s, want once", f.Old, n, f.File)
	}
	return strings.Replace(string(raw), f.Old, f.New, 1), nil
}

// errSurvives says that no test found a fault.
var errSurvives = errors.New("SURVIVES")

// found runs the tests with the fault and returns nil when one went red. A
// fault that does not compile is none.
func (f Fault) found(ctx context.Context, planted string) error {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied, overlay := filepath.Join(dir, "planted.go"), filepath.Join(dir, "overlay.json")
	at, err := filepath.Abs(f.File)
	if err != nil {
		return err
	}
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{at: copied}})
	if err != nil {
		return err
	}
	if err := errors.Join(os.WriteFile(copied, []byte(planted), 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "./"+filepath.Dir(f.File))
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("does not compile: %s", said)
	}
	// Without vet, to which a planted fault may look like one.
	test := exec.CommandContext(ctx, "go", "test", "-vet=off", "-failfast", "-count=1", "-timeout", "5m", "-run", f.Run, f.Test)
	test.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+overlay) // commands that tests build have the fault too
	said, err := test.CombinedOutput()
	switch {
	case err == nil:
		return errSurvives
	case !bytes.Contains(said, []byte("FAIL")) || bytes.Contains(said, []byte("[build failed]")):
		return fmt.Errorf("no test ran: %s", said)
	}
	return nil
}

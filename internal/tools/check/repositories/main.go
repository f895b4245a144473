// Command repositories shows that repositories of others work as they come: of each in testdata/repositories.json it
// makes a clone as a founder has it, runs "frasier repo add" with a home of its own, and judges how that ends: checks
// that pass, or the one sentence that a person wrote down as the true one.
//
//	repositories [NAME...]
//
// FRASIER_PROOF_REPOSITORIES names a folder with a bare clone of each as OWNER/NAME.git; without it nothing is run,
// and that is said. What Python's, Rust's and Java's registries hold comes from registries on this machine that are
// made of Debian's packages: their versions are Debian's. "make proof" runs it.
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
	"slices"
	"strings"
	"syscall"
	"time"
)

// The folder's table, and how many of its rows may end otherwise.
const (
	tablePath = "internal/tools/check/repositories/testdata/repositories.json"
	mostWrong = 1
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "repositories:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, names []string, out io.Writer) (err error) {
	from := os.Getenv("FRASIER_PROOF_REPOSITORIES")
	if from == "" {
		_, err := fmt.Fprintln(out, "not run: FRASIER_PROOF_REPOSITORIES names no folder with clones of the repositories of "+tablePath)
		return err
	}
	rows, err := readTable(tablePath)
	if err != nil {
		return err
	}
	if len(names) > 0 {
		rows = slices.DeleteFunc(rows, func(r row) bool { return !slices.Contains(names, r.Name) })
	}
	dir, err := os.MkdirTemp("", "repositories")
	if err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	defer func() { err = errors.Join(err, removeAll(dir)) }()
	program := filepath.Join(dir, "frasier")
	if said, err := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/frasier").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, said)
	}
	registries, err := openRegistries(ctx, filepath.Join(dir, "packages"), rows)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, registries.close()) }()
	fmt.Fprintln(out, registries.said)
	o := office{program: program, dir: dir, from: from, registries: registries}
	var ends []end
	for _, r := range rows {
		begun := time.Now()
		said, err := o.add(ctx, r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		e := judge(r, said)
		e.took = time.Since(begun)
		ends = append(ends, e)
		fmt.Fprintf(out, "\n%s, %s at %.12s: %s, %d s\n%s\n", r.Name, r.From, r.Commit, e.verdict(), int(e.took.Seconds()), indent(said))
	}
	return conclude(out, ends, registries.said)
}

// conclude prints the table, and fails when too many ends are wrong.
func conclude(out io.Writer, ends []end, registries string) error {
	right, passing, tests := 0, 0, 0
	fmt.Fprintln(out)
	for _, e := range ends {
		fmt.Fprintf(out, "%-16s %-7s %5d s  %s\n", e.row.Name, e.row.Kind, int(e.took.Seconds()), e.verdict())
		if e.wrong == "" {
			right++
			tests += e.tests
			if e.row.Says == "" {
				passing++
			}
		}
	}
	if len(ends)-right > mostWrong {
		return fmt.Errorf("%d of %d repositories end right", right, len(ends))
	}
	_, err := fmt.Fprintf(out, "%d of %d repositories end right: %d with checks that pass (%d tests), %d with the one sentence that is true; %s\n", right, len(ends), passing, tests, right-passing, registries)
	return err
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
}

// removeAll also removes folders that may not be written to, as Go's modules are.
func removeAll(dir string) error {
	err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			return os.Chmod(at, 0o700) // it is a folder
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(dir))
}

// Command check runs what CI runs: with the word check README's own test command
// and a share of the long tests, another for each commit; with the word whole all
// shares, and with the word proof every test at its full figures. "make check",
// "make whole" and "make proof" call it.
//
//	check check|whole|proof [STAGE...]
//
// With names of stages only those are run (fuzz is all fuzz targets). It prints a line for each stage, and what a failed one wrote. The exit code is
// 1 when a stage failed or a test was skipped. With proof it writes what was run
// into the table of docs/performance.md.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

// run runs the stages of a level, all of them even when one fails.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || !slices.Contains([]string{levelCheck, levelWhole, levelProof}, args[0]) {
		return errors.New("want check, whole or proof, and then names of stages if not all are to be run")
	}
	if err := equipped(); err != nil {
		return err
	}
	commit := commitOf(ctx)
	targets, err := fuzzers(".")
	if err != nil {
		return err
	}
	raced, err := exec.CommandContext(ctx, ".ci/raced").Output()
	if err != nil {
		return fmt.Errorf(".ci/raced: %w", err)
	}
	deeper, err := findDeeper(".", true)
	if err != nil {
		return err
	}
	own, err := findDeeper(".", false)
	if err != nil {
		return err
	}
	seed, all := seedOf(commit), newSeen(out)
	every := stages(args[0], seed, parts{raced: strings.Fields(string(raced)), targets: targets, deeper: deeper, onFiles: own["store"]})
	chosen, err := choose(every, args[1:])
	if err != nil {
		return err
	}
	var failed []string
	for _, s := range chosen {
		fmt.Fprintf(out, "%s: %.400s\n", s.name, strings.Join(s.args, " ")) // the tests of a share may be hundreds
		begun := time.Now()
		figure, err := s.run(ctx, args[0], all, out)
		took := time.Since(begun)
		verdict := "ok"
		if err != nil {
			failed = append(failed, s.name)
			verdict = "FAILED: " + err.Error()
		}
		left := strings.HasPrefix(figure, notRun)
		if left && err == nil {
			verdict = "left out"
		}
		fmt.Fprintf(out, "%s: %s after %d s. %s\n", s.name, verdict, int(took.Seconds()), figure)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if args[0] == levelProof && err == nil && !left { // at once: the whole takes hours, and what is proven stays so when it is cut off
			if err := publish("docs/performance.md", []row{{what: s.name, figure: figure, seed: seed, took: took, commit: commit}}, names(every)); err != nil {
				return err
			}
		}
	}
	if err := all.skips(); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("failed: %s", strings.Join(failed, ", "))
	}
	return nil
}

// equipped says what is missing on this machine. Nothing is left out for want
// of a tool.
func equipped() error {
	var missing []error
	for _, t := range [][2]string{{"pdftotext", "poppler-utils"}, {"strace", "strace"}, {"systemd-analyze", "systemd"}, {"curl", "curl"}, {"git", "git"}, {"gcc", "gcc"}, {"make", "make"}, {"bwrap", "bubblewrap"}} {
		if _, err := exec.LookPath(t[0]); err != nil {
			missing = append(missing, fmt.Errorf("%s is missing (Debian: apt-get install %s)", t[0], t[1]))
		}
	}
	if os.Getenv("STORE_TEST_URL") == "" {
		missing = append(missing, errors.New("STORE_TEST_URL names no PostgreSQL that tests may make schemas on (.ci/run starts one)"))
	}
	return errors.Join(missing...)
}

// commitOf is the short name of the commit that is checked out, with a + when
// files differ from it; "none" outside of git.
func commitOf(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty=+", "--exclude=*").Output()
	if err != nil {
		return "none"
	}
	return strings.TrimSpace(string(out))
}

// run runs the command and returns its figures. What it wrote is shown when it
// failed. How tests ended is added to all.
func (s stage) run(ctx context.Context, level string, all *seen, out io.Writer) (string, error) {
	cmd := exec.CommandContext(ctx, s.args[0], s.args[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	if level == levelWhole {
		level = levelCheck // to the tests they are one
	}
	cmd.Env = append(append(os.Environ(), "TEST_LEVEL="+level), s.env...)
	var wrote bytes.Buffer
	cmd.Stderr = &wrote
	if !s.tests {
		cmd.Stdout = &wrote
		err := cmd.Run()
		if err != nil || s.name == "chaos" {
			fmt.Fprint(out, wrote.String())
		}
		return cmp.Or(s.figure, lastLine(wrote.String())), err
	}
	cmd.Env = append(cmd.Env, "GOGC=400") // tests end before their memory grows: a tenth less of processor time
	events, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	all.figures, all.passed, all.defers = nil, 0, s.defers
	clear(all.took)
	err = errors.Join(all.read(events), cmd.Wait())
	if err != nil {
		fmt.Fprint(out, wrote.String())
		all.show(out)
	}
	fmt.Fprintln(out, "slowest:", all.slowest(8))
	return figures(append(all.figures, fmt.Sprint(all.passed, " tests and cases"))), err
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// fuzzers lists the fuzz targets below a folder.
func fuzzers(root string) ([]fuzzed, error) {
	name := regexp.MustCompile(`(?m)^func (Fuzz[A-Za-z0-9]+)\(`)
	var out []fuzzed
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, m := range name.FindAllSubmatch(raw, -1) {
			out = append(out, fuzzed{"./" + filepath.Dir(path), string(m[1])})
		}
		return err
	})
	return out, err
}

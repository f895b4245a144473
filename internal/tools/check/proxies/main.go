// Command proxies shows that the dashboard's pages hear at once of what happens
// behind nginx, Caddy and Apache as Debian has them, with the lines of
// docs/dashboard.md and nothing more.
//
//	proxies
//
// A founder signs in through each of them, opens a page and gives a command:
// the page hears of it within two seconds, and so does a program that follows
// the journal. Both stay connected for longer than any of them waits for a
// server that is silent, and then hear of the next command. "make proof" runs it.
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
	"sync"
	"syscall"
	"time"
)

const (
	soonest = 2 * time.Second  // within which a page hears of what happened
	held    = 70 * time.Second // for which nothing happens: nginx and Apache wait for 60 s
	page    = "docs/dashboard.md"
	// What the last run that passed was given: "make check" compares it with the page.
	proven = "internal/tools/check/proxies/testdata/proven.md"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "proxies:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) (err error) {
	for _, p := range proxies() {
		if _, err := exec.LookPath(p.program); err != nil {
			return fmt.Errorf("%s is missing (Debian: apt-get install %s)", p.program, p.packageName)
		}
	}
	dir, err := os.MkdirTemp("", "proxies")
	if err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	docs, err := os.ReadFile(page)
	if err != nil {
		return fmt.Errorf("read the configurations: %w", err)
	}
	b, err := startBot(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.end()) }()
	roots, err := writeCertificate(dir)
	if err != nil {
		return err
	}
	found := make([]result, len(proxies()))
	errs := make([]error, len(found))
	var all sync.WaitGroup
	for n, p := range proxies() {
		all.Go(func() {
			found[n], errs[n] = p.try(ctx, b, filepath.Join(dir, p.program), string(docs), roots)
			if errs[n] != nil {
				errs[n] = fmt.Errorf("%s: %w", p.program, errs[n])
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	var parts []string
	carried := ""
	for n, p := range proxies() {
		text, err := p.written(string(docs))
		if err != nil {
			return err
		}
		carried += "```" + p.language + "\n" + text + "```\n"
		parts = append(parts, fmt.Sprintf("%s %d ms", p.version(ctx), found[n].slowest.Milliseconds()))
	}
	if err := os.WriteFile(proven, []byte(carried), 0o600); err != nil {
		return fmt.Errorf("write what is proven: %w", err)
	}
	fmt.Fprintf(out, "live pages and the journal's stream, at the slowest: %s; none was cut off in %d s of silence\n", strings.Join(parts, ", "), int(held.Seconds()))
	return nil
}

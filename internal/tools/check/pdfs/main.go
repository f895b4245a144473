// Command pdfs makes PDFs of the same texts by six programs and compares the
// words that internal/extract reads in them with those that pdftotext reads.
//
//	pdfs [FOLDER]
//
// The files are made in the folder, or in one that goes away. The words must be
// the same but for two differences that somebody has read: how a word with a
// hyphen at the end of a line is joined (parted), and the ligatures of
// Ghostscript (swapped). "make proof" runs it.
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
	"syscall"

	"github.com/frasier-cos/frasier/internal/extract"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pdfs:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	for _, t := range tools() {
		if _, err := exec.LookPath(t[0]); err != nil {
			return fmt.Errorf("%s is missing (Debian: apt-get install %s)", t[0], t[1])
		}
	}
	dir, keep := "", false
	if len(args) == 1 {
		dir, keep = args[0], true
	} else if dir, err = os.MkdirTemp("", "pdfs"); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return fmt.Errorf("find folder: %w", err)
	}
	if !keep {
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	list := documents()
	files, err := maker{ctx, dir}.all(list)
	if err != nil {
		return err
	}
	return compareAll(ctx, files, list, out)
}

const (
	firstLeftOut = "d10" // of the documents of which six programs make 60 files
	leastOfSixty = 57
)

// compareAll reads each file twice and says what differs.
func compareAll(ctx context.Context, files []made, list []document, out io.Writer) error {
	texts := map[string]string{}
	for _, d := range list {
		texts[d.name] = d.markdown
	}
	words, wrong, ordered, sixty := 0, 0, 0, 0
	programs := map[string]bool{}
	for _, f := range files {
		raw, err := os.ReadFile(f.path)
		if err != nil {
			return fmt.Errorf("read file: %w", err)
		}
		programs[f.program] = true
		got, err := extract.Text(filepath.Base(f.path), "application/pdf", raw)
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		theirs, err := exec.CommandContext(ctx, "pdftotext", "-enc", "UTF-8", f.path, "-").Output()
		if err != nil {
			return fmt.Errorf("pdftotext: %w", err)
		}
		a, b := wordsOf(got.Text), wordsOf(string(theirs))
		words += len(b)
		if share := inOrder(wordsOf(texts[f.name]), a); share >= leastInOrder {
			ordered++
			if f.name < firstLeftOut {
				sixty++
			}
		} else {
			fmt.Fprintf(out, "%s of %s: %.1f %% of the words it was made of stand in order\n", f.name, f.program, 100*share)
		}
		for _, d := range differ(a, b) {
			wrong++
			fmt.Fprintf(out, "%s of %s: %s\n", f.name, f.program, d)
		}
	}
	fmt.Fprintf(out, "%d PDFs of %d programs, %d words: %d differ from those of pdftotext; %d files have %.0f %% of the words they were made of in their order\n",
		len(files), len(programs), words, wrong, ordered, 100*leastInOrder)
	fmt.Fprintf(out, "of the first ten documents by six programs, %d of 60 files\n", sixty)
	switch {
	case wrong > 0:
		return fmt.Errorf("%d words differ", wrong)
	case len(programs) < 6 || len(files) < 200:
		return fmt.Errorf("%d files of %d programs, want 200 of 6", len(files), len(programs))
	case 10*ordered < 9*len(files) || sixty < leastOfSixty:
		return fmt.Errorf("%d of %d files are in order, want nine of ten, and %d of the first 60, want %d", ordered, len(files), sixty, leastOfSixty)
	}
	return nil
}

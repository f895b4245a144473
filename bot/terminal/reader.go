package terminal

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"strings"
	"time"
)

// reader reads lines from an input that may block for ever. failed may be read
// when lines is closed.
type reader struct {
	in     io.Reader
	lines  chan string
	failed error
}

// readLines hands over lines until the input or ctx ends. Of a line that is too long
// it keeps one byte more than is allowed.
func (r *reader) readLines(ctx context.Context) {
	defer close(r.lines)
	in := bufio.NewReaderSize(r.in, 64<<10)
	for {
		line, err := readWhole(in)
		if err == nil || line != "" {
			select {
			case r.lines <- line:
			case <-ctx.Done():
				return
			}
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			r.failed = err
			return
		}
	}
}

func readWhole(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, more, err := in.ReadLine()
		if room := maxLine + 1 - b.Len(); room > 0 {
			b.Write(part[:min(len(part), room)])
		}
		if err != nil || !more {
			return b.String(), err
		}
	}
}

// stopReading makes a read that still waits return, where the input knows a way, and
// waits for the reader where that way is sure.
func (r *reader) stopReading() error {
	switch in := r.in.(type) {
	case interface{ SetReadDeadline(t time.Time) error }:
		if in.SetReadDeadline(time.Unix(1, 0)) != nil {
			return nil //nolint:nilerr // a keyboard or a file: its reads cannot be ended, and need not be
		}
		for range r.lines {
			continue
		}
	case io.Closer:
		return in.Close()
	}
	return nil
}

// findDroppedFile returns the file that a line names, as a terminal writes it when a
// file is dropped on it: bare, in quotes, with backslashes before spaces, or as
// a file URL. It returns "" for all other lines.
func findDroppedFile(line string) string {
	names := []string{line, strings.ReplaceAll(line, `\ `, " ")}
	if word, rest := firstWord(line); rest == "" {
		names = append(names, word)
	}
	if u, err := url.Parse(line); err == nil && u.Scheme == "file" {
		names = append(names, u.Path)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// firstWord splits a line after its first word, which may stand in quotes or
// hold spaces after backslashes.
func firstWord(line string) (word, rest string) {
	if line == "" {
		return "", ""
	}
	if q := line[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(line[1:], q); end >= 0 {
			return line[1 : 1+end], strings.TrimSpace(line[2+end:])
		}
	}
	var b strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == ' ':
			b.WriteByte(' ')
			i++
		case line[i] == ' ' || line[i] == '\t':
			return b.String(), strings.TrimSpace(line[i:])
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String(), ""
}

// Package terminal is the chat of whoever sits at a keyboard: lines are
// messages, and what Frasier says is printed. It also draws the live tree of a
// project's steps.
//
// A line is one message. A line that names an existing file, or "/attach FILE
// words", sends that file, and with a roadmap the patches beside it that it
// names. The terminal stores nothing itself and sends nothing anywhere.
package terminal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// Transport is the name of this chat in channels and deliveries.
const Transport = "terminal"

// maxFile bounds what is read of one file.
const maxFile = 25 << 20

// maxLine bounds one line.
const maxLine = 1 << 20

// Chat is a terminal. In, Out and Now must be set. Publish may be called while
// Listen runs.
type Chat struct {
	In      io.Reader
	Out     io.Writer
	Channel string // the channel's id; empty means "local"
	Author  string
	Session string // makes the ids of this session's messages unique
	Styled  bool   // Out shows bold and colours (see Styled)
	Now     func() time.Time
	Zone    moment.Zone // of the founder; nil is UTC
	mu      sync.Mutex
}

// ChannelOf returns the channel of a terminal with this id.
func ChannelOf(id string) org.Channel {
	if id == "" {
		id = "local"
	}
	return org.Channel{Transport: Transport, ID: id}
}

// Listen reads lines until the input or ctx ends; the end of the input is no
// error. A line that cannot be used is answered at once and does not end it.
// When Listen returns before the input has ended, it stops reading: by a
// deadline where In takes one, else by closing In. A keyboard that takes
// neither is read until its next line, which is lost.
func (c *Chat) Listen(ctx context.Context, hear func(context.Context, org.Message) error) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r := reader{in: c.In, lines: make(chan string)}
	go r.readLines(ctx)
	defer func() { err = errors.Join(err, r.stopReading()) }()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case line, open := <-r.lines:
			if !open {
				if r.failed != nil && ctx.Err() == nil {
					return fmt.Errorf("read terminal: %w", r.failed)
				}
				return nil
			}
			if err := c.takeLine(ctx, line, n, hear); err != nil {
				return err
			}
		}
	}
}

func (c *Chat) takeLine(ctx context.Context, line string, n int, hear func(context.Context, org.Message) error) error {
	if len(line) > maxLine {
		return c.printText(messages.TerminalLineLong(maxLine) + "\n")
	}
	if line = strings.TrimSpace(line); line == "" {
		return nil
	}
	m, err := c.takeMessage(line, n)
	if err != nil {
		return c.printText(Clean(err.Error()) + "\n")
	}
	return hear(ctx, m)
}

// errAttach says how a file is sent.
var errAttach = errors.New(messages.TerminalAttach())

func (c *Chat) takeMessage(line string, n int) (org.Message, error) {
	m := org.Message{
		Channel: ChannelOf(c.Channel), Origin: c.Session + "-" + strconv.Itoa(n), Author: c.Author, Text: line, SaidAt: c.Now(),
	}
	var path, text string
	if rest, asked := strings.CutPrefix(line, "/attach"); asked && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
		if path, text = firstWord(strings.TrimSpace(rest)); path == "" {
			return m, errAttach
		}
	} else if path = findDroppedFile(line); path == "" {
		return m, nil
	}
	file, err := ReadFile(path)
	if err != nil {
		return m, err
	}
	m.Text, m.Attachments = strings.TrimSpace(text), append([]org.Attachment{file}, readPatchFiles(path, file)...)
	return m, nil
}

// readPatchFiles reads the files that a roadmap's "patch:" lines name and that lie
// beside it. One that is not there is missed when its item is worked on, which says so.
func readPatchFiles(path string, file org.Attachment) []org.Attachment {
	plan, err := roadmap.Parse(file.Name, file.Text)
	if err != nil {
		return nil // no roadmap
	}
	var out []org.Attachment
	for _, name := range plan.Patches() {
		if more, err := ReadFile(filepath.Join(filepath.Dir(path), name)); err == nil {
			out = append(out, more)
		}
	}
	return out
}

// Publish prints one delivery. Its receipt is the hash of what was printed.
func (c *Chat) Publish(ctx context.Context, d reports.Delivery) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("print delivery %s: %w", d.ID, err)
	}
	body := strings.TrimSpace(moment.Spell(d.Body, c.Zone.Here()))
	if d.Title != "" && !strings.Contains(body, d.Title) {
		body = strings.TrimSpace("**" + d.Title + "**\n" + body)
	}
	var files strings.Builder
	for _, f := range d.Files {
		files.WriteString("  " + messages.TerminalFile(f.Name, len(f.Data)) + "\n")
	}
	text := Render(body, c.Styled) + "\n" + Clean(files.String()) + "\n"
	if err := c.printText(text); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(d.Key + text))
	return "printed-" + hex.EncodeToString(sum[:6]), nil
}

// printText writes a text at once. What could drive the terminal must have been
// removed.
func (c *Chat) printText(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := io.WriteString(c.Out, text); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// Clean removes from a text that a model may have written what could drive a
// terminal or turn the order of the words on it: control characters and the
// marks that change the direction of writing.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == '\u200e', r == '\u200f', r == '\u061c',
			r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// ReadFile reads one file as an attachment. Its error is a sentence for the
// founder.
func ReadFile(path string) (a org.Attachment, err error) {
	name := filepath.Base(path)
	// A named pipe that nobody writes to must not be waited for.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // the person at the keyboard names the file
	if err != nil {
		return a, errors.New(messages.TerminalFileClosed(path, findReason(err).Error()))
	}
	defer func() {
		if closed := f.Close(); err == nil && closed != nil {
			err = fmt.Errorf("read %s: %w", path, closed)
		}
	}()
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return a, errors.New(messages.TerminalFileUnread(path, findReason(err).Error()))
	}
	if len(raw) > maxFile {
		return a, errors.New(messages.TerminalFileLarge(name, maxFile))
	}
	return bot.Attach(name, "", raw), nil
}

// findReason returns a file error without the operation and the name, which stand in
// the sentence already.
func findReason(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

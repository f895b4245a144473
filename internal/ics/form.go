package ics

import (
	"bytes"
	"errors"
	"strings"
)

// Bounds of the form, which are looked at before its reader sees a text: that one keeps a map for each line, goes one call deeper with each part
// within a part, and copies a parameter anew for each of its letters.
const (
	linesMost = 300_000
	depthMost = 16
	headMost  = 4 << 10 // bytes of a line before its value
)

// ErrForm is returned for a text of a form that no calendar has.
var ErrForm = errors.New("its form is none that a calendar has")

// CheckForm refuses a text that would cost more to read than any calendar does. A text that is no calendar at all passes: its reader says so.
func CheckForm(data []byte) error {
	depth, lines := 0, 0
	var head head
	for len(data) > 0 {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if lines++; lines > linesMost {
			return ErrForm
		}
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') { // it goes on with the one before
			line = line[1:]
		} else {
			head.reset()
		}
		if err := head.read(bytes.TrimSuffix(line, []byte("\r"))); err != nil {
			return err
		}
		if len(data) > 0 && (data[0] == ' ' || data[0] == '\t') {
			continue
		}
		switch head.name() {
		case "BEGIN":
			depth++
		case "END":
			depth = max(0, depth-1)
		}
		if depth > depthMost {
			return ErrForm
		}
	}
	return nil
}

// head collects a line's name and parameters, up to its value.
type head struct {
	text          []byte
	quoted, ended bool
}

func (h *head) reset() { *h = head{text: h.text[:0]} }

func (h *head) read(line []byte) error {
	for _, c := range line {
		switch {
		case h.ended:
			return nil
		case c == ':' && !h.quoted:
			h.ended = true
			continue
		case c == '"' && bytes.IndexByte(h.text, ';') >= 0: // only a parameter has quotes
			h.quoted = !h.quoted
		}
		if h.text = append(h.text, c); len(h.text) > headMost {
			return ErrForm
		}
	}
	return nil
}

func (h *head) name() string {
	if !h.ended {
		return ""
	}
	name, _, _ := strings.Cut(string(h.text), ";")
	return strings.ToUpper(name)
}

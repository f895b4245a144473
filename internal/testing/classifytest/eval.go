// Package classifytest measures a classifier against labelled messages.
package classifytest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/frasier-cos/frasier/internal/org"
)

// The gates of the measure: a classifier must rather miss a project than
// start one that nobody asked for.
const (
	MinPrecision = 0.95
	MinRecall    = 0.60
)

// Case is one labelled message.
type Case struct {
	Class org.Class `json:"class"`
	Text  string    `json:"text"`
	File  string    `json:"file"` // name of the attachment; empty for none
	Body  string    `json:"body"` // text of the attachment
}

// Message returns the case as a message that was heard.
func (c Case) Message() org.Message {
	m := org.Message{ID: "m1", Channel: org.Channel{Transport: "terminal", ID: "eval"}, Author: "founder", Text: c.Text}
	if c.File != "" {
		m.Attachments = []org.Attachment{{Name: c.File, Text: c.Body, Size: int64(len(c.Body))}}
	}
	return m
}

// Read reads cases, one JSON object after the other.
func Read(r io.Reader) ([]Case, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var out []Case
	for {
		var c Case
		if err := dec.Decode(&c); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("read case %d: %w", len(out)+1, err)
		}
		out = append(out, c)
	}
}

// Score is how a classifier did on one class: full_project.
type Score struct {
	Cases, Right int
	Found        int // full projects called so
	Missed       int // full projects called something else
	False        int // other messages called full projects
	Wrong        []string
}

// Precision is the share of messages called projects that are; 1 when none was.
func (s Score) Precision() float64 { return share(s.Found, s.Found+s.False) }

// Recall is the share of projects that were called so; 1 when there are none.
func (s Score) Recall() float64 { return share(s.Found, s.Found+s.Missed) }

// String returns the score in one line.
func (s Score) String() string {
	return fmt.Sprintf("%d of %d right; full_project: precision %.2f, recall %.2f", s.Right, s.Cases, s.Precision(), s.Recall())
}

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// Measure classifies every case and counts.
func Measure(ctx context.Context, cases []Case, classify func(context.Context, org.Message) (org.Classification, error)) (Score, error) {
	s := Score{Cases: len(cases)}
	for i, c := range cases {
		m := c.Message()
		m.ID = org.MessageID(fmt.Sprintf("m%d", i+1))
		got, err := classify(ctx, m)
		if err != nil {
			return s, fmt.Errorf("classify case %d: %w", i+1, err)
		}
		called, is := got.Class == org.ClassFullProject, c.Class == org.ClassFullProject
		switch {
		case called && is:
			s.Found++
		case called:
			s.False++
		case is:
			s.Missed++
		}
		if got.Class == c.Class {
			s.Right++
		} else {
			s.Wrong = append(s.Wrong, fmt.Sprintf("%s called %s: %q %s", c.Class, got.Class, c.Text, c.File))
		}
	}
	return s, nil
}

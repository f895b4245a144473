package coder

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The page of a turn's prompt says what each of these means.
const (
	doRead    = "read"
	doSearch  = "search"
	doReplace = "replace"
	doWrite   = "write"
	doDelete  = "delete"
	doCheck   = "check"
	doDone    = "done"
	doGiveUp  = "give_up"
)

// Action is one thing that a model wants done.
type Action struct {
	Do   string `json:"do"`
	Path string `json:"path"`
	Find string `json:"find"`
	Text string `json:"text"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

func (a Action) isEnd() bool { return a.Do == doDone || a.Do == doGiveUp }

// Reply is a model's answer of one turn.
type Reply struct {
	Thought string   `json:"thought"`
	Actions []Action `json:"actions"`
}

// Faults returns the faults of a reply that its schema cannot find, in sentences for the model.
func Faults(raw json.RawMessage) []string {
	r, err := parseReply(raw)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for i, a := range r.Actions {
		at := fmt.Sprintf("action %d (%s) ", i+1, a.Do)
		switch a.Do {
		case doRead, doReplace, doWrite, doDelete:
			if strings.TrimSpace(a.Path) == "" {
				out = append(out, at+"needs a path")
			}
		case doSearch, doDone, doGiveUp:
			if strings.TrimSpace(a.Text) == "" {
				out = append(out, at+"needs a text")
			}
		}
		if a.Do == doReplace && a.Find == "" {
			out = append(out, at+"needs find, the words that are replaced")
		}
		if a.isEnd() && i+1 < len(r.Actions) {
			out = append(out, at+"must be the last one")
		}
	}
	if n := len(r.Actions); n == 0 || n > CodeTurnActions {
		out = append(out, fmt.Sprintf("%d actions; between 1 and %d are taken", n, CodeTurnActions))
	}
	return out
}

// Texts come with what was put in or taken out to make them harmless to show; code is not shown,
// so mentions are as the model wrote them.
func parseReply(raw json.RawMessage) (Reply, error) {
	var r Reply
	if err := json.Unmarshal(raw, &r); err != nil {
		return r, fmt.Errorf("read the reply: %w", err)
	}
	for i := range r.Actions {
		a := &r.Actions[i]
		a.Find, a.Text, a.Path = restoreMentions(a.Find), restoreMentions(a.Text), strings.TrimPrefix(strings.TrimSpace(a.Path), "./")
	}
	return r, nil
}

func restoreMentions(text string) string {
	return strings.NewReplacer("@\u200beveryone", "@everyone", "@\u200bhere", "@here", "<\u200b@", "<@").Replace(text)
}

// The line is what the model remembers the action by.
func (a Action) describe() string {
	switch a.Do {
	case doRead:
		if a.From > 1 || a.To > 0 {
			return fmt.Sprintf("read %s, lines %d to %d", a.Path, max(a.From, 1), a.To)
		}
		return "read " + a.Path
	case doSearch:
		return strings.TrimSpace(fmt.Sprintf("search %q %s", a.Text, a.Path))
	case doReplace:
		return fmt.Sprintf("replace in %s: %d lines by %d", a.Path, countLines(a.Find), countLines(a.Text))
	case doWrite:
		return fmt.Sprintf("write %s, %d lines", a.Path, countLines(a.Text))
	case doDelete:
		return "delete " + a.Path
	case doCheck:
		return strings.TrimSpace("check " + a.Text)
	}
	return a.Do + ": " + a.Text
}

func countLines(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
}

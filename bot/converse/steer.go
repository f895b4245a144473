package converse

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
)

// steered returns the project that a message is addressed to ("p3: also cover
// Lisbon", "for p3 ...") and what it says. A question about a project steers
// nothing, nor does a number that is no open project's.
func steered(text string, open []org.Project) (p org.Project, named string, ok bool) {
	m := regexp.MustCompile(`^(?is)\s*(?:(?:(?:for|in|on|re|regarding|about|to)\s+)?(p[0-9]{1,9})\s*[:,\x{2013}\x{2014}-]|(?:for|regarding)\s+(p[0-9]{1,9})\b)\s*(.*)$`).FindStringSubmatch(text)
	if m == nil {
		return p, "", false
	}
	named, said := m[1]+m[2], strings.TrimSpace(m[3])
	if said == "" || strings.HasSuffix(said, "?") {
		return p, "", false
	}
	i := slices.IndexFunc(open, func(o org.Project) bool { return strings.EqualFold(string(o.ID), named) })
	if i < 0 {
		return p, named, false
	}
	return open[i], named, true
}

// steeredHere returns the project in whose own thread a message stands, when
// the message is a note to it. A question, a greeting, a roadmap and a file
// are none; they are answered as anywhere else.
func steeredHere(m org.Message, open []org.Project) (org.Project, bool) {
	i := slices.IndexFunc(open, func(p org.Project) bool { return p.Channel != m.Channel })
	class := classify.Rules(m)
	if i < 0 || len(m.Attachments) > 0 || class.Class != "" || class.Structural || strings.HasSuffix(strings.TrimSpace(m.Text), "?") {
		return org.Project{}, false
	}
	return open[i], true
}

// The words that a project's own thread understands by themselves.
const (
	wordPause  = "pause"
	wordGo     = "go"
	wordMute   = "mute"
	wordUnmute = "unmute"
	wordAside  = "(aside)" // what follows is not for Frasier
)

// threadWord returns the project in whose own thread a message stands and the
// word that it is or, for an aside, begins with.
func threadWord(m org.Message, open []org.Project) (p org.Project, word string) {
	i := slices.IndexFunc(open, func(p org.Project) bool { return p.Channel != m.Channel })
	if i < 0 || len(m.Attachments) > 0 {
		return p, ""
	}
	text := strings.ToLower(strings.TrimSpace(m.Text))
	if strings.HasPrefix(text, wordAside) {
		return open[i], wordAside
	}
	for _, w := range []string{wordPause, wordGo, wordMute, wordUnmute} {
		if strings.TrimRight(text, ".!") == w {
			return open[i], w
		}
	}
	return p, ""
}

// inThread answers a word of a project's own thread.
func (d *Handler) inThread(ctx context.Context, h exchange) (t org.Turn, done bool, err error) {
	p, word := threadWord(h.message, h.scene.Open)
	h.class.Rules = []string{"a word of a project's thread"}
	switch word {
	case wordPause, wordGo:
		line := org.CommandPause
		if word == wordGo {
			line = org.CommandResume
		}
		m := h.message
		m.Text = "!" + line + " " + string(p.ID)
		t, err = d.obey(ctx, m, h.class)
		return t, true, err
	case wordMute, wordUnmute:
		quiet := word == wordMute
		text := "Muted. The card goes on, and decisions and results are still said; `unmute` brings the rest back."
		if !quiet {
			text = "Unmuted. The agents' words are said here again."
		}
		t = d.turn(h, org.ActionResponse, text, nil)
		t.About, t.Mute = p.ID, &quiet
		return t, true, nil
	case wordAside:
		t = d.turn(h, org.ActionResponse, "", nil)
		t.Reply = ""
		return t, true, nil
	}
	return t, false, nil
}

// noted acknowledges a message that steers a project.
func noted(p org.Project) string {
	text := fmt.Sprintf("Noted for %s, **%s**. Every step that begins from now on is told; what is finished stays as it is. Nothing new was started.", p.ID, p.Title)
	if p.State == org.ProjectPaused {
		text += " The project is paused, so it takes effect when you resume it."
	}
	return text
}

// unknown answers a message that is addressed to a project which is not open.
func unknown(named string, open []org.Project) string {
	text := fmt.Sprintf("There is no open project %s here, so I changed nothing and started nothing.", named)
	if len(open) == 0 {
		return text
	}
	list := make([]string, 0, len(open))
	for _, p := range open {
		list = append(list, fmt.Sprintf("%s (%s)", p.ID, p.Title))
	}
	return text + " Open are: " + strings.Join(list, ", ") + "."
}

package converse

import (
	"context"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

// The words that a project's own thread understands by themselves, without a
// model.
const (
	wordPause  = "pause"
	wordGo     = "go"
	wordMute   = "mute"
	wordUnmute = "unmute"
	wordAside  = "(aside)" // what follows is not for Frasier
)

// threadWord is the word that a message in a project's thread is or, for an
// aside, begins with; empty for none.
func threadWord(m org.Message) string {
	text := strings.ToLower(strings.TrimSpace(m.Text))
	if strings.HasPrefix(text, wordAside) {
		return wordAside
	}
	for _, w := range []string{wordPause, wordGo, wordMute, wordUnmute} {
		if strings.TrimRight(text, ".!") == w {
			return w
		}
	}
	return ""
}

func (h *Handler) inThread(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	p, ok := x.findProject(string(x.here))
	if !ok || p.State.Ended() || x.message.Brings() {
		return t, false, nil
	}
	word := threadWord(x.message)
	class := org.Classification{Rules: []string{"a word of a project's thread"}}
	switch word {
	case wordPause, wordGo:
		line := org.CommandPause
		if word == wordGo {
			line = org.CommandResume
		}
		m := x.message
		m.Text = "!" + line + " " + string(p.ID)
		t, err = h.obeyCommand(ctx, m, class)
		return t, true, err
	case wordMute, wordUnmute:
		quiet := word == wordMute
		x.class = class
		t = h.buildTurn(*x, org.ActionResponse, messages.ChatMuted(quiet), nil)
		t.About, t.Mute = p.ID, &quiet
		return t, true, nil
	case wordAside:
		x.class = class
		t = h.buildTurn(*x, org.ActionResponse, "", nil)
		t.Reply = ""
		return t, true, nil
	}
	return t, false, nil
}

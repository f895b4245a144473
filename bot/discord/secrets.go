package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Readers see this in place of a secret of this process.
const ownSecret = "key of this bot"

// censor takes secrets out of what goes to Discord: the process's own, as they
// are, and whatever has the form of one (org.Redact), as is done with what
// founders paste. Its methods may be called at once; the zero value knows no
// own ones.
type censor struct{ own []string }

func (c censor) censorText(s string) string {
	if s == "" {
		return s
	}
	for _, own := range c.own {
		s = strings.ReplaceAll(s, own, redact.Mark(ownSecret))
	}
	clean, _ := redact.Secrets(s)
	return clean
}

func (c censor) hasSecret(s string) bool {
	return slices.ContainsFunc(c.own, func(own string) bool { return strings.Contains(s, own) }) || len(redact.Find(s)) > 0
}

// censorFiles returns files without secrets in their names, and without the process's own
// in them: what they say was looked at when it was written.
func (c censor) censorFiles(list []org.File) []org.File {
	out := slices.Clone(list)
	for i := range out {
		out[i].Name = c.censorText(out[i].Name)
		for _, own := range c.own {
			out[i].Data = bytes.ReplaceAll(out[i].Data, []byte(own), []byte(redact.Mark(ownSecret)))
		}
	}
	return out
}

// censorDelivery returns a delivery without secrets. It comes before its words are cut to
// what a message takes, so that no secret is cut in two.
func (c censor) censorDelivery(v reports.Delivery) reports.Delivery {
	v.Name, v.Title, v.Body, v.Card, v.Files = c.censorText(v.Name), c.censorText(v.Title), c.censorText(v.Body), c.censorCard(v.Card), c.censorFiles(v.Files)
	return v
}

// censorReply does the same for the answer to a command.
func (c censor) censorReply(r org.Reply) org.Reply {
	r.Text, r.Card, r.Files = c.censorText(r.Text), c.censorCard(r.Card), c.censorFiles(r.Files)
	return r
}

// censorCard returns a card whose words hold no secret. Its commands are looked at when
// they are sent: no one shortens them.
func (c censor) censorCard(v org.Card) org.Card {
	v.As, v.Buttons = c.censorText(v.As), slices.Clone(v.Buttons)
	for i := range v.Buttons {
		v.Buttons[i].Label, v.Buttons[i].Ask = c.censorText(v.Buttons[i].Label), c.censorText(v.Buttons[i].Ask)
	}
	if v.Menu != nil {
		menu := *v.Menu
		menu.Label, menu.Choices = c.censorText(menu.Label), slices.Clone(menu.Choices)
		for i := range menu.Choices {
			menu.Choices[i].Label = c.censorText(menu.Choices[i].Label)
		}
		v.Menu = &menu
	}
	return v
}

// censorBody returns a request's body in JSON without secrets. All its strings are looked
// at in one go, each by itself only when there is something.
func (c censor) censorBody(raw []byte) ([]byte, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	var whole any
	if err := in.Decode(&whole); err != nil {
		return nil, fmt.Errorf("look for secrets in a request: %w", err)
	}
	var all strings.Builder
	mapStrings(whole, func(s string) string {
		all.WriteString(s + "\n")
		return s
	})
	if !c.hasSecret(all.String()) {
		return raw, nil
	}
	clean, err := json.Marshal(mapStrings(whole, c.censorText))
	if err != nil {
		return nil, fmt.Errorf("write a request without secrets: %w", err)
	}
	return clean, nil
}

// mapStrings gives every string of a JSON value to do and puts what comes back in
// its place.
func mapStrings(v any, do func(string) string) any {
	switch v := v.(type) {
	case string:
		return do(v)
	case []any:
		for i := range v {
			v[i] = mapStrings(v[i], do)
		}
	case map[string]any:
		for k := range v {
			v[k] = mapStrings(v[k], do)
		}
	}
	return v
}

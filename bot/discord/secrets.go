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

// ownSecret is what a secret of this process is called where it stood.
const ownSecret = "key of this bot"

// censor takes secrets out of what goes to Discord: the process's own, as they
// are, and whatever has the form of one (org.Redact), as is done with what
// founders paste. Its methods may be called at once; the zero value knows no
// own ones.
type censor struct{ own []string }

// text is a text without secrets.
func (c censor) text(s string) string {
	if s == "" {
		return s
	}
	for _, own := range c.own {
		s = strings.ReplaceAll(s, own, redact.Mark(ownSecret))
	}
	clean, _ := redact.Secrets(s)
	return clean
}

// holds reports whether a text has a secret in it.
func (c censor) holds(s string) bool {
	return slices.ContainsFunc(c.own, func(own string) bool { return strings.Contains(s, own) }) || len(redact.Find(s)) > 0
}

// files are files without secrets in their names, and without the process's own
// in them: what they say was looked at when it was written.
func (c censor) files(list []org.File) []org.File {
	out := slices.Clone(list)
	for i := range out {
		out[i].Name = c.text(out[i].Name)
		for _, own := range c.own {
			out[i].Data = bytes.ReplaceAll(out[i].Data, []byte(own), []byte(redact.Mark(ownSecret)))
		}
	}
	return out
}

// delivery is a delivery without secrets. It comes before its words are cut to
// what a message takes, so that no secret is cut in two.
func (c censor) delivery(v reports.Delivery) reports.Delivery {
	v.Name, v.Title, v.Body, v.Card, v.Files = c.text(v.Name), c.text(v.Title), c.text(v.Body), c.card(v.Card), c.files(v.Files)
	return v
}

// reply is the same for the answer to a command.
func (c censor) reply(r org.Reply) org.Reply {
	r.Text, r.Card, r.Files = c.text(r.Text), c.card(r.Card), c.files(r.Files)
	return r
}

// card is a card whose words hold no secret. Its commands are looked at when
// they are sent: no one shortens them.
func (c censor) card(v org.Card) org.Card {
	v.As, v.Buttons = c.text(v.As), slices.Clone(v.Buttons)
	for i := range v.Buttons {
		v.Buttons[i].Label, v.Buttons[i].Ask = c.text(v.Buttons[i].Label), c.text(v.Buttons[i].Ask)
	}
	if v.Menu != nil {
		menu := *v.Menu
		menu.Label, menu.Choices = c.text(menu.Label), slices.Clone(menu.Choices)
		for i := range menu.Choices {
			menu.Choices[i].Label = c.text(menu.Choices[i].Label)
		}
		v.Menu = &menu
	}
	return v
}

// body is a request's body in JSON without secrets. All its strings are looked
// at in one go, each by itself only when there is something.
func (c censor) body(raw []byte) ([]byte, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	var whole any
	if err := in.Decode(&whole); err != nil {
		return nil, fmt.Errorf("look for secrets in a request: %w", err)
	}
	var all strings.Builder
	each(whole, func(s string) string {
		all.WriteString(s + "\n")
		return s
	})
	if !c.holds(all.String()) {
		return raw, nil
	}
	clean, err := json.Marshal(each(whole, c.text))
	if err != nil {
		return nil, fmt.Errorf("write a request without secrets: %w", err)
	}
	return clean, nil
}

// each gives every string of a JSON value to do and puts what comes back in
// its place.
func each(v any, do func(string) string) any {
	switch v := v.(type) {
	case string:
		return do(v)
	case []any:
		for i := range v {
			v[i] = each(v[i], do)
		}
	case map[string]any:
		for k := range v {
			v[k] = each(v[k], do)
		}
	}
	return v
}

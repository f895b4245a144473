package discord

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	fileMost  = 10 << 20 // bytes of one file; Discord's default
	filesMost = 24 << 20 // bytes of the files of one message, below Discord's 25 MiB
	idMost    = 100      // characters of a custom_id
	labelMost = 80       // characters of a button's label
	leadMost  = 1200     // units shown of a text that goes into a file
	formMark  = "?"      // begins the custom_id of a button that opens a form
	formSplit = "\n"     // stands between its command and its question
)

// parcel is one message to be sent.
type parcel struct {
	text       string
	files      []org.File
	components []any
}

// composeParcels makes the messages of a text with its card and files: at most
// mostParts of them, else an opening with the whole as a file. Links that are
// not in known are broken in messages, not in the file. Moments that Discord would not show as such, in code, files and
// labels, are named in the zone. It is pure.
func composeParcels(text string, card org.Card, files []org.File, known []string, zone *time.Location) []parcel {
	by := func(text string) string {
		if text = strings.TrimSpace(text); card.As != "" {
			text = "**" + card.As + "**: " + text
		}
		return text
	}
	text = spellCode(text, zone)
	whole := moment.Spell(by(text), zone) // a file shows no previews, and its links lead where they say
	text = by(guardLinks(rewriteTables(normalizeFences(text)), known))
	files, left := dropTooLarge(files)
	if len(left) > 0 {
		text = closeFence(text) + "\n\n" + messages.DiscordTooLarge(left)
	}
	parts := splitText(text, softLimit)
	if len(parts) > mostParts {
		lead := strings.TrimSpace(text[:findCut(text, leadMost)])
		files = append([]org.File{{Name: "message.md", Data: []byte(whole)}}, files...)
		parts = []part{{text: closeFence(lead) + "\n\n" + messages.DiscordRest("message.md")}}
	}
	var out []parcel
	for _, p := range parts {
		if shown := p.render(); strings.TrimSpace(shown) != "" {
			out = append(out, parcel{text: shown})
		}
	}
	if len(out) == 0 {
		if len(files) == 0 {
			return nil
		}
		out = []parcel{{}}
	}
	last := &out[len(out)-1]
	last.files, last.components = files, buildComponents(spellLabels(card, zone))
	return out
}

// spellCode names the moments that stand in code, which Discord shows as it is.
func spellCode(text string, zone *time.Location) string {
	var b strings.Builder
	at := 0
	for _, m := range codeIn(text) {
		b.WriteString(text[at:m[0]] + moment.Spell(text[m[0]:m[1]], zone))
		at = m[1]
	}
	return b.String() + text[at:]
}

// spellLabels names the moments on buttons and in menus, which hold plain words.
func spellLabels(c org.Card, zone *time.Location) org.Card {
	c.Buttons = slices.Clone(c.Buttons)
	for i := range c.Buttons {
		c.Buttons[i].Label, c.Buttons[i].Ask = moment.Spell(c.Buttons[i].Label, zone), moment.Spell(c.Buttons[i].Ask, zone)
	}
	if c.Menu == nil {
		return c
	}
	menu := *c.Menu
	menu.Label, menu.Choices = moment.Spell(menu.Label, zone), slices.Clone(menu.Choices)
	for i := range menu.Choices {
		menu.Choices[i].Label = moment.Spell(menu.Choices[i].Label, zone)
	}
	c.Menu = &menu
	return c
}

// dropTooLarge leaves away files that Discord would refuse.
func dropTooLarge(files []org.File) (fit []org.File, left []string) {
	sum := 0
	for _, f := range files {
		if len(f.Data) > fileMost || sum+len(f.Data) > filesMost || len(fit) == 9 {
			left = append(left, fmt.Sprintf("%s (%.1f MB)", path.Base(f.Name), float64(len(f.Data))/(1<<20)))
			continue
		}
		sum += len(f.Data)
		fit = append(fit, f)
	}
	return fit, left
}

// Components of messages; discord.com/developers, Component Types.
const (
	compRow    = 1
	compButton = 2
	compSelect = 3
	compInput  = 4
)

type row struct {
	Type       int   `json:"type"`
	Components []any `json:"components"`
}

type button struct {
	Type  int    `json:"type"`
	Style int    `json:"style"`
	Label string `json:"label"`
	ID    string `json:"custom_id,omitempty"`
	URL   string `json:"url,omitempty"`
}

type selectMenu struct {
	Type        int      `json:"type"`
	ID          string   `json:"custom_id"`
	Placeholder string   `json:"placeholder,omitempty"`
	Options     []choice `json:"options"`
}

type choice struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// offer is one value of an option.
type offer struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

type input struct {
	Type     int    `json:"type"`
	ID       string `json:"custom_id"`
	Style    int    `json:"style"`
	Label    string `json:"label"`
	Max      int    `json:"max_length"`
	Required bool   `json:"required"`
}

// buildComponents returns a card's buttons, five in a row, and its menu: five rows at
// most.
func buildComponents(c org.Card) []any {
	const perRow, rows, choices = 5, 5, 25
	var out []any
	var line []any
	for _, b := range c.Buttons {
		made, ok := buttonOf(b)
		if !ok {
			continue
		}
		if b.Row && len(line) > 0 {
			out, line = append(out, row{compRow, line}), nil
		}
		if line = append(line, made); len(line) == perRow {
			out, line = append(out, row{compRow, line}), nil
		}
	}
	if len(line) > 0 {
		out = append(out, row{compRow, line})
	}
	if m := c.Menu; m != nil && len(m.Choices) > 0 && m.Command != "" {
		menu := selectMenu{Type: compSelect, ID: prose.First(m.Command, idMost), Placeholder: prose.First(m.Label, 150)}
		seen := map[string]bool{}
		for _, c := range m.Choices {
			if len(menu.Options) < choices && c.Value != "" && len(c.Value) <= 100 && !seen[c.Value] {
				seen[c.Value] = true
				menu.Options = append(menu.Options, choice{prose.First(nonEmpty(c.Label, c.Value), 100), c.Value})
			}
		}
		if len(menu.Options) > 0 {
			out = append(out, row{compRow, []any{menu}})
		}
	}
	return out[:min(len(out), rows)]
}

// buttonOf makes one button. Its custom_id is the command itself, so that it
// works after any restart; one that opens a form carries the question too.
func buttonOf(b org.Button) (button, bool) {
	const link = 5
	out := button{Type: compButton, Style: 2, Label: prose.First(b.Label, labelMost), ID: b.Command}
	switch b.Style {
	case org.StylePrimary:
		out.Style = 1
	case org.StyleGood:
		out.Style = 3
	case org.StyleDanger:
		out.Style = 4
	case org.StyleQuiet:
	}
	if b.URL != "" {
		out.Style, out.ID, out.URL = link, "", b.URL
		return out, out.Label != "" && scheme().MatchString(b.URL)
	}
	if b.Ask != "" {
		out.ID = formMark + b.Command
		if room := idMost - len([]rune(out.ID)) - 1; room > 0 {
			out.ID += formSplit + prose.First(b.Ask, room)
		}
	}
	return out, out.Label != "" && b.Command != "" && len([]rune(out.ID)) <= idMost
}

func nonEmpty(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// threadName is a project's title as a thread may be called.
func threadName(title string, p org.ProjectID) string {
	title = strings.TrimSpace(regexp.MustCompile(`\s+`).ReplaceAllString(title, " "))
	if title == "" {
		return "Project " + string(p)
	}
	const most = 90
	return prose.First(title, most)
}

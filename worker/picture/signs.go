package picture

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/typeface"
)

// Emoji and other signs that the pen has no shape for would be empty boxes.
func (p *pen) withoutSigns(d reports.Drawing) reports.Drawing {
	d.Project.Title, d.Mission.Label = p.drawableText(d.Project.Title), p.drawableText(d.Mission.Label)
	d.Steps = slices.Clone(d.Steps)
	for i := range d.Steps {
		d.Steps[i].Title, d.Steps[i].Role = p.drawableText(d.Steps[i].Title), p.drawableText(d.Steps[i].Role)
	}
	return d
}

// A text of such signs alone stays.
func (p *pen) drawableText(text string) string {
	out := strings.Map(func(r rune) rune {
		const joiner, emojiForm = '\u200d', '\ufe0f'
		const first, last = '\U0001f000', '\U0001faff' // the blocks of emoji, with those to come
		sign := r == joiner || r == emojiForm || r >= first && r <= last || unicode.In(r, unicode.So, unicode.Sk) && r > unicode.MaxLatin1
		if index, err := p.letters.GlyphIndex(nil, r); sign && (err != nil || index == 0) {
			return -1
		}
		return r
	}, text)
	if out == text || strings.TrimSpace(out) == "" {
		return text
	}
	return strings.Join(strings.Fields(out), " ")
}

// Scripts that no font has letters of are boxes in the picture.
func (p *pen) lacksFont(text string) string {
	names := map[string]bool{}
	for _, r := range text {
		if index, err := p.letters.GlyphIndex(nil, r); err != nil || index == 0 {
			if name := typeface.ScriptOf(r); name != "" {
				names[name] = true
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ". No font here has these letters, so they are boxes: " + strings.Join(slices.Sorted(maps.Keys(names)), ", ")
}

package notion

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// What one page may hold. Notion takes 500 kB and 1000 blocks in a request; the rest is room for what it counts otherwise.
const (
	pageBytes  = 400 << 10
	pageBlocks = 900
)

// What one page says.
type part struct {
	title    string
	text     string
	headings []string // in order
}

// layOut divides a document into pages: one where it fits, else the first has what stands before the first section, and each section has one
// or several below it.
func layOut(markdown string) (first part, below []part, err error) {
	all := parseDocument(markdown)
	for _, p := range all {
		if len(p.text) > pageBytes || p.blocks > pageBlocks {
			return part{}, nil, &outward.RefusedError{Text: fmt.Sprintf("one paragraph of the document has %d kB, and Notion takes %d on a page; have it shortened with !changes", len(p.text)>>10, pageBytes>>10)}
		}
	}
	if fits(all) {
		return join("", all), nil, nil
	}
	top := deepest + 1
	for _, p := range all {
		if p.level > 0 {
			top = min(top, p.level)
		}
	}
	var lead []piece
	var groups [][]piece
	for _, p := range all {
		switch {
		case p.level == top:
			groups = append(groups, []piece{p})
		case len(groups) == 0:
			lead = append(lead, p)
		default:
			groups[len(groups)-1] = append(groups[len(groups)-1], p)
		}
	}
	if !fits(lead) {
		groups, lead = append([][]piece{lead}, groups...), nil
	}
	for _, g := range groups {
		title := "Beginning"
		if g[0].level > 0 {
			title = g[0].heading
		}
		for i, chunk := range cut(g) {
			name := title
			if i > 0 {
				name = fmt.Sprintf("%s (%d)", title, i+1)
			}
			below = append(below, join(fmt.Sprintf("%d. %s", len(below)+1, prose.Clip(name, titleMost, "…")), chunk))
		}
	}
	return join("", lead), below, nil
}

// titleMost is in letters: longer ones are cut in every list there.
const titleMost = 120

func fits(all []piece) bool {
	bytes, blocks := 0, 0
	for _, p := range all {
		bytes, blocks = bytes+len(p.text)+2, blocks+p.blocks
	}
	return bytes <= pageBytes && blocks <= pageBlocks
}

// cut divides what stands in a section so that each part fits.
func cut(all []piece) [][]piece {
	var out [][]piece
	var now []piece
	for _, p := range all {
		if len(now) > 0 && !fits(append(now[:len(now):len(now)], p)) {
			out, now = append(out, now), nil
		}
		now = append(now, p)
	}
	return append(out, now)
}

func join(title string, all []piece) part {
	var b strings.Builder
	out := part{title: title}
	for i, p := range all {
		switch {
		case i == 0:
		case p.tight:
			b.WriteString("\n")
		default:
			b.WriteString("\n\n")
		}
		b.WriteString(p.text)
		if p.heading != "" {
			out.headings = append(out.headings, p.heading)
		}
	}
	out.text = b.String()
	return out
}

// headingsOf reads the headings of a page as Notion gives it.
func headingsOf(markdown string) []string {
	var out []string
	code := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		bare := strings.TrimLeft(line, "#")
		if n := len(line) - len(bare); !code && n > 0 && n <= deepest && strings.HasPrefix(bare, " ") {
			out = append(out, string(readBackslashes([]byte(strings.TrimSpace(bare)))))
		}
	}
	return out
}

// letters leaves of a text what no writer of Markdown changes.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// hashOf names what a page says, whatever marks and spaces it is written with.
func hashOf(markdown string) string {
	sum := sha256.Sum256([]byte(letters(markdown)))
	return hex.EncodeToString(sum[:])
}

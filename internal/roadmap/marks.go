package roadmap

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Marks of a roadmap are compiled once per reading.
type patterns struct {
	phase, numbered, convention, inline, role, tier, critical, gate, code, change, effort, arrow, number, dotted, box, ordinal *regexp.Regexp
	counters                                                                                                                   *counters
	depends                                                                                                                    *dependWords
	bullets, quantity, predecessor, hashed                                                                                     *regexp.Regexp
}

// getPatterns compiles the patterns when the first roadmap is read.
//
//nolint:gochecknoglobals // made once, never changed
var getPatterns = sync.OnceValue(compilePatterns)

func compilePatterns() *patterns {
	m := regexp.MustCompile
	return &patterns{
		phase:    m(`^(?i:phase|stage|milestone)(?:\s*:\s*\S|\s+(?:[0-9]{1,3}|(?i:one|two|three|four|five|six|seven|eight|nine|ten)|[IVXivx]{1,5}|[A-Z]|[a-z]\s*(?:$|[:.)–—-]))(?:\s*$|[\s:.)–—-]))`),
		numbered: m(`^\(?[0-9]{1,3}[.):]\s+\S`),
		convention: m(`^(?i)(after|needs?|depends(?:\s+on)?|dependenc(?:y|ies)|accept(?:ance)?(?:\s+criteria)?|done\s+when|owner|role|patch)` +
			`\s*:\s*(.*)$`),
		inline:      m(`(?i)\(\s*(?:after|needs|depends\s+on)\b\s*:?\s*([^()]*(?:\([^()]*\)[^()]*)*)\)`),
		role:        m(`(^|\s)@([\pL][\pL\pN_-]*)`),
		tier:        m(`(^|\s)!(?i:t([123]))\b`),
		critical:    m(`(^|\s)!(?i:critical)\b`),
		gate:        m(`(^|\s)!(?i:gate)\b`),
		code:        m(`(^|\s)!(?i:code)\b`),
		change:      m(`(^|\s)!(?i:(fix|feature|refactor|settings|dependency|removal|tests|docs))\b`),
		effort:      m(`(^|\s)~\s?([0-9]+(?:[.,][0-9]+)?\s?(?i:min(?:ute)?s?|m|h(?:ou)?rs?|h|days?|d|weeks?|wks?|w|months?|mo))(?:\s|[.,;]|$)`),
		arrow:       m(`\s*→\s*|\s*⟶\s*|\s+-{1,2}>\s+`),
		number:      m(`^(?i)(?:#|(?:no|nr|number|step|item|task)\b\.?)?\s*#?\s*([0-9]+(?:\.[0-9]+)*)[.)]?$`),
		dotted:      m(`^([0-9]+(?:\.[0-9]+)+)[.)]?\s+(\S.*)$`),
		box:         m(`^\[([ xX])\]\s+`),
		ordinal:     m(`([0-9]{1,9})[.)][ \t]+$`),
		bullets:     m(`^(?:[-*+]|[0-9]{1,9}[.)])$`),
		predecessor: m(`^#?([0-9]{1,4}(?:\.[0-9]{1,3})*)\s*(\pL{2}|完了-開始)?\s*([+-]\s*[0-9]+(?:[.,][0-9]+)?\s*(?:%|\pL{1,12}\.?)?)?$`),
		hashed:      m(`^#([0-9]{1,4})\s+(\S.*)$`),
		counters:    newCounters(),
		depends:     newDependWords(),
		quantity:    m(`(?i)\b([0-9]{1,3}|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)\s+((?:[\pL-]+\s+){0,2}?)([\pL]{3,}s)\b`),
	}
}

type field int

const (
	fieldNone field = iota
	fieldNeeds
	fieldAccept
	fieldRole
	fieldPatch
	fieldMaybe // it names what the item needs, as far as an item has that name
)

// "after: Foo" is such a line.
func (p *patterns) parseConvention(line string) (field, string) {
	const longest = 40 // bytes of a key with its colon
	if head := cutBytes(line, longest); !strings.Contains(head, ":") && !strings.Contains(head, "：") {
		return fieldNone, ""
	}
	m := p.convention.FindStringSubmatch(line)
	if m == nil {
		return p.depends.readField(line)
	}
	key := strings.ToLower(m[1])
	switch {
	case strings.HasPrefix(key, "accept"), strings.HasPrefix(key, "done"):
		return fieldAccept, m[2]
	case key == "patch":
		return fieldPatch, m[2]
	case key == "owner", key == "role":
		return fieldRole, m[2]
	}
	return fieldNeeds, m[2]
}

func (d *draft) setField(f field, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	switch f {
	case fieldNeeds:
		d.targets = append(d.targets, value)
	case fieldAccept:
		d.Accept = append(d.Accept, value)
	case fieldRole:
		if d.Role == "" {
			d.Role = strings.TrimPrefix(value, "@")
		}
	case fieldPatch:
		d.Code, d.Patches = true, append(d.Patches, value)
	case fieldMaybe:
		d.maybe = append(d.maybe, hint{target: value, words: value})
	case fieldNone:
	}
}

// What is left of the words is the title.
func (d *draft) takeMarks(p *patterns, text string) {
	whole := text
	cut := func(at []int) { text = text[:at[0]] + chooseGap(text[at[1]:]) + text[at[1]:] }
	if strings.Contains(text, "(") { // the checks keep long lines cheap
		text = p.inline.ReplaceAllStringFunc(text, func(mark string) string {
			d.setField(fieldNeeds, p.inline.FindStringSubmatch(mark)[1])
			return " "
		})
	}
	text = p.depends.takeHints(d, text)
	if at := findMark(p.effort, "~", text); at != nil {
		d.Effort = text[at[4]:at[5]]
		text = text[:at[0]] + chooseGap(text[at[5]:]) + text[at[5]:]
	}
	if at := findMark(p.tier, "!", text); at != nil {
		d.Tier = org.Tier("T" + text[at[4]:at[5]])
		cut(at)
	}
	if at := findMark(p.critical, "!", text); at != nil {
		d.Critical = true
		cut(at)
	}
	if at := findMark(p.gate, "!", text); at != nil {
		d.Gate = true
		cut(at)
	}
	if at := findMark(p.code, "!", text); at != nil {
		d.Code = true
		cut(at)
	}
	if at := findMark(p.change, "!", text); at != nil {
		d.Code, d.Change = true, strings.ToLower(text[at[4]:at[5]])
		cut(at)
	}
	if at := findMark(p.role, "@", text); at != nil && !isAccount(text[at[4]:at[5]]) {
		if d.Role == "" {
			d.Role = text[at[4]:at[5]]
		}
		cut(at)
	}
	if text != whole {
		text = strings.TrimRight(text, " ,;|–—-")
	}
	d.Title = prose.OneLine(text)
	if m := p.dotted.FindStringSubmatch(d.Title); m != nil && d.Number == "" {
		d.Number, d.alias = m[1], prose.Fold(m[2])
	} else if m := p.hashed.FindStringSubmatch(d.Title); m != nil && d.Number == "" {
		d.Number, d.alias = m[1], prose.Fold(m[2])
	}
}

// Texts without the sign are not matched.
func findMark(pattern *regexp.Regexp, sign, text string) []int {
	if !strings.Contains(text, sign) {
		return nil
	}
	return pattern.FindStringSubmatchIndex(text)
}

// A mark is taken out before rest.
func chooseGap(rest string) string {
	if rest != "" && strings.IndexByte(",;.:)", rest[0]) >= 0 {
		return ""
	}
	return " "
}

func cutBytes(text string, n int) string { return text[:min(n, len(text))] }

func (p *patterns) splitChain(text string) []string {
	if !strings.Contains(text, "→") && !strings.Contains(text, "⟶") && !strings.Contains(text, "->") {
		return nil
	}
	return p.arrow.Split(text, -1)
}

func (p *patterns) isPhaseLabel(heading string) bool {
	bare := strings.TrimLeftFunc(heading, func(r rune) bool { return !isWordRune(r) && r != '(' })
	return p.phase.MatchString(bare) || p.numbered.MatchString(bare)
}

// "acme_pt" and "acme2027" are accounts and no roles: they have figures, or a part too short for a
// word.
func isAccount(name string) bool {
	return strings.ContainsFunc(name, unicode.IsDigit) ||
		strings.Contains(name, "_") && slices.ContainsFunc(strings.Split(name, "_"), func(part string) bool { return len([]rune(part)) < 4 })
}

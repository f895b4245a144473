package senses

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
)

// The text says who read it, the note which figures two readers read differently.
func tellSight(name string, first, check sighting) (text, note string) {
	var b strings.Builder
	by := first.By
	if check.By != "" {
		by += ", its figures again by " + check.By
	}
	if first.Kind != "" {
		b.WriteString(org.SeenWhat(first.Kind, first.Shows) + "\n\n")
	}
	if first.Text != "" {
		b.WriteString("What stands in it:\n\n" + first.Text + "\n\n")
	}
	var differ []string
	if len(first.Figures) > 0 {
		b.WriteString("Figures:\n\n")
	}
	for _, f := range first.Figures {
		line, other := figureLine(f, first, check)
		b.WriteString("- " + line + "\n")
		if other != "" {
			differ = append(differ, other)
		}
	}
	if len(differ) > 0 {
		note = fmt.Sprintf("In %s two readers differ, so look yourself before you rely on it: %s.", name, strings.Join(differ, "; "))
	}
	text, _ = redact.Secrets(strings.TrimSpace(b.String()))
	if kinds, _ := redact.Marked(text); len(kinds) > 0 { // some were taken out before
		note = strings.TrimSpace(note + " " + name + " shows " + strings.Join(kinds, " and ") + "; I kept it out of what I wrote down. Whoever may see the picture can read it, so change it.")
	}
	return org.SeenText(by, text), note
}

// differs puts into words where two readers differ.
func figureLine(f figure, first, check sighting) (line, differs string) {
	value := f.Value
	if !f.Printed {
		value = describeSight(value)
	}
	line = f.Label + ": " + value
	if !f.Printed {
		line += " (off the " + scaleOf(first.Kind) + ")"
	}
	switch other, state := compareReadings(f, check); state {
	case agrees:
	case unread:
		line += " (read once)"
	case otherwise:
		if !f.Printed {
			other = describeSight(other)
		}
		line += fmt.Sprintf(", or %s as %s reads it", other, check.By)
		differs = fmt.Sprintf("%s is %s as %s reads it and %s as %s does", f.Label, value, first.By, other, check.By)
	}
	return line, differs
}

func scaleOf(kind string) string {
	if kind == "chart" {
		return "chart"
	}
	return "picture"
}

func describeSight(value string) string {
	if strings.HasPrefix(strings.ToLower(value), "about ") {
		return value
	}
	return "about " + value
}

// The outcomes of comparing a figure with what somebody else read.
const (
	agrees = iota
	unread
	otherwise
)

// Figures off a scale agree when they are within a tenth of each other.
func compareReadings(f figure, check sighting) (other string, state int) {
	if check.By == "" {
		return "", unread
	}
	if len(check.Figures) == 0 { // letters alone: it stands there or not
		if f.Printed && standsIn(f.Value, check.Text) {
			return "", agrees
		}
		return "", unread
	}
	best := -1
	for i, o := range check.Figures {
		if isAlike(f.Label, o.Label) && (best < 0 || isSame(f, o)) {
			best = i
		}
	}
	switch {
	case best >= 0 && isSame(f, check.Figures[best]):
		return "", agrees
	case best >= 0:
		return check.Figures[best].Value, otherwise
	case slices.ContainsFunc(check.Figures, func(o figure) bool { return isSame(f, o) }):
		return "", agrees
	}
	return "", unread
}

func isSame(a, b figure) bool {
	x, y := numbersIn(a.Value), numbersIn(b.Value)
	if slices.EqualFunc(x, y, number.isEqual) {
		return true
	}
	if a.Printed && b.Printed || len(x) != 1 || len(y) != 1 {
		return false
	}
	const within = 0.1
	p, errP := strconv.ParseFloat(x[0].digits, 64)
	q, errQ := strconv.ParseFloat(y[0].digits, 64)
	return errP == nil && errQ == nil && x[0].unit == y[0].unit && max(p-q, q-p) <= within*max(p, q)
}

// number has no marks that people group its digits by, and the first letter of what stands behind
// it: "€ 1.240,50" is 1240.5, "4.2M" is 4.2 and m.
type number struct{ digits, unit string }

// A unit that one of the two does not name is left out.
func (n number) isEqual(o number) bool {
	return n.digits == o.digits && (n.unit == o.unit || n.unit == "" || o.unit == "")
}

var numberForm = lazyregexp.New(`([-\x{2212}]?)(\d{1,3}(?:[ \x{a0}\x{202f}'\x{2019}]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)\s?([%kKmMbB]?)`)

func numbersIn(s string) (out []number) {
	for _, m := range numberForm.FindAllStringSubmatch(s, -1) {
		sign := ""
		if m[1] != "" {
			sign = "-"
		}
		out = append(out, number{sign + plainDigits(m[2]), strings.ToLower(m[3])})
	}
	return out
}

// A number has a point before its decimals and nothing else. A single mark with three digits
// behind it groups them.
func plainDigits(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \u00a0\u202f'\u2019", r) {
			return -1
		}
		return r
	}, s)
	last := strings.LastIndexAny(s, ".,")
	if last < 0 {
		return s
	}
	mark, behind := s[last:last+1], s[last+1:]
	groups := len(behind) == 3 && !strings.ContainsAny(strings.ReplaceAll(s[:last], mark, ""), ".,") && (strings.Count(s, mark) > 1 || s[:last] != "0") || strings.Count(s, mark) > 1
	whole := strings.Map(func(r rune) rune {
		if r == '.' || r == ',' {
			return -1
		}
		return r
	}, s[:last])
	if groups {
		return whole + behind
	}
	if behind = strings.TrimRight(behind, "0"); behind == "" {
		return whole
	}
	return whole + "." + behind
}

func standsIn(value, text string) bool {
	all, there := numbersIn(value), numbersIn(text)
	for _, n := range all {
		if !slices.ContainsFunc(there, n.isEqual) {
			return false
		}
	}
	return len(all) > 0
}

// Most of the words of the shorter label stand in the longer.
func isAlike(a, b string) bool {
	x, y := strings.FieldsFunc(strings.ToLower(a), splitReading), strings.FieldsFunc(strings.ToLower(b), splitReading)
	if len(x) > len(y) {
		x, y = y, x
	}
	n := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			n++
		}
	}
	return len(x) > 0 && 3*n >= 2*len(x)
}

func splitReading(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

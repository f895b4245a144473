package coding

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
)

// setOrderers takes numbers of accounts, apart by commas or blanks; "none" alone is none.
func (r *Repository) setOrderers(text string) bool {
	const most = 50
	r.Policy.Orderers = nil
	if text == "none" {
		return true
	}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil || id <= 0 || len(r.Policy.Orderers) == most {
			return false
		}
		if !slices.Contains(r.Policy.Orderers, id) {
			r.Policy.Orderers = append(r.Policy.Orderers, id)
		}
	}
	return len(r.Policy.Orderers) > 0
}

// setIssueCap takes what one issue may cost; "none" is no bound of its own.
func (r *Repository) setIssueCap(text string) bool {
	if r.Policy.IssueCap = 0; text == "none" {
		return true
	}
	usd, ok := org.ParseUSD(text)
	r.Policy.IssueCap = usd
	return ok && usd > 0
}

// DefaultLabel on an issue orders it, where no other is set.
const DefaultLabel = "frasier"

// setLabel takes the label that orders an issue; "default" is the usual one. One with a comma in it cannot be asked for at a forge.
func (r *Repository) setLabel(name string) bool {
	const most = 50 // letters that GitHub takes
	if r.Policy.Label = name; name == "default" || name == DefaultLabel {
		r.Policy.Label = ""
		return true
	}
	return strings.TrimSpace(name) == name && name != "" && utf8.RuneCountInString(name) <= most && !strings.ContainsFunc(name, func(c rune) bool { return c == ',' || unicode.IsControl(c) })
}

// OrderLabel is the label that orders an issue.
func (p CodePolicy) OrderLabel() string { return cmp.Or(p.Label, DefaultLabel) }

// MayOrder reports whether the account of a number may order by issues and comments.
func (p CodePolicy) MayOrder(id int64) bool { return id > 0 && slices.Contains(p.Orderers, id) }

// DescribeOrderers says who may order at the forge, and for how much; empty where nobody may.
func (p CodePolicy) DescribeOrderers() string {
	var parts []string
	if len(p.Orderers) > 0 {
		ids := make([]string, len(p.Orderers))
		for i, id := range p.Orderers {
			ids[i] = strconv.FormatInt(id, 10)
		}
		parts = append(parts, fmt.Sprintf("What these accounts say below an issue joins an order from it: %s. The label `%s`, set by one of them, orders it.", strings.Join(ids, ", "), p.OrderLabel()))
	}
	if p.IssueCap > 0 {
		parts = append(parts, fmt.Sprintf("One issue may cost %s.", p.IssueCap))
	}
	return strings.Join(parts, " ")
}

package deliver

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
)

// setPrice is an amount that a part sets for something: "rye" at 3.40 GBP.
type setPrice struct {
	of     string // folded
	amount quote.Number
	part   string // heading of the part, or the title of the opening
}

var (
	// priced matches "rye at £3.40": the last word before "at" is what has the price.
	priced = lazyregexp.New(`\b(\p{Ll}[\p{Ll}'’-]{2,}) at ([£$€¥]\s?\d[\d.,]*\d|[£$€¥]\s?\d)`)
	// Such words weigh a price and do not set it.
	weighed = lazyregexp.New(`(?i)\b(?:would|if|could|might|instead|rather|older|earlier|used to|lost|alternative|against|versus|compared|rivals?|cheaper|undercut\w*|test|unless|not)\b`)
	ourHead = lazyregexp.New(`(?i)^(?:our|proposed|chosen|recommended)\s+price\b`)
)

// Only rows of a column "Our price", and "rye at £3.40" in sentences that set a price, can be
// compared.
func (d Document) findConflicts() []string {
	var list []setPrice
	for _, s := range d.Sections() {
		list = append(list, findPrices(s.Body, s.Heading())...)
	}
	var out []string
	first := map[string]setPrice{}
	told := map[string]bool{}
	for _, p := range list {
		was, ok := first[p.of]
		if !ok {
			first[p.of] = p
			continue
		}
		if was.amount.Unit == p.amount.Unit && was.amount.Value != p.amount.Value && !told[p.of] {
			told[p.of] = true
			out = append(out, writeInnerQuotes(fmt.Sprintf("The price of %s is %s in %q and %s in %q.", p.of, was.amount.Text, was.part, p.amount.Text, p.part)))
		}
	}
	return out
}

func findPrices(text, part string) []setPrice {
	var out []setPrice
	root, src := paper.Parse(text)
	paper.Walk(root, func(n ast.Node) {
		if t, ok := n.(*tables.Table); ok {
			out = append(out, findColumnPrices(paper.Cells(t, src), part)...)
		}
	})
	for _, s := range check.Sentences(text) {
		if !s.Row && !s.Quoted {
			out = append(out, setIn(stripCitations(s.Text), part)...)
		}
	}
	return out
}

func setIn(sentence, part string) []setPrice {
	if weighed.MatchString(sentence) {
		return nil
	}
	var out []setPrice
	for _, m := range priced.FindAllStringSubmatch(sentence, -1) {
		if found := quote.Numbers(m[2]); len(found) == 1 && !prose.StopWord(m[1]) {
			out = append(out, setPrice{prose.Fold(m[1]), found[0], part})
		}
	}
	return out
}

func findColumnPrices(rows [][]string, part string) []setPrice {
	var out []setPrice
	for column := 1; len(rows) > 0 && column < len(rows[0]); column++ {
		if !ourHead.MatchString(rows[0][column]) {
			continue
		}
		for _, r := range rows[1:] {
			if len(r) <= column || len(strings.Fields(r[0])) != 1 {
				continue
			}
			if found := quote.Numbers(r[column]); len(found) > 0 && found[0].Unit != "" {
				out = append(out, setPrice{prose.Fold(r[0]), found[0], part})
			}
		}
	}
	return out
}

// A price conflicts when all parts that price the thing say otherwise.
func (d Document) hasConflict(text string) bool {
	said := setIn(stripCitations(text), "")
	if len(said) == 0 {
		return false
	}
	var set []setPrice
	for _, s := range d.Sections() {
		set = append(set, findPrices(s.Body, "")...)
	}
	for _, x := range said {
		priced, agreed := false, false
		for _, p := range set {
			if p.of == x.of && p.amount.Unit == x.amount.Unit {
				priced, agreed = true, agreed || p.amount.Value == x.amount.Value
			}
		}
		if priced && !agreed {
			return true
		}
	}
	return false
}

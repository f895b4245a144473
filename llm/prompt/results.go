package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// resultsBlock names the blocks that hold what the project's other steps found.
const resultsBlock = "B10"

// Results stand in the order in which their steps ended, a block each: the next one only comes
// behind them, so that a cache keeps the rest. With mark the last two end a prefix to be cached:
// the step before ended it at one of them.
func resultBlocks(list []work.Upstream, tokens int, nonce string, mark bool) []llm.Block {
	list = slices.DeleteFunc(byEnd(list), func(u work.Upstream) bool { return strings.TrimSpace(u.Result) == "" })
	bodies := fitResults(list, tokens*org.CharsPerToken)
	out := make([]llm.Block, 0, len(list))
	for i, u := range list {
		var s sheet
		s.add("#### "+u.Key+": "+prose.OneLine(u.Title), wrapData(nonce, "result", bodies[i]))
		text := s.b.String()
		if i == 0 {
			text = s.renderUnder("## Results of the project's other steps")
		}
		out = append(out, llm.Block{Name: resultsBlock, Text: text, Cache: mark && i >= len(list)-2})
	}
	return out
}

func byEnd(list []work.Upstream) []work.Upstream {
	return sortCopy(list, func(a, b work.Upstream) int {
		return cmp.Or(a.EndedAt.Compare(b.EndedAt), cmp.Compare(a.Phase, b.Phase), compareIDs(a.Key, b.Key), compareIDs(string(a.ID), string(b.ID)))
	})
}

// Where the texts do not fit into room, digests take their place: of the oldest that no step
// builds on first, then of those that this step does not build on, then of the others. What is
// still too much is shared out. Each text that is shortened says so.
func fitResults(list []work.Upstream, room int) []string {
	bodies := make([]string, len(list))
	total := 0
	for i, u := range list {
		bodies[i] = strings.TrimSpace(u.Result)
		total += utf8.RuneCountInString(bodies[i])
	}
	for _, i := range digestedFirst(list) {
		if total <= room {
			return bodies
		}
		short := Digest(bodies[i], org.DigestTokens*org.CharsPerToken)
		total += utf8.RuneCountInString(short) - utf8.RuneCountInString(bodies[i])
		bodies[i] = short
	}
	if total <= room {
		return bodies
	}
	for i, b := range bodies {
		bodies[i] = Digest(b, room/len(bodies))
	}
	return bodies
}

func digestedFirst(list []work.Upstream) []int {
	weight := func(u work.Upstream) int {
		switch {
		case u.Base:
			return 2
		case u.Used:
			return 1
		}
		return 0
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight(list[a]), weight(list[b])) })
	return order
}

// Digest shortens a text to at most so many characters, made of whole paragraphs: the headings,
// each with as many of the paragraphs below it as fit, the first of each heading before any
// second. It says how many were left out.
func Digest(text string, most int) string {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	all := Paragraphs(text)
	chosen := make([]bool, len(all))
	left := most - utf8.RuneCountInString(leftOut(len(all)))
	for _, list := range byTurn(all) {
		for _, p := range list {
			cost := 0
			for _, i := range p {
				if !chosen[i] {
					cost += utf8.RuneCountInString(all[i]) + len("\n\n")
				}
			}
			if cost > left {
				continue
			}
			left -= cost
			for _, i := range p {
				chosen[i] = true
			}
		}
	}
	var kept []string
	for i, p := range all {
		if chosen[i] {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return clipText(text, most)
	}
	return strings.Join(kept, "\n\n") + leftOut(len(all)-len(kept))
}

// A digest takes the first paragraph below each heading, then the second below each, and so on.
// Each entry lists the places that go together: the heading, and all that stands below it up to
// the paragraph.
func byTurn(all []string) [][][]int {
	var out [][][]int
	var section []int
	for i, p := range all {
		if strings.HasPrefix(p, "#") {
			section = []int{i}
			continue
		}
		section = append(slices.Clone(section), i)
		turn := len(section) - 1
		if !strings.HasPrefix(all[section[0]], "#") {
			turn++
		}
		for len(out) < turn {
			out = append(out, nil)
		}
		out[turn-1] = append(out[turn-1], section)
	}
	return out
}

func leftOut(n int) string {
	if n == 1 {
		return "\n\n(shortened: 1 paragraph is left out)"
	}
	return fmt.Sprintf("\n\n(shortened: %d paragraphs are left out)", n)
}

func listBases(list []work.Upstream) []string {
	var out []string
	for _, u := range byEnd(list) {
		if u.Base && strings.TrimSpace(u.Result) != "" {
			out = append(out, u.Key+": "+prose.OneLine(u.Title))
		}
	}
	return out
}

// A step was to build on these; the lines say why they are not there.
func listMissing(list []work.Upstream) []string {
	var out []string
	for _, u := range byEnd(list) {
		if strings.TrimSpace(u.Result) == "" {
			out = append(out, u.Key+": "+prose.OneLine(u.Title)+": "+cmp.Or(prose.OneLine(u.Cause), string(u.State)))
		}
	}
	return out
}

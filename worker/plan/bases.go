package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/tiers"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// Planning says what each item builds on; that counts as far as it can hold beside the founder's
// own edges. What would make items wait for each other, or one for a later phase, is left out with
// a note. The notes are about the items of this mission alone: the others are planned later.
func findBases(all, mine []org.Item, said map[string]enrichedItem) (bases map[string][]string, notes []string) {
	at := map[string]org.Item{}
	waits := map[string][]string{}
	for _, it := range all {
		at[it.Key] = it
		waits[it.Key] = slices.Clone(it.Needs)
	}
	bases = map[string][]string{}
	for _, it := range all {
		for _, key := range said[it.Key].BuildsOn {
			base, known := at[key]
			if !known || key == it.Key || slices.Contains(waits[it.Key], key) {
				continue
			}
			why := ""
			switch {
			case base.Phase > it.Phase:
				why = "it belongs to a later phase"
			case waitsFor(waits, key, it.Key):
				why = "that one waits for it"
			}
			if why != "" {
				if slices.ContainsFunc(mine, func(m org.Item) bool { return m.Key == it.Key }) {
					notes = append(notes, fmt.Sprintf("%q cannot build on %q: %s.", it.Title, base.Title, why))
				}
				continue
			}
			waits[it.Key] = append(waits[it.Key], key)
			bases[it.Key] = append(bases[it.Key], key)
		}
	}
	return bases, notes
}

// Items may wait through others.
func waitsFor(waits map[string][]string, from, to string) bool {
	seen := map[string]bool{}
	open := []string{from}
	for len(open) > 0 {
		k := open[0]
		open = open[1:]
		if k == to {
			return true
		}
		if !seen[k] {
			seen[k] = true
			open = append(open, waits[k]...)
		}
	}
	return false
}

// All phases count, so that each phase finds the same. Where no model said anything of the items,
// nobody could read them either.
func findGrave(all, mine []org.Item, bases map[string][]string, said map[string]enrichedItem) map[string]bool {
	out := map[string]bool{}
	if len(said) == 0 {
		return out
	}
	items := all
	if len(items) == 0 {
		items = mine
	}
	var steps []work.PlannedStep
	weights := map[string]tiers.Weight{}
	for _, it := range items {
		if it.Done {
			continue
		}
		steps = append(steps, work.PlannedStep{Key: it.Key, Needs: it.Needs, BuildsOn: bases[it.Key]})
		weights[it.Key] = readWeight(said[it.Key].Grave, org.Step{Title: it.Title, Kind: chooseKind(said[it.Key].Kind, it.Title+" "+it.Detail)})
		if it.Code && weights[it.Key] == tiers.Light { // tests prove it and an engineer reads it, though nothing builds on it
			weights[it.Key] = ""
		}
	}
	for _, i := range tiers.Gravest(steps, weights) {
		out[steps[i].Key] = true
	}
	return out
}

// Where planning said nothing of a weight, as plans did that were made before it was asked, what
// chooses between things decides.
func readWeight(said string, s org.Step) tiers.Weight {
	if said == "" && rubric.Of(s) == rubric.Decision {
		return tiers.Decides
	}
	return tiers.Weight(said)
}

// Something is delivered in place of an item that asks for what nobody here can do; empty when it
// can be done.
func readSubstitute(it org.Item, more enrichedItem) string {
	const most = 120
	text := strings.Join(strings.Fields(more.Instead), " ")
	if text == "" && len(prompt.Hits(it.Title)) > 0 {
		text = "what can be written about it"
	}
	r := []rune(text)
	return strings.TrimRight(string(r[:min(len(r), most)]), ". ")
}

// A hire's persona says the trade for good, so it is empty for what no prompt may hold.
func fitTrade(trade string) string {
	const most = 80
	trade = strings.TrimRight(strings.Join(strings.Fields(trade), " "), ".")
	if prompt.Unfit(trade) != "" || len([]rune(trade)) > most {
		return ""
	}
	return trade
}

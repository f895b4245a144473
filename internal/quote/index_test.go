package quote_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/testing/quotetest"
)

func mutations(t *testing.T) []quotetest.Case {
	t.Helper()
	cases, err := quotetest.Mutations()
	if err != nil || len(cases) != 400 {
		t.Fatalf("Mutations: got %d cases and error %v, want 400", len(cases), err)
	}
	return cases
}

func TestFindJudgesMutations(t *testing.T) {
	cases := mutations(t)
	rejected, accepts := 0, 0
	for _, c := range cases {
		x := quote.NewIndex(c.Text)
		spans, ok := x.Find(c.Quote)
		checkSpans(t, c.Text, spans)
		switch {
		case c.Accept:
			accepts++
			if !ok {
				rejected++
				t.Logf("%s: %q not found in %q", c.Name, c.Quote, c.Text)
			}
		case ok:
			t.Errorf("%s: %q found as %q, want it rejected", c.Name, c.Quote, c.Text[spans[0].Start:spans[0].End])
		}
	}
	if rejected*100 > accepts {
		t.Errorf("%d of %d true quotes rejected, want at most 1 %%", rejected, accepts)
	}
}

func TestRepairKeepsNumbersNamesAndNegations(t *testing.T) {
	for _, c := range mutations(t) {
		if c.Accept || c.Kind() == "number cut" {
			continue
		}
		x := quote.NewIndex(c.Text)
		if s, ok := x.Repair(c.Quote); ok {
			t.Errorf("%s: %q repaired to %q, want it rejected", c.Name, c.Quote, c.Text[s.Start:s.End])
		}
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, text, quote string
		want              []string // nil: not found
	}{
		{"exact", "We sold 40 boxes in May. Then none.", "We sold 40 boxes in May.", []string{"We sold 40 boxes in May"}},
		{"short", "We sold 40 boxes.", "sold 40", nil},
		{"elided", "The stall opened in April after a long wait for the permit, and it sold forty boxes in a week.", "The stall opened in April … it sold forty boxes in a week", []string{"The stall opened in April", "it sold forty boxes in a week"}},
		{"elided, parts swapped", "The stall opened in April after a wait, and it sold forty boxes in a week.", "it sold forty boxes in a week ... The stall opened in April", nil},
		{"elided, far apart", "The stall opened in April." + strings.Repeat(" Filler words.", 40) + " It sold forty boxes in a week.", "The stall opened in April ... It sold forty boxes in a week", nil},
		{"elided over a negation", "The first stall of the chain is not expected to make a profit this year.", "The first stall of the chain is ... expected to make a profit this year", nil},
		{"dots in the source", "And then... the roaster caught fire twice.", "And then... the roaster caught fire", []string{"And then... the roaster caught fire"}},
		{"link", "A study by [Tallwood Labs](https://tallwood.example/a-1) found 31 leaks.", "A study by Tallwood Labs found 31 leaks", []string{"A study by [Tallwood Labs](https://tallwood.example/a-1) found 31 leaks"}},
		{"range dash", "It takes 5–10 days to clear customs.", "It takes 5-10 days to clear customs", []string{"It takes 5–10 days to clear customs"}},
		{"range joined", "It takes 5–10 days to clear customs.", "It takes 510 days to clear customs", nil},
		{"range cut", "It takes 5–10 days to clear customs.", "10 days to clear customs", nil},
		{"digits regrouped", "In 2019 12 firms entered the market.", "In 20191 2 firms entered the market", nil},
		{"digits joined", "In 2019 12 firms entered the market.", "In 201912 firms entered the market", nil},
		{"thousands mark", "They shipped 1,240 parcels that week.", "They shipped 1240 parcels that week", []string{"They shipped 1,240 parcels that week"}},
		{"no-break thousands", "They shipped 1\u00a0240 parcels that week.", "They shipped 1,240 parcels that week", []string{"They shipped 1\u00a0240 parcels that week"}},
		{"percent cut", "Sales in the city rose by 15%.", "Sales in the city rose by 15", nil},
		{"magnitude cut", "The company raised 15 million in a week.", "The company raised 15", nil},
		{"negative cut", "The margin was -15 % in the last year.", "15 % in the last year", nil},
		{"bullet is no sign", "Plan:\n- 15 stalls in the old town", "15 stalls in the old town", []string{"15 stalls in the old town"}},
		{"superscript", "About 10² grains fit in.", "About 102 grains fit in", nil},
		{"fraction", "Each box weighs 5½ pounds.", "Each box weighs 51/2 pounds", nil},
		{"less than", "The loss was <5 % of the stock.", "The loss was >5 % of the stock", nil},
		{"prefix cut", "The site was unprofitable in the second year.", "profitable in the second year", nil},
		{"notable", "The effect is notable in both groups.", "The effect is not able in both groups", nil},
		{"zero-width", "Ask @\u200beveryone at the meeting on Monday.", "Ask @everyone at the meeting", []string{"Ask @\u200beveryone at the meeting"}},
		{"Chinese", "本公司去年的收入增长了百分之十二，利润也有所提高。", "去年的收入增长了百分之十二，利润也有", []string{"去年的收入增长了百分之十二，利润也有"}},
		{"umlauts, decomposed", "Die Ro\u0308sterei o\u0308ffnet im Fru\u0308hjahr.", "Die Rösterei öffnet im Frühjahr", []string{"Die Ro\u0308sterei o\u0308ffnet im Fru\u0308hjahr"}},
	} {
		x := quote.NewIndex(c.text)
		spans, ok := x.Find(c.quote)
		var got []string
		for _, s := range spans {
			got = append(got, c.text[s.Start:s.End])
		}
		if diff := cmp.Diff(c.want, got); diff != "" || ok != (c.want != nil) {
			t.Errorf("%s: Find(%q) in %q: ok %v (-want +got)\n%s", c.name, c.quote, c.text, ok, diff)
		}
	}
}

func TestRepair(t *testing.T) {
	const text = "In the spring the council will open two more loading bays beside the market hall so that couriers can stop without blocking the tram, at a cost of 12,500 euros."
	x := quote.NewIndex("Before that. " + text + " Afterwards nothing.")
	for _, c := range []struct {
		name, quote string
		want        bool
	}{
		{"one small word more", strings.Replace(text, "so that couriers", "so that the couriers", 1), true},
		{"one word replaced", strings.Replace(text, "beside", "near", 1), true},
		{"number changed", strings.Replace(text, "12,500", "12,600", 1), false},
		{"half of it invented", "In the spring the council will build a tunnel under the old harbour for couriers and their bikes.", false},
		{"negation added", strings.Replace(text, "will open", "will not open", 1), false},
	} {
		s, ok := x.Repair(c.quote)
		if ok != c.want {
			t.Errorf("%s: Repair(%q): got %v, want %v", c.name, c.quote, ok, c.want)
		}
		if got := ("Before that. " + text + " Afterwards nothing.")[s.Start:s.End]; ok && got != strings.TrimSuffix(text, ".") {
			t.Errorf("%s: repaired to %q, want %q", c.name, got, text)
		}
	}
}

// Any stretch of whole words of a text is found, and what is found is a
// verbatim part of it.
func TestFindsItsOwnWords(t *testing.T) {
	word := rapid.StringMatching(`[a-zäöü]{3,9}|[A-Z][a-z]{2,8}|[0-9]{1,4}(\.[0-9])?|[0-9]{1,2},[0-9]{3}|“[a-z]{3,5}”|日本語`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 12, 40).Draw(t, "words")
		text := strings.Join(words, rapid.SampledFrom([]string{" ", "\n", "  ", " \u200b"}).Draw(t, "gap"))
		from := rapid.IntRange(0, len(words)-8).Draw(t, "from")
		want := strings.Join(words[from:from+8], " ")
		spans, ok := quote.NewIndex(text).Find(want)
		if !ok {
			t.Fatalf("Find(%q) in %q: not found", want, text)
		}
		for _, s := range spans {
			if !utf8.ValidString(text[s.Start:s.End]) {
				t.Fatalf("Find(%q) in %q: span %v cuts a rune", want, text, s)
			}
		}
	})
}

// In a long text a set of hashes refuses quotes before the text is looked
// through; it must never refuse one that is there.
func TestFindsItsOwnWordsInALongText(t *testing.T) {
	text := long()
	x := quote.NewIndex(text)
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Fields(text)
		from := rapid.IntRange(0, len(words)-12).Draw(t, "from")
		want := strings.Join(words[from:from+rapid.IntRange(4, 12).Draw(t, "words")], " ")
		if _, ok := x.Find(want); !ok && len(want) > 24 {
			t.Fatalf("Find(%q): not found", want)
		}
	})
}

// Nothing makes the index panic, and all spans are sound.
func FuzzFind(f *testing.F) {
	f.Add("The fee is 5–10 %.", "fee is 5-10 %")
	f.Add("a\xff\xfe\u0308b ﬁ ½ ](", "…")
	f.Add("not … able](http://x) -5", "...able... -5...")
	f.Fuzz(func(t *testing.T, text, q string) {
		x := quote.NewIndex(text)
		spans, _ := x.Find(q)
		checkSpans(t, text, spans)
		if s, ok := x.Repair(q); ok {
			checkSpans(t, text, []quote.Span{s})
		}
		for _, n := range quote.Numbers(text) {
			if n.Start < 0 || n.End > len(text) || n.Start >= n.End || text[n.Start:n.End] != n.Text {
				t.Errorf("Numbers(%q): %+v is no part of the text", text, n)
			}
		}
	})
}

func checkSpans(t *testing.T, text string, spans []quote.Span) {
	t.Helper()
	last := 0
	for _, s := range spans {
		if s.Start < last || s.End <= s.Start || s.End > len(text) {
			t.Errorf("span %v out of order in a text of %d bytes", s, len(text))
			return
		}
		if utf8.ValidString(text) && !utf8.ValidString(text[s.Start:s.End]) {
			t.Errorf("span %v cuts a rune of %q", s, text)
		}
		last = s.End
	}
}

// long is a text of 120 kB, in which no two sentences are alike.
func long() string {
	var text strings.Builder
	for i := 0; text.Len() < 120_000; i++ {
		fmt.Fprintf(&text, "In week %d the stall sold %d boxes at 18.50 euros, which is more than planned. ", i, i*7%97)
	}
	return text.String()
}

func BenchmarkFind(b *testing.B) {
	source := long()
	b.Run("index 120 kB", func(b *testing.B) {
		for b.Loop() {
			quote.NewIndex(source)
		}
	})
	x := quote.NewIndex(source)
	b.Run("200 absent quotes", func(b *testing.B) {
		for b.Loop() {
			for i := range 200 {
				x.Find(fmt.Sprintf("In week %d the stall sold no boxes at 18.60 euros", i))
			}
		}
	})
	b.Run("200 repairs", func(b *testing.B) {
		for b.Loop() {
			for i := range 200 {
				x.Repair(fmt.Sprintf("In week %d the stall sold %d boxes at 18.50 euros, which was more than planned", i, i*7%97))
			}
		}
	})
}

// BenchmarkVerify is what an audit does with 200 quotes of a source of 120 kB,
// its preparation included: 160 are true and from all over the text, 20 nearly
// true, 20 invented.
func BenchmarkVerify(b *testing.B) {
	source := long()
	var quotes []string
	for i := range 200 {
		week := i * 7
		switch i % 10 {
		case 0:
			quotes = append(quotes, fmt.Sprintf("In week %d the stall sold %d boxes at 18.50 euros, which was more than planned", week, week*7%97))
		case 1:
			quotes = append(quotes, fmt.Sprintf("In week %d the mayor opened %d new stalls beside the station", week, i))
		default:
			quotes = append(quotes, fmt.Sprintf("In week %d the stall sold %d boxes at 18.50 euros", week, week*7%97))
		}
	}
	for b.Loop() {
		x := quote.NewIndex(source)
		found, repaired := 0, 0
		for _, q := range quotes {
			if _, ok := x.Find(q); ok {
				found++
			} else if _, ok := x.Repair(q); ok {
				repaired++
			}
		}
		if found != 160 || repaired != 20 {
			b.Fatalf("%d quotes found and %d repaired, want 160 and 20", found, repaired)
		}
	}
}

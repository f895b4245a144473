package prose

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

const (
	stemLeast = 3   // letters that a word keeps in all its forms
	formsMost = 160 // forms of one word that are looked for
)

// A family lists endings that forms of one word have in one language and kind of word, without the
// marks on letters. A word that ends with one of a family may end with each other of it.
func listFamilies() [][]string {
	var out [][]string
	for _, f := range []string{
		"- s es ed ing", "e es ed ing ers er", "y ies ied ying", // English
		"- e en er ern es em n s", "en e st t te ten tet est et end", "in innen", // German
		"- s es", "o a os as", "z ces", "on ones", // Spanish
		"ar o as a amos an e aste aron aba aban ado ada ados adas ando ara aran are", "er ir o es e emos imos en i iste io ieron ia ian ido ida idos idas iendo era eran",
		"- e s es x", "al aux ale ales", "er e es ee ees ons ez ent ai as a ais ait aient ant era eront erons", "ir is it i ie ies issons issent issait ira", "eur euse eurs euses", // French
		"o a i e", "co chi ca che", "go ghi ga ghe", "io i", "ione ioni", "are o i a iamo ate ano ato ata ati ava avano ando era", "ere ire o i e iamo ete ite ono uto uta uti ito ita iti eva iva endo", // Italian
		"ao oes aos aes", "m ns", "al ais", "el eis", // Portuguese
		"- e en s t te ten d de den", "s zen ze", "f ven", // Dutch
		"- en et n t ar er or arna erna orna a na e ne s",                                                                                                                                                                           // Swedish, Norwegian, Danish
		"- а у ы и е о ом ой ою ам ами ах ов ев ем", "а у ы и е о ой ою ам ами ах ь я ю ей ем ям ями ях и ия ии ию ий", "ый ий ой ая ое ые ого ему ому ым ом ых ыми ую их им ими", "ть л ла ло ли ю у ет ут ют ят ит им ем ешь ишь", // Russian
		"- a y i e u em ie owi om ami ach ow", "a y i e o ie om ami ach", // Polish
		"- 을 를 이 가 은 는 의 에 에서 로 으로 와 과 도 만 들 까지 부터", // Korean
	} {
		out = append(out, strings.Fields(strings.ReplaceAll(f, "-", "_")))
	}
	return out
}

// Forms lists the words that may be a form of a word: itself first, then with the other
// endings that its language may give it. Which language that is need not be known: what
// is no word is found nowhere. It is pure.
func Forms(word string) []string {
	out := []string{word}
	bare := removeMarks(word)
	add := func(w string) {
		if w != bare && len(out) < formsMost && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	if strings.ContainsFunc(bare, unicode.IsDigit) {
		return out
	}
	least := stemLeast
	if strings.ContainsFunc(bare, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		least = 2 // syllables
	}
	for _, family := range listFamilies() {
		for _, ending := range family {
			ending = strings.TrimPrefix(ending, "_")
			stem, ok := strings.CutSuffix(bare, ending)
			if !ok || len([]rune(stem)) < least {
				continue
			}
			for _, other := range family {
				add(stem + strings.TrimPrefix(other, "_"))
			}
		}
	}
	for _, w := range listDoubled(bare) {
		add(w)
	}
	return out
}

// English doubles the last letter for such forms, or takes it back.
func listDoubled(word string) (out []string) {
	stem := strings.TrimSuffix(strings.TrimSuffix(word, "ing"), "ed")
	if n := len(stem); stem != word && n > stemLeast && stem[n-1] == stem[n-2] {
		stem = stem[:n-1]
		out = append(out, stem, stem+"s")
	}
	if n := len(stem); n >= stemLeast && strings.ContainsRune("bdgklmnprt", rune(stem[n-1])) {
		twice := stem + stem[n-1:]
		out = append(out, twice+"ed", twice+"ing")
	}
	return out
}

// Marks stand over and under letters.
func removeMarks(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return text
	}
	marks := runes.Predicate(func(r rune) bool { return unicode.Is(unicode.Mn, r) && r != '\u0306' }) // й is a letter of its own
	out, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(marks), norm.NFC), text)
	if err != nil {
		return text
	}
	return out
}

// Spaceless reports whether a sign belongs to a script that is written without spaces.
func Spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) || r == 'ー'
}

// Pieces cuts the words of scripts without spaces in a text into what can be looked for
// in another text: pairs of Chinese characters, words of katakana whole, threes of
// others; hiragana alone is mostly grammar and left away. At most so many, each once.
func Pieces(text string, most int) (out []string) {
	add := func(kind *unicode.RangeTable, run []rune) {
		size := min(2, len(run))
		switch kind {
		case unicode.Hiragana:
			return
		case unicode.Katakana:
			size = len(run)
		case unicode.Thai:
			size = min(3, len(run))
		}
		for i := 0; size > 0 && i+size <= len(run); i++ {
			if p := string(run[i : i+size]); len(out) < most && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	var run []rune
	var kind *unicode.RangeTable
	for _, r := range text {
		now := findScript(r)
		if now != kind {
			add(kind, run)
			run, kind = nil, now
		}
		if now != nil {
			run = append(run, r)
		}
	}
	add(kind, run)
	return out
}

func findScript(r rune) *unicode.RangeTable {
	switch {
	case unicode.Is(unicode.Han, r):
		return unicode.Han
	case unicode.Is(unicode.Hiragana, r):
		return unicode.Hiragana
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return unicode.Katakana
	case Spaceless(r):
		return unicode.Thai
	}
	return nil
}

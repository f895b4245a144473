package prose

import (
	"strings"
	"unicode"
)

// Such alphabets say the language by themselves, or nearly so.
var scripts = []struct { //nolint:gochecknoglobals // a table
	table    *unicode.RangeTable
	language string
}{
	{unicode.Hebrew, "he"},
	{unicode.Greek, "el"},
	{unicode.Hangul, "ko"},
	{unicode.Thai, "th"},
	{unicode.Arabic, "ar"},
	{unicode.Devanagari, "hi"},
	{unicode.Bengali, "bn"},
	{unicode.Tamil, "ta"},
	{unicode.Georgian, "ka"},
	{unicode.Armenian, "hy"},
	{unicode.Khmer, "km"},
	{unicode.Lao, "lo"},
	{unicode.Myanmar, "my"},
	{unicode.Cyrillic, "ru"},
}

// Hardly any of these frequent words is one of another language in Latin letters.
var smallWords = map[string]string{ //nolint:gochecknoglobals // a table
	"en": "the and of to is are for with that this from we our be as by on it not which a an in i do at or if so he me no you your was has have",
	"de": "der die das und ist nicht mit für auf ein eine von zu dem wir sich auch wird werden",
	"fr": "le la les des et est une du pour dans avec que qui sur nous pas au aux ce cette",
	"es": "el los las y es una del para con que por se en como más su al este esta nos",
	"it": "il lo gli e è una della con che di sono nel non si alla dei delle più questo",
	"pt": "o os e é uma da para com que não em dos das se mais por ao às",
	"nl": "de het een en van voor met niet op dat te zijn wij ons bij naar ook aan wordt",
	"pl": "w na z się jest nie że dla oraz od po przez jak są lub które który tym",
	"sv": "och att det som en är på för med av till inte vi ett har från",
	"da": "og det som en er på med af til ikke vi et har fra",
	"cs": "v na se je že pro s z jako není jsou nebo které který podle při",
	"ro": "și în de la cu este pe nu pentru din care mai sunt o un sau prin",
	"hu": "az és hogy nem egy van meg ez de már vagy amely csak kell",
	"tr": "ve bir bu için ile de da olarak olan daha çok gibi değil kadar sonra her",
	"fi": "ja ei se että tai kun mutta ovat myös sekä joka voi olla sen",
	"vi": "và của là có cho không được các một những người với trong này",
	"id": "dan yang di untuk dengan ini dari pada adalah tidak akan itu atau ke",
}

// Language names the language that a text is written in, as an HTML page names it ("de", "uk"); ""
// when it does not tell. It goes by letters and small words.
func Language(text string) string {
	const looked = 20000 // characters
	letters, latin, kana, han := 0, 0, 0, 0
	byScript := map[string]int{}
	for i, r := range text {
		if i > looked {
			break
		}
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Han, r):
			han++
		default:
			for _, s := range scripts {
				if unicode.Is(s.table, r) {
					byScript[s.language]++
					break
				}
			}
		}
	}
	const share = 4 // a letter of such a script says what several Latin ones do
	if kana > 0 && (kana+han)*share > letters {
		return "ja"
	}
	best, most := "", han
	if han > 0 {
		best = "zh"
	}
	for _, s := range scripts {
		if n := byScript[s.language]; n > most {
			best, most = s.language, n
		}
	}
	if most > 0 && most*share > latin {
		return refineLanguage(best, text)
	}
	return guessLatin(text, looked)
}

// Letters that only one has tell languages of one script apart.
func refineLanguage(language, text string) string {
	switch {
	case language == "ru" && strings.ContainsAny(text, "іїєґІЇЄҐ"):
		if strings.ContainsAny(text, "ўЎ") {
			return "be"
		}
		return "uk"
	case language == "ru" && strings.ContainsAny(text, "ђћџљњЂЋЏЉЊ"):
		return "sr"
	case language == "ru" && !strings.ContainsAny(text, "ыэёЫЭЁ") && strings.Count(text, "ъ") > 2:
		return "bg"
	case language == "ar" && strings.ContainsAny(text, "پچژگ"):
		return "fa"
	}
	return language
}

// Vietnamese letters become "v", all others go.
func markVietnamese(r rune) rune {
	if r >= 'Ạ' && r <= 'ỹ' || r == 'ơ' || r == 'ư' {
		return 'v'
	}
	return -1
}

// Small words of languages in Latin letters are counted.
func guessLatin(text string, looked int) string {
	const marks = 2 // letters that Vietnamese alone has
	if strings.Count(strings.Map(markVietnamese, text[:min(len(text), looked)]), "v") >= marks {
		return "vi"
	}
	count := map[string]int{}
	for _, w := range Words(text[:min(len(text), looked)]) {
		count[w]++
	}
	best, most, second := "", 0, 0
	for _, language := range []string{"en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "cs", "ro", "hu", "tr", "fi", "vi", "id"} {
		n := 0
		for w := range strings.FieldsSeq(smallWords[language]) {
			n += count[w]
		}
		if n > most {
			best, most, second = language, n, most
		} else if n > second {
			second = n
		}
	}
	const fewest, share = 2, 25 // words, and one in so many
	if most < fewest || most == second || best != "en" && most*share < len(Words(text[:min(len(text), looked)])) {
		return ""
	}
	return best
}

// HasKana reports whether a text has letters that Japanese alone has.
func HasKana(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) })
}

// RightToLeft reports whether a language is written from right to left.
func RightToLeft(language string) bool {
	switch language {
	case "he", "ar", "fa", "ur", "yi":
		return true
	}
	return false
}

// CommaDecimals reports whether a language has a comma before decimals.
func CommaDecimals(language string) bool {
	switch language {
	case "", "en", "he", "ja", "zh", "ko", "th", "ar", "hi", "bn", "ta", "fa":
		return false
	}
	return true
}

package converse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// leftOpen are the questions of a message that has several which an answer says no word about.
// It is careful: a question counts as answered when the answer has one of the words that it
// alone has, and none is named when nothing of the answer can be told apart.
func leftOpen(text, answer string) []string {
	all := questionsIn(classify.Own(text))
	if len(all) < 2 {
		return nil
	}
	has := map[string]bool{}
	for _, s := range findTopics(answer) {
		has[s] = true
	}
	own := make([][]string, len(all))
	for i, q := range all {
		own[i] = findTopics(asking.ReplaceAllString(q, " "))
	}
	var left []string
	told := false
	for i := range own {
		alone := slices.DeleteFunc(slices.Clone(own[i]), func(s string) bool {
			for k, other := range own {
				if k != i && slices.Contains(other, s) {
					return true
				}
			}
			return false
		})
		switch {
		case len(alone) < 2:
		case slices.ContainsFunc(alone, func(s string) bool { return has[s] }):
			told = true
		default:
			left = append(left, all[i])
		}
	}
	if !told {
		return nil
	}
	return left
}

var (
	// sentence finds what ends in a mark or with its line.
	sentence = lazyregexp.New(`[^.!?؟。！？\n]+[.!?؟。！？]*`)
	// asking finds the words that ask in languages whose writers leave the question mark
	// out: Chinese, Japanese, Korean and Thai.
	asking = lazyregexp.New(`多少|什么|什麼|怎么|怎麼|怎样|怎樣|如何|为什么|為什麼|为何|哪|谁|誰|几[个時时点點号號月年天]|是否|何时|何時|吗|嗎|` +
		`何(?:です|が|を|に|人|個|円|日|月|時)|どこ|どれ|どの|どう|どんな|どちら|いつ|なぜ|なんで|いくら|いくつ|(?:です|ます|でしょう|ました|ません)か|` +
		`무엇|무슨|뭐|뭘|어디|언제|누구|누가|왜|어떻게|어떤|어느|얼마|몇|(?:습니|ㅂ니|입니|합니|됩니|십니|을|ㄹ)까|(?:나요|가요|까요|는지요)|` +
		`อะไร|ที่ไหน|ไหน|เมื่อไหร่|เมื่อไร|ใคร|ทำไม|อย่างไร|ยังไง|เท่าไหร่|เท่าไร|กี่|ไหม|มั้ย|หรือเปล่า|หรือไม่|หรือยัง`)
)

// questionsIn are the sentences of a text that ask. What is written without spaces between
// words has them between sentences.
func questionsIn(text string) (out []string) {
	for _, s := range sentence.FindAllString(text, -1) {
		parts := []string{s}
		if hasNoSpaces(s) {
			parts = strings.Fields(s)
		}
		for _, q := range parts {
			q = strings.TrimSpace(q)
			marked := strings.HasSuffix(q, "?") || strings.HasSuffix(q, "؟") || strings.HasSuffix(q, "？")
			if letters := len(prose.Words(q)) > 0; letters && (marked || asking.MatchString(q)) {
				out = append(out, q)
			}
		}
	}
	return out
}

// Texts have different subjects when the stems of their words differ; what is written without
// spaces between words is compared by pieces of a word's length.
func findTopics(text string) (out []string) {
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, w := range prose.Words(text) {
		switch r := []rune(w); {
		case unicode.Is(unicode.Thai, r[0]):
			for _, s := range cutPieces(r, 4) {
				add(s)
			}
		case hasNoSpaces(w):
			for _, run := range strings.FieldsFunc(w, func(r rune) bool {
				return !unicode.In(r, unicode.Han, unicode.Katakana) || strings.ContainsRune(filling, r)
			}) {
				for _, s := range cutPieces([]rune(run), 2) {
					add(s)
				}
			}
		case unicode.Is(unicode.Hangul, r[0]):
			if len(r) > 1 {
				add(string(r[:2])) // its end changes with its place in the sentence
			}
		case !prose.StopWord(w) && classify.Subjects(w) > 0 && utf8.RuneCountInString(w) > 2:
			add(stemOf(w))
		}
	}
	return out
}

// filling are signs of Chinese that join words and name nothing.
const filling = "的了是在有我你您他她它们們这這那和与與及或也都就把给給对對从從到"

// cutPieces are all runs of n letters of a word; a shorter one is a piece itself.
func cutPieces(word []rune, n int) (out []string) {
	if len(word) <= n {
		return []string{string(word)}
	}
	for i := 0; i+n <= len(word); i++ {
		out = append(out, string(word[i:i+n]))
	}
	return out
}

func stemOf(word string) string {
	const letters = 4
	return prose.First(word, letters)
}

func hasNoSpaces(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
	})
}

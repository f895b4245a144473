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

// question is a sentence that asks.
var question = lazyregexp.New(`[^.!?؟\n]*[^.!?؟\s][?؟]`)

// leftOpen are the questions of a message that has several which an answer says no word about.
// It is careful: a question counts as answered when the answer has one of the words that it
// alone has, and none is named when nothing of the answer can be told apart.
func leftOpen(text, answer string) []string {
	var all []string
	for _, q := range question.FindAllString(classify.Own(text), -1) {
		all = append(all, strings.TrimSpace(q))
	}
	if len(all) < 2 || unspaced(text) {
		return nil
	}
	has := map[string]bool{}
	for _, w := range prose.Words(answer) {
		has[stemOf(w)] = true
	}
	stems := make([][]string, len(all))
	for i, q := range all {
		for _, w := range prose.Words(q) {
			if s := stemOf(w); !prose.StopWord(w) && classify.Subjects(w) > 0 && utf8.RuneCountInString(w) > 2 && !slices.Contains(stems[i], s) {
				stems[i] = append(stems[i], s)
			}
		}
	}
	var left []string
	told := false
	for i, own := range stems {
		alone := slices.DeleteFunc(slices.Clone(own), func(s string) bool {
			for k, other := range stems {
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

// stemOf is the beginning of a word, which its forms share.
func stemOf(word string) string {
	const letters = 4
	if r := []rune(word); len(r) > letters {
		return string(r[:letters])
	}
	return word
}

// unspaced reports whether a text has scripts that part no words.
func unspaced(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
	})
}

package coding

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// OrdersPackage reports whether words order a package in a version. They must hold both in one sentence that denies nothing: the package by
// its whole name, or by the last part of it where the code had it in another version, and behind it the version, as the last before
// another name. In doubt they order nothing, and the founder is asked.
func OrdersPackage(words string, p Package, had []Package) bool {
	version := strings.TrimLeft(p.Version, "=v")
	if p.Name == "" || version == "" {
		return false
	}
	names := []string{p.Name}
	if at := strings.LastIndexByte(p.Name, '/'); slices.ContainsFunc(had, func(o Package) bool { return o.Ecosystem == p.Ecosystem && o.Name == p.Name }) {
		names = append(names, p.Name[at+1:])
	}
	for _, sentence := range sentenceEnd.Split(words, -1) {
		if denial.MatchString(sentence) {
			continue
		}
		if ordersIn(sentence, names, version, had) {
			return true
		}
	}
	return false
}

// ordersIn reads a sentence word by word: behind a name the last version counts, as in "from 1.2 to 1.3".
func ordersIn(sentence string, names []string, wanted string, had []Package) bool {
	behind, said := false, false
	for _, w := range strings.FieldsFunc(sentence, func(c rune) bool { return strings.ContainsRune(" \t\r\n,;()[]{}<>\"'`*", c) }) {
		name, version := cutVersion(strings.TrimRight(w, ".:!?"))
		if isIt := slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); isIt || looksLikeName(name, had) {
			if behind && said {
				return true
			}
			behind, said = isIt, false
		}
		if behind && version != "" {
			said = version == wanted
		}
	}
	return behind && said
}

var (
	sentenceEnd = lazyregexp.New(`[.!?](?:\s|$)|\n\s*\n|\n\s*[-*] `)
	denial      = lazyregexp.New(`(?i)\b(?:not|never|no|without|except|avoid|refuse|instead|unless|if|kein\w*|nicht|nie|ohne|statt|au(?:ß|ss)er|wenn)\b|n['’]t\b`)
	versionWord = lazyregexp.New(`^(?:=*v?)(\d+(?:\.\d+)*(?:[-+.][\w.+-]*)?)$`)
)

// cutVersion parts a word as name@version or name==version; either may be missing.
func cutVersion(word string) (name, version string) {
	if m := versionWord.FindStringSubmatch(word); m != nil {
		return "", m[1]
	}
	for _, by := range []string{"==", "@"} {
		if at := strings.LastIndex(word, by); at > 0 {
			if m := versionWord.FindStringSubmatch(word[at+len(by):]); m != nil {
				return word[:at], m[1]
			}
		}
	}
	return word, ""
}

// looksLikeName reports whether a word names a package: versions behind it are its own.
func looksLikeName(word string, had []Package) bool {
	return strings.ContainsAny(word, "/@") || slices.ContainsFunc(had, func(p Package) bool {
		return strings.EqualFold(p.Name, word) || strings.EqualFold(p.Name[strings.LastIndexByte(p.Name, '/')+1:], word)
	})
}

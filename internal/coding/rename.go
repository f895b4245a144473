package coding

import (
	"slices"
	"strings"
)

// Rename is a name that others may use, and the one that it is given.
type Rename struct{ From, To string }

// ApplyRenames gives the code of a file its new names. Lines that the file holds afterwards as they are stay so: the same name may stand
// for something else there.
func ApplyRenames(all []Rename, before, after string) string {
	if len(all) == 0 {
		return before
	}
	kept := map[string]bool{}
	for l := range strings.Lines(after) {
		kept[l] = true
	}
	renamed := strings.SplitAfter(renameCode(all, before), "\n")
	lines := strings.SplitAfter(before, "\n")
	for i, l := range lines {
		if !kept[l] {
			lines[i] = renamed[i]
		}
	}
	return strings.Join(lines, "")
}

// renameCode leaves alone what stands in quotation marks: that is what a program says and is told, and no name.
func renameCode(all []Rename, text string) string {
	var out strings.Builder
	quote := ""
	for i := 0; i < len(text); {
		n := 1
		switch c := text[i]; {
		case c == '\\' && quote != "" && quote != "`":
			n = min(2, len(text)-i)
		case quote != "" && strings.HasPrefix(text[i:], quote):
			n, quote = len(quote), ""
		case quote != "":
			if c == '\n' && (quote == `"` || quote == "'") { // it was none, as in a remark
				quote = ""
			}
		case strings.ContainsRune("\"'`", rune(c)):
			if quote = text[i : i+1]; strings.HasPrefix(text[i:], strings.Repeat(quote, len(`"""`))) {
				quote = strings.Repeat(quote, len(`"""`))
			}
			n = len(quote)
		case inName(c):
			for i+n < len(text) && inName(text[i+n]) {
				n++
			}
			out.WriteString(renameWord(all, text[i:i+n]))
			i += n
			continue
		}
		out.WriteString(text[i : i+n])
		i += n
	}
	return out.String()
}

// ReplaceNames gives a text its new names, wherever they stand.
func ReplaceNames(all []Rename, text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		n := 1
		for inName(text[i]) && i+n < len(text) && inName(text[i+n]) {
			n++
		}
		out.WriteString(renameWord(all, text[i:i+n]))
		i += n
	}
	return out.String()
}

func renameWord(all []Rename, word string) string {
	if i := slices.IndexFunc(all, func(r Rename) bool { return r.From == word }); i >= 0 {
		return all[i].To
	}
	return word
}

func inName(c byte) bool {
	const beyondASCII = 0x80
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= beyondASCII
}

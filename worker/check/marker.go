package check

import (
	"bytes"
	"slices"
	"strings"
)

// marker is one citation marker in a text: "[S3:p12]", or several ids in one
// bracket.
type marker struct {
	start, end int
	ids        []string
}

// What a model writes loosely is read as it is meant: "[s1: p2]", "[S1:p2, p3]"; "[S3]" names a
// source and no passage, which no pack holds.
func findMarkers(text string) []marker {
	var out []marker
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], '[')
		if i < 0 {
			break
		}
		at += i
		if m, ok := parseMarker(text, at); ok {
			out = append(out, m)
			at = m.end
			continue
		}
		at++
	}
	return out
}

func parseMarker(text string, at int) (marker, bool) {
	end := strings.IndexByte(text[at:], ']')
	const longest = 400
	if end < 0 || end > longest {
		return marker{}, false
	}
	m := marker{start: at, end: at + end + 1}
	source := ""
	bare := false
	for _, f := range strings.FieldsFunc(joinParts(text[at+1:at+end]), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		s, p, found := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(f, "<"), ">"), ":")
		switch {
		case found && isNumbered(s, 's') && isNumbered(p, 'p'):
			source = "S" + s[1:]
			m.ids = append(m.ids, source+":p"+p[1:])
		case !found && isNumbered(s, 'p') && source != "":
			m.ids = append(m.ids, source+":p"+s[1:])
		case !found && isNumbered(s, 's'):
			source, bare = "S"+s[1:], true
			m.ids = append(m.ids, source)
		default:
			return marker{}, false
		}
	}
	link := strings.HasPrefix(text[m.end:], "(")
	return m, len(m.ids) > 0 && (!bare || !link)
}

// joinParts closes up "S1: p2".
func joinParts(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, ": ", ":"), " :", ":")
}

func isNumbered(s string, letter byte) bool {
	return len(s) > 1 && s[0]|0x20 == letter && strings.Trim(s[1:], "0123456789") == ""
}

// Markers returns the passage ids cited in a text, in order, with doubles.
func Markers(text string) []string {
	var out []string
	for _, m := range findMarkers(text) {
		out = append(out, m.ids...)
	}
	return out
}

// MarkerSpans returns where the citation markers of a text begin and end.
func MarkerSpans(text string) [][2]int {
	var out [][2]int
	for _, m := range findMarkers(text) {
		out = append(out, [2]int{m.start, m.end})
	}
	return out
}

// RenameMarkers replaces each passage id in a text's markers by what rename
// returns; an empty answer removes the id, and a marker without ids vanishes.
func RenameMarkers(text string, rename func(id string) string) string {
	out := make([]byte, 0, len(text))
	at := 0
	for _, m := range findMarkers(text) {
		out = append(out, text[at:m.start]...)
		at = m.end
		var keep []string
		for _, id := range m.ids {
			if to := rename(id); to != "" && !slices.Contains(keep, to) {
				keep = append(keep, to)
			}
		}
		switch {
		case len(keep) > 0:
			out = append(out, "["+strings.Join(keep, ", ")+"]"...)
		case at == len(text) || strings.ContainsRune(" .,;:!?)\n", rune(text[at])):
			// What stood before the marker must not stand before a full stop.
			out = bytes.TrimRight(out, " ")
		}
	}
	return string(append(out, text[at:]...))
}

// StripMarkers removes all citation markers.
func StripMarkers(text string) string {
	return RenameMarkers(text, func(string) string { return "" })
}

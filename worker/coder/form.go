package coder

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/worker/workspace"
)

// A file keeps its form whoever changes it: a model writes lines that end with LF, without a byte order mark and with a
// line end after the last one, and means nothing by it.

const mark = "\ufeff" // of byte order

// end is empty for a last line that is open.
type line struct{ body, end string }

// The text has no byte order mark. CR alone ends lines where nothing else does.
func splitLines(text string) []line {
	ends := "\n"
	if !strings.Contains(text, "\n") && strings.Contains(text, "\r") {
		ends = "\r"
	}
	var out []line
	for text != "" {
		body, rest, found := strings.Cut(text, ends)
		l := line{body: body}
		if found {
			l.end = ends
		}
		if ends == "\n" && found && strings.HasSuffix(body, "\r") {
			l = line{body[:len(body)-1], "\r\n"}
		}
		out, text = append(out, l), rest
	}
	return out
}

// A model sees no byte order mark, and each line ended by LF.
func joinLines(all []line) string {
	var b strings.Builder
	for _, l := range all {
		b.WriteString(l.body)
		if l.end != "" {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// The text has LF. Lines that are in both keep their line end, and one that was changed has that
// of the line it was; those that are new have their neighbour's, else fallback.
func restoreLineEnds(was []line, text, fallback string) string {
	now := splitLines(text)
	var b strings.Builder
	before := fallback // what the line before ends with
	if len(was) > 0 && was[0].end != "" {
		before = was[0].end
	}
	for i, from := range matchLines(was, now) {
		switch {
		case now[i].end == "":
		case from >= 0 && was[from].end != "":
			before, now[i].end = was[from].end, was[from].end
		default:
			now[i].end = before
		}
		b.WriteString(now[i].body + now[i].end)
	}
	return b.String()
}

// It says for each line which one of before it is, or was until it was changed; -1 for one that is
// new.
func matchLines(was, now []line) []int {
	first := 0
	for first < min(len(was), len(now)) && was[first].body == now[first].body {
		first++
	}
	last := 0
	for last < min(len(was), len(now))-first && was[len(was)-1-last].body == now[len(now)-1-last].body {
		last++
	}
	places := map[string][]int{}
	for i, l := range was {
		places[l.body] = append(places[l.body], i)
	}
	from := make([]int, len(now))
	nextWas, nextNow := first, first // behind the last lines that are the same
	for i := range now {
		from[i] = -1
		switch same := places[now[i].body]; {
		case i < first:
			from[i] = i
		case i >= len(now)-last:
			from[i] = len(was) - (len(now) - i)
		default:
			if n, _ := slices.BinarySearch(same, nextWas); n < len(same) && same[n] < len(was)-last {
				from[i] = same[n]
				matchChanged(was[nextWas:same[n]], now[nextNow:i], from[nextNow:i], nextWas)
				nextWas, nextNow = same[n]+1, i+1
			}
		}
	}
	matchChanged(was[nextWas:len(was)-last], now[nextNow:len(now)-last], from[nextNow:len(now)-last], nextWas)
	return from
}

// Between two lines that stayed it says which were changed into which, in order: each of the side
// that has fewer has the one most like it that leaves enough for those behind it. The first of was
// is at in the file.
func matchChanged(was, now []line, from []int, at int) {
	few, many := min(len(was), len(now)), max(len(was), len(now))
	for i, next := 0, 0; i < few; i++ {
		best, most := next, -1
		for j := next; j <= many-(few-i); j++ {
			w, n := i, j
			if len(was) > len(now) {
				w, n = j, i
			}
			if like := countShared(was[w].body, now[n].body); like > most {
				best, most = j, like
			}
		}
		if len(was) > len(now) {
			from[i] = at + best
		} else {
			from[best] = at + i
		}
		next = best + 1
	}
}

func countShared(a, b string) int {
	n, head := 0, 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	for n < min(len(a), len(b))-head && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return head + n
}

// now has the form of the file whose place it takes; kept says what of that form, for the model to
// know. A text that has line ends of its own keeps them.
func fitWritten(was, text string) (now, kept string) {
	if was == "" || strings.Contains(text, "\r") {
		return text, ""
	}
	var said []string
	bare, marked := strings.CutPrefix(was, mark)
	text = strings.TrimPrefix(text, mark)
	before := splitLines(bare)
	if len(before) > 0 {
		open, opens := before[len(before)-1].end == "", !strings.HasSuffix(text, "\n")
		switch {
		case open && !opens:
			text = strings.TrimSuffix(text, "\n")
			said = append(said, "no line end after the last line")
		case !open && opens && text != "":
			text += "\n"
		}
	}
	now = restoreLineEnds(before, text, findUsualEnd(before))
	if crlf := strings.Count(now, "\r"); crlf > 0 {
		said = append([]string{"its line ends"}, said...)
	}
	if marked {
		now, said = mark+now, append(said, "its byte order mark")
	}
	if len(said) > 0 {
		kept = "; kept of the file as it was: " + strings.Join(said, ", ") + " (delete it first to write it otherwise)"
	}
	return now, kept
}

func findUsualEnd(all []line) string {
	count, best := map[string]int{}, "\n"
	for _, l := range all {
		if l.end == "" {
			continue
		}
		if count[l.end]++; count[l.end] > count[best] {
			best = l.end
		}
	}
	return best
}

// The words must stand once, or everywhere is meant. They are those of a model; the file's line ends stay.
func replaceWords(name, text, find, with string, everywhere bool) (string, int, error) {
	bare, marked := strings.CutPrefix(text, mark)
	all := splitLines(bare)
	seen := joinLines(all)
	exact := strings.Contains(find, "\r") // it says itself how lines end
	if exact {
		all, seen = []line{{body: bare}}, bare
	} else {
		find = strings.TrimPrefix(find, mark)
	}
	n := strings.Count(seen, find)
	switch {
	case n == 0 || find == "":
		return "", 0, &workspace.UnusableError{Text: fmt.Sprintf("these words do not stand in %s%s", name, describeNearest(seen, find))}
	case n > 1 && !everywhere:
		return "", 0, &workspace.UnusableError{Text: fmt.Sprintf("these words stand %d times in %s (%s): take more of what is around the one that you mean, or use %s", n, name, listPlaces(seen, find), doReplaceAll)}
	}
	var now strings.Builder
	done := 0 // of the file as it was
	for from := strings.Index(seen, find); from >= 0; {
		to := from + len(find)
		a, b := computeRawOffset(all, from), computeRawOffset(all, to)
		put := with
		if !exact && !strings.Contains(with, "\r") {
			put = restoreLineEnds(splitLines(bare[a:b]), with, findEnd(all, from))
		}
		now.WriteString(bare[done:a] + put)
		next := strings.Index(seen[to:], find)
		if done = b; next < 0 {
			break
		}
		from = to + next
	}
	now.WriteString(bare[done:])
	if marked {
		return mark + now.String(), n, nil
	}
	return now.String(), n, nil
}

func findEnd(all []line, at int) string {
	for _, l := range all {
		if at <= len(l.body) && l.end != "" {
			return l.end
		}
		at -= len(l.body) + 1
	}
	return findUsualEnd(all)
}

// at is a place in the text that a model sees.
func computeRawOffset(all []line, at int) int {
	raw := 0
	for _, l := range all {
		if at <= len(l.body) {
			return raw + at
		}
		raw += len(l.body) + len(l.end)
		at -= len(l.body) + 1
	}
	return raw
}

// It is empty for a file that is UTF-8.
func describeForeign(name, text string) string {
	if utf8.ValidString(text) && !strings.ContainsRune(text, 0) {
		return ""
	}
	return name + " is not UTF-8: its other letters are kept byte for byte, and only ASCII can be put between them"
}

// Two encodings must not mix in a file, nor one be lost. whole says that the words are all of the
// file.
func checkEncoding(name, was, words string, whole bool) error {
	ascii := !strings.ContainsFunc(words, func(r rune) bool { return r >= utf8.RuneSelf })
	if no := describeForeign(name, was); no != "" && (whole || !ascii) {
		return &workspace.UnusableError{Text: no}
	}
	return nil
}

package roadmap

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
)

// respelling is a roadmap whose lists are written as Markdown writes them, with
// the way back: people paste bullets, boxes and numbers from Docs, Notion,
// Word and mail, and a ticked roadmap keeps the form that came.
type respelling struct {
	text  []byte
	runs  []run          // in the order of text
	boxes map[int]origin // a box by where it begins in text
}

// run says that the bytes of text from out on are those of the source from
// src on, up to the next run.
type run struct{ out, src int }

// origin holds the place of a box in the source, and its form when it is ticked.
type origin struct {
	from, to int
	ticked   string
}

// out is a place in the text; the place in the founder's file is returned.
func (r *respelling) findSource(out int) int {
	i := sort.Search(len(r.runs), func(i int) bool { return r.runs[i].out > out }) - 1
	if i < 0 {
		return out
	}
	at := r.runs[i].src + out - r.runs[i].out
	if i+1 < len(r.runs) {
		at = min(at, r.runs[i+1].src)
	}
	return at
}

func respellLists(src []byte) *respelling {
	s := newSpeller(src)
	if s.spellTable() {
		return &s.out
	}
	foreign := s.countMarks()
	if apart, inset := s.setApart(), s.setOut(); !foreign && !apart && !inset {
		return &respelling{text: bytes.Clone(src)}
	}
	fenced := false
	for at := 0; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if bytes.HasPrefix(bytes.TrimLeft(src[at:end], " "), []byte("```")) {
			fenced = !fenced
		}
		if s.apart[at] {
			s.writeText(at, "\n")
		}
		if fenced || !foreign || !s.writeLine(at, end) {
			s.writePlain(at, end)
		}
		at = end
	}
	return &s.out
}

// It returns false when the line stays as it is.
func (s *speller) writeLine(at, end int) bool {
	head := s.src[at:min(end, at+200)]
	if date := s.dates[at]; date != dateNone {
		if date == dateItem {
			s.writeText(at, "- ")
		}
		dot := at + bytes.IndexByte(head, '.')
		s.copySource(at, dot)
		s.writeText(dot, `\`)
		s.copySource(dot, end)
		return true
	}
	if number, is := s.pending[at]; is && !s.over[at] {
		_, _, length := s.readNumber(head)
		m := s.stepped.FindSubmatch(head)
		if m != nil && !isStepWord(strings.ToLower(string(m[2]))) {
			length = countIndent(head) // "Week 1: ..." keeps its name
		}
		mark := strconv.Itoa(number) + ". "
		s.writeIndent(at, head[:countIndent(head)], 0)
		s.writeText(at+countIndent(head), mark)
		s.numberedAt = s.computeColumns(at, head[:countIndent(head)])
		s.contentAt = s.numberedAt + len(mark)
		s.writeRest(at+length, end)
		return true
	}
	if m := s.matchBullet(head); m != nil {
		if !s.isItemMark(at, m) {
			return false
		}
		s.writeIndent(at, m.indent, s.computeWordDepth(m.mark))
		s.writeText(at+len(m.indent), "- ")
		s.writeRest(at+m.length, end)
		return true
	}
	blanks := countIndent(head)
	if m := s.boxed.FindSubmatch(head[blanks:]); m != nil && (s.count["box"] > 1 || strings.ContainsAny(string(m[3]), "☐☑☒")) {
		s.writeIndent(at, head[:blanks], 0)
		s.writeText(at+blanks, "- ")
		s.writeRest(at+blanks, end)
		return true
	}
	return false
}

// The indent stays as it came, or becomes plain blanks where Markdown would not see that the item
// belongs to the one above it.
func (s *speller) writeIndent(at int, blanks []byte, deeper int) {
	columns := s.computeColumns(at, blanks)
	within := columns > s.numberedAt && columns < s.contentAt
	if within {
		columns = s.contentAt
	}
	if columns <= s.numberedAt {
		s.contentAt = 0
	}
	if !within && deeper == 0 && s.inset[at] == 0 && len(bytes.Trim(blanks, " \t")) == 0 {
		s.copySource(at, at+len(blanks))
		return
	}
	s.writeText(at, strings.Repeat(" ", columns+deeper))
}

// An ideographic blank counts two, a tab goes on to the next multiple of four.
func countColumns(blanks []byte) int {
	const tab = 4
	n := 0
	for _, r := range string(blanks) {
		switch r {
		case '\t':
			n += tab - n%tab
		case '\u3000', '\u2003':
			n += 2
		case '\u200b':
		default:
			n++
		}
	}
	return n
}

// The box gets the form of Markdown.
func (s *speller) writeRest(at, end int) {
	m := s.boxed.FindSubmatch(s.src[at:min(end, at+40)])
	if m == nil || len(m[0]) == 0 {
		s.copySource(at, end)
		return
	}
	behind := m[2]
	if len(m[3]) > 0 {
		behind = m[4]
	}
	to := at + len(m[0]) - len(behind)
	form, ticked := "[ ]", "[x]"
	var done bool
	if sign := string(m[3]); sign != "" {
		done = strings.Contains("☑✅✔✓🟩☒", sign) // a sign in a list of signs
		ticked = "☑"
		if sign == "⬜" || sign == "🔲" {
			ticked = "✅"
		}
	} else {
		done = strings.TrimSpace(strings.Trim(string(m[1]), "\u00a0\u3000\u2002")) != ""
		if s.src[at] == '\\' {
			ticked = `\[x\]`
		}
	}
	if done {
		form = "[x]"
	}
	s.out.boxes[len(s.out.text)] = origin{at, to, ticked}
	s.writeText(at, form)
	if len(behind) > 0 && behind[0] == '\n' {
		s.copySource(to, end)
		return
	}
	s.writeText(to, " ")
	s.copySource(at+len(m[0]), end)
}

func (s *speller) copySource(from, to int) {
	if from >= to {
		return
	}
	s.out.runs = append(s.out.runs, run{len(s.out.text), from})
	s.out.text = append(s.out.text, s.src[from:to]...)
}

// The text stands for the source at a place.
func (s *speller) writeText(at int, text string) {
	s.out.runs = append(s.out.runs, run{len(s.out.text), at})
	s.out.text = append(s.out.text, text...)
}

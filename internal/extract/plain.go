package extract

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/frasier-cos/frasier/internal/prose"
)

// The file is text already.
func readText(s *source, kind Kind) (Result, error) {
	text, err := s.decodeText()
	if err != nil {
		return Result{}, err
	}
	if kind == KindCSV {
		if r, ok := readCSV(s, text); ok {
			return r, nil
		}
	}
	if kind == KindMarkdown || s.ext == ".svg" {
		text = s.removeHiddenMarkup(text)
	}
	return Result{Text: text, Truncated: len(s.raw) > rawLimit}, nil
}

// Markdown's reader never sees comments, scripts, styles and hidden elements. Code stays as it is.
func (s *source) removeHiddenMarkup(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	var b strings.Builder
	unclosed := map[string]bool{}
	hidden, fence, lineStart := 0, "", true
	for i := 0; i < len(text); {
		n := 1
		switch {
		case lineStart && findFence(text[i:]) != "" && (fence == "" || strings.HasPrefix(findFence(text[i:]), fence)):
			mark := findFence(text[i:])
			n = strings.Index(text[i:], mark) + len(mark)
			if fence == "" {
				fence = mark
			} else {
				fence = ""
			}
		case fence != "":
		case text[i] == '`':
			n = measureCodeSpan(text[i:])
		case text[i] == '<':
			if cut := measureHidden(text[i:], unclosed); cut > 0 {
				hidden++
				i += cut
				continue
			}
		}
		b.WriteString(text[i : i+n])
		i += n
		lineStart = text[i-1] == '\n'
	}
	if hidden > 0 {
		s.addNote("I left out %s of %s.", prose.Count(hidden, "hidden part"), s.name)
	}
	return b.String()
}

// The fence opens the line at the start of s.
func findFence(s string) string {
	i := 0
	for i < min(3, len(s)) && s[i] == ' ' {
		i++
	}
	for _, c := range []byte("`~") {
		n := 0
		for i+n < len(s) && s[i+n] == c {
			n++
		}
		if n >= 3 {
			return s[i : i+n]
		}
	}
	return ""
}

const (
	longestTag   = 1024 // bytes of a tag that is looked at, and of a code span
	mostUnclosed = 50   // hidden tags without an end that are looked for
)

// It is the length of the backticks alone when nothing closes the span nearby.
func measureCodeSpan(s string) int {
	n := 1
	for n < len(s) && s[n] == '`' {
		n++
	}
	paragraph, _, _ := strings.Cut(s[n:min(len(s), n+longestTag)], "\n\n")
	if end := strings.Index(paragraph, s[:n]); end >= 0 {
		return n + end + n
	}
	return n
}

// The hidden part stands at the start of s; 0 for none. What has no end is not hidden.
func measureHidden(s string, unclosed map[string]bool) int {
	if strings.HasPrefix(s, "<!--") && !unclosed["!"] {
		if end := strings.Index(s, "-->"); end >= 0 {
			return end + len("-->")
		}
		unclosed["!"] = true
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), longestTag)], '>')
	if end < 2 || len(unclosed) > mostUnclosed {
		return 0
	}
	z := html.NewTokenizer(strings.NewReader(s[:end+1]))
	if t := z.Next(); t != html.StartTagToken && t != html.SelfClosingTagToken {
		return 0
	}
	tag := z.Token()
	switch {
	case !isHidden(tag.Data, tag.Attr), unclosed[tag.Data]:
		return 0
	case isVoid(tag.Data), tag.Type == html.SelfClosingTagToken:
		return end + 1
	}
	if n := measureToClosing(s[end+1:], tag.Data); n > 0 {
		return end + 1 + n
	}
	unclosed[tag.Data] = true
	return 0
}

// The element is open already; 0 when nothing closes it.
func measureToClosing(s, tag string) int {
	for depth, at := 1, 0; ; at++ {
		next := strings.IndexByte(s[at:], '<')
		if next < 0 {
			return 0
		}
		at += next
		rest := strings.ToLower(s[at:min(len(s), at+len(tag)+3)])
		switch {
		case strings.HasPrefix(rest, "</"+tag):
			depth--
			if end := strings.IndexByte(s[at:], '>'); depth == 0 {
				return at + max(end, 0) + 1
			}
		case strings.HasPrefix(rest, "<"+tag) && strings.ContainsAny(rest[len(tag)+1:], " >\n/"):
			depth++
		}
	}
}

func findHeading(text string, kind Kind) string {
	if kind != KindMarkdown && kind != KindHTML && kind != KindDocx && kind != KindODT {
		return ""
	}
	for line := range strings.Lines(prose.FirstBytes(text, 1<<16)) {
		if t, ok := strings.CutPrefix(line, "# "); ok {
			return strings.Trim(strings.TrimSpace(t), "#*_ ")
		}
	}
	return ""
}

// The first line must look like a title.
func findHeadline(text string) string {
	line, _, more := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	const longest = 80
	if !more || len(line) > longest || strings.ContainsAny(line, "{}<>=|") || strings.HasSuffix(line, ".") || strings.HasSuffix(line, ",") {
		return ""
	}
	return line
}

// Some shapes are hard to read.
func (s *source) noteShape(text string, kind Kind) {
	const deep, wide = 100, 1000
	switch kind {
	case KindCSV:
		line, _, _ := strings.Cut(text, "\n")
		if n := strings.Count(line, ",") + strings.Count(line, "\t") + strings.Count(line, ";") + 1; n > wide {
			s.addNote("%s has %d columns.", s.name, n)
		}
	case KindJSON:
		depth, deepest := 0, 0
		for _, c := range []byte(text) {
			switch c {
			case '[', '{':
				depth++
				deepest = max(deepest, depth)
			case ']', '}':
				depth--
			}
		}
		if deepest > deep {
			s.addNote("%s is nested %d levels deep.", s.name, deepest)
		}
	case KindMarkdown, KindText, KindHTML, KindPDF, KindDocx, KindXLSX, KindPPTX, KindODT, KindODS, KindODP, KindEPUB, KindRTF, KindMail, KindCalendar:
	}
}

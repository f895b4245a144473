package llm

import "strings"

// Thoughts that leaked into a text are <think>...</think> and its variants, whole or with only the
// closing tag. open is true when a thought begins and never ends; what follows its tag is then no
// answer. Tags inside code, fenced or not, or inside a JSON string are text.
func stripThink(text string) (answer string, open bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	if !strings.Contains(text, "think") && !strings.Contains(text, "THINK") && !strings.Contains(text, "Think") {
		return text, false
	}
	for {
		tag, ok := nextTag(text, 0)
		switch {
		case !ok:
			return text, open
		case tag.closing:
			text = strings.TrimLeft(text[tag.end:], " \t\r\n")
		default:
			end, found := closingTag(text, tag.end)
			if !found {
				return strings.TrimRight(text[:tag.start], " \t\r\n"), true
			}
			head := strings.TrimRight(text[:tag.start], " \t\r\n")
			tail := strings.TrimLeft(text[end:], " \t\r\n")
			if head != "" && tail != "" {
				head += "\n\n"
			}
			text = head + tail
		}
	}
}

type thinkTag struct {
	start, end int
	closing    bool
}

// Tags inside a fence or an object are left out.
func nextTag(text string, at int) (thinkTag, bool) {
	fenced, object := false, false
	for at < len(text) {
		lineEnd := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			lineEnd = at + n + 1
		}
		line := text[at:lineEnd]
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			// A tag may stand before a fence on no line of ours, so the whole
			// line belongs to the fence.
			fenced = !fenced
		case fenced:
		default:
			object = object || strings.HasPrefix(trimmed, "{")
			if t, ok := tagIn(line); ok && (!object || !quotedAt(line, t.start)) && strings.Count(line[:t.start], "`")%2 == 0 {
				t.start += at
				t.end += at
				return t, true
			}
		}
		at = lineEnd
	}
	return thinkTag{}, false
}

// The thought began before from. Fences inside a thought mean nothing.
func closingTag(text string, from int) (int, bool) {
	depth := 1
	for from < len(text) {
		t, ok := tagIn(text[from:])
		if !ok {
			return 0, false
		}
		if t.closing {
			depth--
		} else {
			depth++
		}
		from += t.end
		if depth == 0 {
			return from, true
		}
	}
	return 0, false
}

func tagIn(s string) (thinkTag, bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '<' && s[i] != '(' && s[i] != '[' {
			continue
		}
		if n, closing := tagAt(s[i:]); n > 0 {
			return thinkTag{start: i, end: i + n, closing: closing}, true
		}
	}
	return thinkTag{}, false
}

// It is 0 when s begins with no tag.
func tagAt(s string) (length int, closing bool) {
	ends := map[byte]byte{'<': '>', '(': ')', '[': ']'}[s[0]]
	n := strings.IndexByte(s[:min(len(s), 40)], ends)
	if n < 0 {
		return 0, false
	}
	name := strings.ToLower(strings.TrimSpace(s[1:n]))
	name, closing = strings.CutPrefix(name, "/")
	switch strings.TrimSpace(name) {
	case "think", "mm:think":
		return n + 1, closing
	case "thinking", "thought":
		if s[0] == '<' {
			return n + 1, closing
		}
	}
	return 0, false
}

// The position may lie inside a JSON string.
func quotedAt(line string, at int) bool {
	quoted := false
	for i := 0; i < at; i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		}
	}
	return quoted
}

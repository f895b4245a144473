package postbox

import (
	"errors"
	"fmt"
	"net"
)

const (
	sessionBytes = 16 << 20 // that a server says in one session
	lineMost     = 1 << 20  // bytes of a line without its literals: ids of a large search stand in one
	wordMost     = 32 << 10 // bytes of one word or one text in quotes
	literalMost  = 256 << 10
	nestedMost   = 50 // lists in one another
)

// errUnfit says that a server says what no server has a reason to say.
var errUnfit = errors.New("it says what no mailbox says")

// guarded is a connection whose other side is not trusted: it ends the session where a line, a word, a literal, the depth of lists or the whole is
// beyond what mailboxes say. The client behind it reads lists by calling itself, and what is announced it makes room for.
type guarded struct {
	net.Conn

	total   int
	line    int
	word    int
	depth   int
	quoted  bool
	escaped bool
	number  int64 // of the braces that are being read; -1 outside
	closed  bool  // these ended, and only the end of the line makes them a literal's
	literal int64 // bytes of one that are still to come
	err     error
}

func newGuarded(c net.Conn) *guarded { return &guarded{Conn: c, number: -1} }

// Read passes on what is fit.
func (g *guarded) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.Conn.Read(p)
	if g.total += n; g.total > sessionBytes {
		g.err = fmt.Errorf("%w: more than %d MB in one session", errUnfit, sessionBytes>>20)
		return 0, g.err
	}
	for _, c := range p[:n] {
		if g.err = g.see(c); g.err != nil {
			return 0, g.err
		}
	}
	return n, err
}

func (g *guarded) see(c byte) error {
	if g.literal > 0 {
		g.literal--
		return nil
	}
	if c == '\n' {
		return g.endLine()
	}
	g.line++
	g.word++
	switch {
	case g.line > lineMost:
		return fmt.Errorf("%w: a line of more than %d kB", errUnfit, lineMost>>10)
	case g.word > wordMost:
		return fmt.Errorf("%w: a word of more than %d kB", errUnfit, wordMost>>10)
	case c == '\r':
		return nil
	case g.quoted:
		g.quoted, g.escaped = c != '"' || g.escaped, c == '\\' && !g.escaped
		return nil
	}
	return g.seeBare(c)
}

// seeBare looks at a byte that stands in no quotes.
func (g *guarded) seeBare(c byte) error {
	inBraces := g.number
	g.number, g.closed = -1, false
	switch {
	case c == '"':
		g.quoted, g.word = true, 0
	case c == ' ':
		g.word = 0
	case c == '(':
		g.word = 0
		if g.depth++; g.depth > nestedMost {
			return fmt.Errorf("%w: more than %d lists in one another", errUnfit, nestedMost)
		}
	case c == ')':
		g.depth = max(0, g.depth-1)
	case c == '{':
		g.number = 0
	case inBraces >= 0 && c >= '0' && c <= '9':
		if g.number = inBraces*10 + int64(c-'0'); g.number > literalMost {
			return fmt.Errorf("%w: a text of more than %d kB", errUnfit, literalMost>>10)
		}
	case inBraces >= 0 && c == '+':
		g.number = inBraces
	case inBraces >= 0 && c == '}':
		g.number, g.closed = inBraces, true
	}
	return nil
}

func (g *guarded) endLine() error {
	if g.closed {
		g.literal = g.number
	} else {
		g.line, g.depth = 0, 0 // a list goes on behind a literal
	}
	g.word, g.quoted, g.escaped, g.number, g.closed = 0, false, false, -1, false
	return nil
}

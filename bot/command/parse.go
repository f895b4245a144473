package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Call is one line read: a command with its arguments.
type Call struct {
	Name string            // the command's own name, never an alias
	Args map[string]string // by option; what was not given is missing
	Page int               // of a long reply, from 1
}

// RefusalError is why a command does nothing, in words for the founder.
type RefusalError = noun.RefusalError

// refuse is a refusal of one text.
func refuse(text string) error { return &RefusalError{Text: text} }

// refusal is a refusal with a way out.
func refusal(m wording.Message) error {
	r := m.Reply()
	return &RefusalError{Text: r.Text, Card: r.Card}
}

// Parse reads a line without its "!" or "/". A line is the command's name or
// an alias, then values in the order of the options: a word each, or text in
// double quotes as Go writes it; the last option takes the rest of the line as
// it is. name=value names an option. An error is always a *RefusalError.
func Parse(line string) (Call, error) {
	c, s, err := parse(line)
	if err != nil {
		return Call{}, err
	}
	return c, c.missing(s)
}

// parse is Parse without a look at what is missing.
func parse(line string) (Call, noun.Command, error) {
	line = strings.TrimLeftFunc(strings.TrimSpace(line), func(r rune) bool { return strings.ContainsRune("!/\uFF01", r) || unicode.IsSpace(r) })
	word, rest := syntax.CutWord(line)
	s, ok := findCommand(strings.ToLower(word))
	if !ok {
		return Call{}, noun.Command{}, refuseUnknown(word)
	}
	c := Call{Name: s.Name, Args: map[string]string{}, Page: 1}
	if s.Read != nil {
		if args, ok := s.Read(rest); ok {
			c.Args = args
			return c, s, nil
		}
	}
	return c, s, c.read(s, rest)
}

// missing refuses a call without an argument that its command needs.
func (c Call) missing(s noun.Command) error {
	for _, o := range s.Options {
		if o.Required && o.Kind != syntax.File && c.Args[o.Name] == "" {
			return refuse(messages.CommandNeeds(s.Name, o.Description, s.Example))
		}
	}
	return nil
}

// read fills the arguments from what stands after the name.
func (c *Call) read(s noun.Command, rest string) error {
	options := slices.DeleteFunc(slices.Clone(s.Options), func(o syntax.Option) bool { return o.Kind == syntax.File })
	slices.SortStableFunc(options, func(a, b syntax.Option) int { return rankOption(a) - rankOption(b) })
	rest = takeNamed(s, rest, func(name, value string) {
		if name == "page" {
			c.turn(value)
		} else if !c.has(name) {
			c.Args[name] = value
		}
	})
	at := 0
	for {
		if rest = strings.TrimSpace(rest); rest == "" {
			return nil
		}
		if i, value, named := c.readNamed(options, rest); named {
			if i < 0 {
				var page string
				page, rest = syntax.CutWord(value)
				c.turn(page)
				continue
			}
			if i == len(options)-1 {
				c.Args[options[i].Name] = strings.TrimSpace(value)
				return nil
			}
			c.Args[options[i].Name], rest = cutValue(value)
			continue
		}
		for at < len(options) && (options[at].Named || c.has(options[at].Name)) {
			at++
		}
		switch {
		case at >= len(options):
			return refuse(messages.CommandTakesNo(s.Name, rest, s.Example))
		case at == len(options)-1:
			c.Args[options[at].Name] = rest
			return nil
		}
		c.Args[options[at].Name], rest = cutValue(rest)
	}
}

// turn goes to a page; what is no page's number leaves it.
func (c *Call) turn(page string) {
	if n, err := strconv.Atoi(page); err == nil && n > 0 && n < 10_000 {
		c.Page = n
	}
}

// takeNamed takes the options that are only named, and the page, out of what stands behind
// a command's name, wherever they stand; where the last option is free words, only from
// its end.
func takeNamed(s noun.Command, rest string, found func(name, value string)) string {
	options := slices.DeleteFunc(slices.Clone(s.Options), func(o syntax.Option) bool { return o.Named || o.Kind == syntax.File })
	option := func(word string) (string, string, bool) {
		name, value, is := strings.Cut(word, "=")
		named := s.AsksBack && name == noun.OptionSure || slices.ContainsFunc(s.Options, func(o syntax.Option) bool { return o.Named && o.Name == name })
		return name, value, is && value != "" && (named || name == "page" && (!takesWords(s) || !s.Acts || s.Changes != nil))
	}
	last := ""
	if len(options) > 0 {
		last = options[len(options)-1].Name + "="
	}
	if takesWords(s) {
		if strings.HasPrefix(rest, last) || strings.Contains(rest, " "+last) {
			return rest
		}
		for {
			i := strings.LastIndexFunc(rest, unicode.IsSpace)
			name, value, is := option(rest[i+1:])
			if i < 0 || !is {
				return rest
			}
			if v, more := cutValue(value); more == "" {
				value = v
			}
			found(name, value)
			rest = strings.TrimSpace(rest[:i])
		}
	}
	var left []string
	whole, some := rest, false
	for rest = strings.TrimSpace(rest); rest != ""; {
		if last != "" && strings.HasPrefix(rest, last) {
			left = append(left, rest)
			break
		}
		word, _ := syntax.CutWord(rest)
		if name, _, is := option(word); is {
			value, after := cutValue(rest[len(name)+1:])
			found(name, value)
			rest, some = after, true
			continue
		}
		_, after := cutValue(rest)
		left = append(left, rest[:len(rest)-len(after)]) // with the space behind it: the last option is kept as it was written
		rest = after
	}
	if !some {
		return whole
	}
	return strings.TrimSpace(strings.Join(left, ""))
}

// rankOption is 0 for an option that is only named and 1 for one that has a place.
func rankOption(o syntax.Option) int {
	if o.Named {
		return 0
	}
	return 1
}

func (c *Call) has(option string) bool {
	_, ok := c.Args[option]
	return ok
}

// readNamed returns the option that a rest of a line names and what follows its
// "="; -1 stands for the page.
func (c *Call) readNamed(options []syntax.Option, rest string) (int, string, bool) {
	name, value, ok := strings.Cut(rest, "=")
	if !ok || strings.ContainsFunc(name, unicode.IsSpace) {
		return 0, "", false
	}
	if name == "page" {
		return -1, value, true
	}
	i := slices.IndexFunc(options, func(o syntax.Option) bool { return o.Name == name })
	return i, value, i >= 0 && !c.has(name)
}

// cutValue splits off the first value: a word, or text in quotes. A quote that
// nothing ends is part of its word. Phones write curly quotes.
func cutValue(s string) (value, rest string) {
	if q, err := strconv.QuotedPrefix(s); err == nil && q[0] == '"' {
		if v, err := strconv.Unquote(q); err == nil {
			return v, strings.TrimSpace(s[len(q):])
		}
	}
	if r, n := utf8.DecodeRuneInString(s); r == '\u201c' || r == '\u201d' {
		if i := strings.IndexAny(s[n:], "\u201c\u201d"); i >= 0 {
			_, size := utf8.DecodeRuneInString(s[n+i:])
			return s[n : n+i], strings.TrimSpace(s[n+i+size:])
		}
	}
	return syntax.CutWord(s)
}

// refuseUnknown says that there is no such command, and which is one edit away.
func refuseUnknown(word string) error {
	word = clip(word, 32)
	near, far := prose.FindNearest(strings.ToLower(word), listSpellings())
	if far > 1 {
		near = ""
	}
	return refusal(messages.UnknownCommand(word, near))
}

package command

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// address settles which part of a line names the project and which are the words for
// it. Where a thread gives the project, or the only one that is open, a first word
// that is no number and no title belongs to the words; an option such as "off" never
// names a project, and a number may stand behind it.
func (d *Handler) address(ctx context.Context, o *order) error {
	subject, options := findSubject(o.of)
	raw, plain := readRest(o.of, o.Line)
	if subject == "" || len(options) == 0 || !plain || raw == "" {
		return nil
	}
	first, rest := cutValue(raw)
	if name := syntax.TrimName(first); syntax.IsProjectID(name) || subject == optionSubject && syntax.IsStepID(strings.ToLower(name)) || slices.Contains(o.of.Verbs, strings.ToLower(name)) {
		return nil
	}
	if id, left, found := findNumber(raw, o.of); found {
		return o.readdress(subject, id, left)
	}
	home, err := d.here(ctx, o)
	if err != nil {
		return err
	}
	all, err := d.Store.ProjectsNamed(ctx, "", 500)
	if err != nil {
		return err
	}
	if id, left, found := findTitle(all, raw, home != "" && takesWords(o.of)); found {
		return o.readdress(subject, string(id), left)
	}
	if home == "" && !isChoice(o.of, first) {
		found, err := d.Store.ProjectsNamed(ctx, syntax.TrimName(first), 2)
		if err != nil || len(found) > 0 {
			return err // a title, as which reads it
		}
		if p, near := findSlip(all, syntax.TrimName(first)); near {
			return d.askWhether(o, syntax.TrimName(first), p, rest)
		}
	}
	if home != "" {
		return o.readdress(subject, string(home), raw)
	}
	if p, err := d.only(ctx, o, o.of.Open); err == nil {
		return o.readdress(subject, string(p.ID), raw)
	} else {
		return err
	}
}

// readdress reads a line again as if it had named the project first.
func (o *order) readdress(subject, project, rest string) error {
	c := Call{Name: o.Name, Args: map[string]string{subject: project}, Page: o.Page}
	for name, value := range o.Args {
		if slices.ContainsFunc(o.of.Options, func(p syntax.Option) bool { return p.Name == name && p.Named }) {
			c.Args[name] = value
		}
	}
	err := c.read(o.of, rest)
	o.Call = c
	return err
}

// needs refuses an order without what its command cannot do without.
func (o *order) needs() error {
	name := o.of.Needs
	if name == "" || strings.TrimSpace(o.Args[name]) != "" {
		return nil
	}
	subject, _ := findSubject(o.of)
	return refusal(messages.CommandNeedsWords(o.Name, o.Args[subject], describeOption(o.of, name), o.of.Example))
}

// readRest returns what stands behind the command in its line. Options that are named do not count; plain is false for a line that names one of those
// that have a place.
func readRest(s noun.Command, line string) (rest string, plain bool) {
	_, rest = syntax.CutWord(strings.TrimLeftFunc(strings.TrimSpace(line), func(r rune) bool { return strings.ContainsRune("!/\uFF01", r) || unicode.IsSpace(r) }))
	if !takesWords(s) {
		rest = takeNamed(s, rest, func(string, string) {})
	}
	for {
		name, _, found := strings.Cut(rest, "=")
		if !found || strings.ContainsFunc(name, unicode.IsSpace) {
			return rest, true
		}
		i := slices.IndexFunc(s.Options, func(o syntax.Option) bool { return o.Name == name })
		if i >= 0 && !s.Options[i].Named {
			return rest, false
		}
		if i < 0 && name != "page" {
			return rest, true
		}
		_, rest = cutValue(rest[len(name)+1:])
	}
}

// isChoice reports whether a word is a value of one of the command's options, and so no
// project's name.
func isChoice(s noun.Command, word string) bool {
	word = strings.ToLower(syntax.TrimName(word))
	if slices.Contains(s.Words, word) {
		return true
	}
	return slices.ContainsFunc(s.Options, func(o syntax.Option) bool {
		return slices.ContainsFunc(o.Choices, func(c org.Choice) bool { return c.Value == word })
	})
}

// findNumber finds a project's number that stands behind the options of a line.
// Free words may speak of another project, so that none of them is taken for one.
func findNumber(raw string, s noun.Command) (id, left string, found bool) {
	if takesWords(s) || !isChoice(s, strings.Fields(raw)[0]) {
		return "", "", false
	}
	words := strings.Fields(raw)
	i := slices.IndexFunc(words, func(w string) bool { return syntax.IsProjectID(syntax.TrimName(w)) })
	if i < 0 {
		return "", "", false
	}
	return syntax.TrimName(words[i]), strings.Join(slices.Delete(words, i, i+1), " "), true
}

// findTitle finds the project whose whole title a line begins with, the longest of several.
// Where words are meant unless a project is named, a title of one word stands in quotes
// or before a colon.
func findTitle(all []org.ProjectName, raw string, marked bool) (id org.ProjectID, left string, found bool) {
	best := 0
	for _, p := range all {
		title := prose.OneLine(p.Title)
		if title == "" || len([]rune(title)) <= best {
			continue
		}
		if marked && !strings.Contains(title, " ") && !marksName(raw) {
			continue
		}
		if rest, ok := cutTitle(raw, title); ok {
			best, id, left, found = len([]rune(title)), p.ID, rest, true
		}
	}
	return id, left, found
}

// marksName reports whether a line begins with a name in quotes or before a colon, or is
// nothing else.
func marksName(raw string) bool {
	first, rest := syntax.CutWord(raw)
	return rest == "" || strings.HasSuffix(first, ":") || strings.HasPrefix(raw, `"`) || strings.HasPrefix(raw, "\u201c")
}

// cutTitle takes a title from the front of a line, whatever its case, in quotes or not.
func cutTitle(raw, title string) (rest string, ok bool) {
	if value, rest := cutValue(raw); strings.EqualFold(syntax.TrimName(value), title) {
		return rest, true
	}
	a, t := []rune(raw), []rune(title)
	if len(a) < len(t) || !strings.EqualFold(string(a[:len(t)]), title) {
		return "", false
	}
	rest = string(a[len(t):])
	if rest != "" && !strings.ContainsRune(" \t\n:,;", a[len(t)]) {
		return "", false
	}
	return strings.TrimLeft(rest, " \t\n:,;"), true
}

// findSlip returns the one project whose title, or a word of it, is a single slip away from
// a name. A number is none: every other one is as near.
func findSlip(all []org.ProjectName, name string) (org.ProjectName, bool) {
	const shortest = 4 // of a name that is worth a guess
	name = strings.ToLower(name)
	if syntax.IsProjectID(name) || len([]rune(name)) < shortest {
		return org.ProjectName{}, false
	}
	var near []org.ProjectName
	for _, p := range all {
		title := strings.ToLower(p.Title)
		for _, n := range append(strings.Fields(title), title) {
			if prose.CountEdits([]rune(clip(name, 80)), []rune(clip(n, 80))) <= 1 {
				near = append(near, p)
				break
			}
		}
	}
	if len(near) != 1 {
		return org.ProjectName{}, false
	}
	return near[0], true
}

// noProject says that there is no such project, and which one a single slip makes of
// the name.
func (d *Handler) noProject(ctx context.Context, o *order, name string) error {
	all, err := d.Store.ProjectsNamed(ctx, "", 500)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return refuse(messages.ProjectNone())
	}
	if p, near := findSlip(all, name); near {
		rest := ""
		if _, options := findSubject(o.of); len(options) > 0 {
			raw, _ := readRest(o.of, o.Line)
			_, rest = cutValue(raw)
		}
		return d.askWhether(o, name, p, rest)
	}
	return refusal(messages.ProjectUnknown(name))
}

// askWhether asks whether a project is meant whose name is a slip away; the button carries
// out the whole line for it.
func (d *Handler) askWhether(o *order, name string, p org.ProjectName, rest string) error {
	line := strings.TrimSpace(o.Name + " " + string(p.ID) + " " + rest)
	if o.Name == "add" {
		line = "add " + o.Args["message"] + " " + string(p.ID)
	} else if len(line) > org.ButtonLine {
		line = "meant " + o.Origin + " " + string(p.ID)
	}
	return refusal(messages.ProjectSlip(name, p, line))
}

// askWhich asks which of several projects is meant; the choice carries out the whole line
// for it.
func askWhich(o *order, among []org.ProjectName, said string, ended bool) error {
	command := o.Name
	if _, options := findSubject(o.of); o.Name == "add" {
		command += " " + o.Args["message"]
	} else if raw, _ := readRest(o.of, o.Line); len(options) > 0 && raw != "" {
		command = "meant " + o.Origin
	}
	return refusal(messages.ProjectWhich(among, said, ended, command, o.Name))
}

// repeat carries out a command that was given before.
func (d *Handler) repeat(ctx context.Context, o *order, r noun.Repeat) (noun.View, error) {
	call, of, err := parse(r.Line)
	if err != nil && r.Project != "" {
		return noun.View{}, err
	}
	subject, options := findSubject(of)
	if err != nil || r.Sure && !of.AsksBack || r.Project != "" && (subject == "" || of.Name == o.of.Name) {
		return noun.View{}, refuse(r.Refusal)
	}
	again := &order{Command: o.Command, Call: call, of: of, since: o.since}
	again.Line = r.Line
	if r.Sure {
		again.Args[noun.OptionSure] = "yes"
		return d.runOrder(ctx, again)
	}
	again.Message = r.Message
	if raw, plain := readRest(of, r.Line); !plain || len(options) == 0 {
		again.Args[subject] = r.Project
	} else if err := d.chooseProject(ctx, again, subject, r.Project, raw); err != nil {
		return noun.View{}, err
	}
	if err := again.needs(); err != nil {
		return noun.View{}, err
	}
	v, err := d.runOrder(ctx, again)
	v.Reply.Card.Private = !of.Public
	return v, err
}

// chooseProject reads a line again for the project that was chosen since; its first word may have been meant to be
// the name.
func (d *Handler) chooseProject(ctx context.Context, again *order, subject, project, raw string) error {
	first, rest := cutValue(raw)
	some, err := d.Store.ProjectsNamed(ctx, syntax.TrimName(first), 26)
	if err != nil {
		return err
	}
	all, err := d.Store.ProjectsNamed(ctx, project, 1)
	if err != nil {
		return err
	}
	_, near := findSlip(all, syntax.TrimName(first))
	if near || slices.ContainsFunc(some, func(p org.ProjectName) bool { return strings.EqualFold(string(p.ID), project) }) {
		raw = rest
	}
	return again.readdress(subject, project, raw)
}

func isNotFound(err error) bool { return errors.Is(err, org.ErrNotFound) }

// Package reminder reminds founders of what they asked to be reminded of: it sets reminders by words, lists them, moves
// them and takes them away.
package reminder

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/when"
)

const (
	optionWords = "words"
	optionID    = "reminder"
	example     = "remind on Friday at 9 to call the bank"
	bodyMost    = 500
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Reminders(ctx context.Context) ([]reports.Reminder, error)
	SaveReminder(ctx context.Context, key string, r reports.Reminder) (reports.Reminder, error)
	MoveReminder(ctx context.Context, id reports.ReminderID, due time.Time, spec string) (reports.Reminder, error)
	EndReminder(ctx context.Context, id reports.ReminderID) (reports.Reminder, error)
	FounderClock(ctx context.Context) (reports.FounderClock, error)
	Decisions(ctx context.Context) ([]org.Decision, error)
	ProjectsNamed(ctx context.Context, name string, n int) ([]org.ProjectName, error)
}

// Founders lists the founders as a chat calls them.
type Founders func(ctx context.Context) []reports.Founder

type records struct {
	Records
	founders Founders
}

// New returns the noun: the commands remind and reminders, their page and what programs get of them. Without founders
// one is known by a mention alone.
func New(r Records, founders Founders) noun.Noun {
	s := records{r, founders}
	words := syntax.Option{Name: optionWords, Kind: syntax.Text, Required: true, Description: "when, and of what: on Friday at 9 to call the bank"}
	id := noun.WordOption(optionID, "which: w3")
	more := noun.WordOption(optionWords, "another time for it, or end")
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: "remind", Summary: "remind you of something: at a time, again and again, or when something has happened", Example: example,
				Options: []syntax.Option{words}, Acts: true, Run: s.addReminder,
				Shell: &noun.Shell{Group: noun.GroupKeep, Use: "remind WORDS", Refuses: []string{"remind", "remind oats", "remind to eat on 30 February"}},
			},
			{
				Name: "reminders", Summary: "what I'll remind you of; another time for one, or its end", Example: "reminders w3 tomorrow at 10",
				Options: []syntax.Option{id, more}, Acts: true, Changes: func(args map[string]string) bool { return args[optionWords] != "" }, Words: listEndings(), Run: s.runReminders,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "reminders [ID WHEN|ID end]", JSON: true, Refuses: []string{"reminders w99 end", "reminders nosuch"}},
			},
		},
		Pages:   []noun.Page{{Path: "/reminders", Title: "Reminders", Tab: "Reminders", Listed: true, Template: page, Build: s.buildPage, Touches: touches}},
		Answers: []noun.Answer{{Path: "reminders", Give: s.giveReminders}},
	}
}

// touches reports whether a line of the journal changes what stands on the page.
func touches(e org.Event) bool { return e.Kind == org.EventReminder }

func listEndings() []string { return []string{"end", "stop", "remove", "off", "done", "cancel"} }

// addReminder sets a reminder, or asks what is not clear about it.
func (s records) addReminder(ctx context.Context, in noun.Input) (noun.View, error) {
	zone, name, err := s.readZone(ctx)
	if err != nil {
		return noun.View{}, err
	}
	said := strings.TrimSpace(in.Args[optionWords])
	want, ok := when.FindRequest(said, in.Now, zone) // the sentence as it was said
	for _, lead := range []string{"remind ", "remind me "} {
		if !ok {
			want, ok = when.FindRequest(lead+said, in.Now, zone)
		}
	}
	if !ok {
		return noun.View{}, noun.Refuse(NoTime(example))
	}
	r := reports.Reminder{Channel: in.Channel, Author: in.Author, Agreed: true, Zone: name}
	if want.On != "" {
		return s.awaitSomething(ctx, in, r, want)
	}
	got, err := when.Read(want.Words, in.Now, zone)
	r.Body = readBody(got.Rest)
	r.Due, r.Spec = got.At, got.Spec
	switch {
	case errors.Is(err, when.ErrNone), errors.Is(err, when.ErrNoHour), errors.Is(err, when.ErrUnclear):
		r.Agreed, r.Due = false, in.Now.Add(24*time.Hour)
	case err != nil:
		return noun.View{}, noun.Refuse(Unread(got.Part, err))
	case len(got.Both) > 0:
		r.Agreed, r.Due = false, got.Both[0]
	}
	saved, err := s.save(ctx, in, r)
	if err != nil {
		return noun.View{}, err
	}
	if saved.Agreed {
		return noun.View{Reply: Set(saved, got.Dawn).Reply()}, nil
	}
	return noun.View{Reply: Which(saved, got, zone, err).Reply()}, nil
}

// What a reminder says.
func readBody(rest string) string {
	if rest = prose.OneLine(rest); rest == "" {
		return nameless
	}
	return prose.Capital(prose.Clip(rest, bodyMost, "…"))
}

// nameless is said by a reminder of which nobody said what it is about.
const nameless = "You asked me to remind you"

func (s records) save(ctx context.Context, in noun.Input, r reports.Reminder) (reports.Reminder, error) {
	saved, err := s.SaveReminder(ctx, in.Channel.Transport+"/"+in.Channel.ID+"/"+in.Origin, r)
	if errors.Is(err, reports.ErrReminders) {
		return saved, noun.Refuse(TooMany())
	}
	return saved, err
}

// awaitSomething sets a reminder for when a founder writes, a question is answered or a project ends.
func (s records) awaitSomething(ctx context.Context, in noun.Input, r reports.Reminder, want when.Request) (noun.View, error) {
	r.Body = readBody(want.Body)
	name := syntax.TrimName(want.On)
	if strings.HasPrefix(strings.ToLower(name), "e") && isNumber(name[1:]) {
		open, err := s.Decisions(ctx)
		if err != nil {
			return noun.View{}, err
		}
		i := slices.IndexFunc(open, func(d org.Decision) bool { return strings.EqualFold(d.ID, name) && d.Open() })
		if i < 0 {
			return noun.View{}, noun.Refuse(NoQuestion(name))
		}
		r.Waits, r.On = reports.AwaitQuestion, open[i].ID
		return s.saveWait(ctx, in, r, "")
	}
	if id, known := findPerson(name); known {
		r.Waits, r.On = reports.AwaitFounder, id
		return s.saveWait(ctx, in, r, "")
	}
	switch named := s.nameFounders(ctx, name); len(named) {
	case 0:
	case 1:
		r.Waits, r.On = reports.AwaitFounder, named[0].ID
		return s.saveWait(ctx, in, r, "")
	default:
		return noun.View{}, noun.RefuseWith(WhichFounder(name, named, want.Body).Reply())
	}
	found, err := s.ProjectsNamed(ctx, strings.TrimPrefix(strings.ToLower(name), "the "), 2)
	if err != nil {
		return noun.View{}, err
	}
	if len(found) == 0 {
		found, err = s.ProjectsNamed(ctx, name, 2)
		if err != nil {
			return noun.View{}, err
		}
	}
	switch {
	case len(found) != 1:
		return noun.View{}, noun.Refuse(NobodyKnown(want.On, len(found)))
	case found[0].State.Ended():
		return noun.View{}, noun.Refuse(OverAlready(found[0]))
	}
	r.Waits, r.On = reports.AwaitProject, string(found[0].ID)
	return s.saveWait(ctx, in, r, found[0].Title)
}

func (s records) saveWait(ctx context.Context, in noun.Input, r reports.Reminder, title string) (noun.View, error) {
	saved, err := s.save(ctx, in, r)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Awaited(saved, title).Reply()}, nil
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

var mention = lazyregexp.New(`^<@!?([0-9]{5,20})>$`)

// findPerson finds a founder by a mention.
func findPerson(name string) (string, bool) {
	if m := mention.FindStringSubmatch(name); m != nil {
		return m[1], true
	}
	return "", false
}

// nameFounders finds the founders of whom one name, or its first word, is the name given.
func (s records) nameFounders(ctx context.Context, name string) []reports.Founder {
	name = prose.Fold(strings.TrimPrefix(name, "@"))
	if s.founders == nil || name == "" {
		return nil
	}
	return slices.DeleteFunc(s.founders(ctx), func(f reports.Founder) bool {
		return !slices.ContainsFunc(f.Names, func(of string) bool {
			first, _, _ := strings.Cut(prose.Fold(of), " ")
			return name == prose.Fold(of) || name == first
		})
	})
}

func (s records) readZone(ctx context.Context) (*time.Location, string, error) {
	c, err := s.FounderClock(ctx)
	if err != nil {
		return nil, "", err
	}
	zone, err := calendar.Zone(c.Zone)
	return zone, c.Zone, err
}

// runReminders lists reminders, shows one, moves it or takes it away.
func (s records) runReminders(ctx context.Context, in noun.Input) (noun.View, error) {
	id, words := strings.ToLower(syntax.TrimName(in.Args[optionID])), strings.TrimSpace(in.Args[optionWords])
	if slices.Contains(listEndings(), id) {
		id, words = strings.ToLower(syntax.TrimName(words)), "end"
	}
	all, err := s.Reminders(ctx)
	switch {
	case err != nil:
		return noun.View{}, err
	case id == "", id == "list":
		return noun.View{Reply: List(all, example).Page("reminders", in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
	case !strings.HasPrefix(id, "w") || !isNumber(id[1:]):
		return noun.View{}, noun.Refuse(Unknown(id))
	case words == "":
		i := slices.IndexFunc(all, func(r reports.Reminder) bool { return string(r.ID) == id })
		if i < 0 {
			return noun.View{}, noun.Refuse(Unknown(id))
		}
		return noun.View{Reply: List(all[i:i+1], example).Page("reminders "+id, in.Page)}, nil
	case slices.Contains(listEndings(), strings.ToLower(words)):
		r, err := s.EndReminder(ctx, reports.ReminderID(id))
		if err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(id))
		}
		return noun.Say(Ended(r))
	}
	return s.move(ctx, in, reports.ReminderID(id), words)
}

// move has a reminder come at another time.
func (s records) move(ctx context.Context, in noun.Input, id reports.ReminderID, words string) (noun.View, error) {
	zone, _, err := s.readZone(ctx)
	if err != nil {
		return noun.View{}, err
	}
	for _, lead := range []string{"move ", "to "} {
		words = strings.TrimPrefix(words, lead)
	}
	got, err := when.Read(words, in.Now, zone)
	switch {
	case err != nil:
		return noun.View{}, noun.Refuse(Unread(words, err))
	case got.Rest != "":
		return noun.View{}, noun.Refuse(Unread(words, when.ErrNone))
	case len(got.Both) > 0:
		return noun.View{Reply: Which(reports.Reminder{ID: id}, got, zone, nil).Reply()}, nil
	}
	r, err := s.MoveReminder(ctx, id, got.At, got.Spec)
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(string(id)))
	}
	return noun.View{Reply: Set(r, got.Dawn).Reply()}, nil
}

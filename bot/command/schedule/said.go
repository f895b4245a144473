package schedule

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/when"
)

// What stands behind the command, where it is no project.
const (
	verbYes  = "yes"  // yes m13 0 8 * * 1 Europe/Berlin: the order and its time, as they were shown
	verbMove = "move" // move t3 every Tuesday at 9
)

// listOpenings lists the words with which somebody says how often.
func listOpenings() []string {
	return []string{
		"every", "each", "daily", "everyday", "weekly", "monthly", "weekdays", "on",
		"mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays",
		"jeden", "jede", "jedes", "jeder", "täglich", "wöchentlich", "monatlich", "werktags", "alle",
		"montags", "dienstags", "mittwochs", "donnerstags", "freitags", "samstags", "sonntags",
	}
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// sentence is all that stands behind the command, as it was typed but for quotes.
func sentence(args map[string]string) string {
	return prose.OneLine(strings.Join([]string{args[noun.OptionProject], args[optionCron], args[optionZone], args[optionMissed]}, " "))
}

// limits of what a run may cost where nobody said it: twice what the dearest of the last projects cost, within these.
const (
	leastCap = org.Dollar
	mostCap  = 20 * org.Dollar
	firstCap = 2 * org.Dollar // where nothing is known yet
)

// ranAgain finds the project in "run p3 again".
var ranAgain = lazyregexp.New(`(?i)^(?:please +|bitte +)?(?:run|do|repeat|redo|mach(?:e)?) +(.{1,80}?)(?: +(?:again|anew|once more|noch ?mal|noch einmal|erneut))?$`)

// propose says what an order in words would do, when, for what price and under which limit. Nothing stands by it: its
// button carries all that was said.
func (s records) propose(ctx context.Context, in noun.Input) (noun.View, error) {
	zone, name, err := s.readZone(ctx)
	if err != nil {
		return noun.View{}, err
	}
	said := sentence(in.Args)
	o, ok, err := when.FindOrder(said, in.Now, zone)
	switch {
	case !ok:
		return noun.View{}, noun.Refuse(NoOrder())
	case err != nil:
		return noun.View{}, noun.Refuse(UnreadTime(o.Part))
	}
	offer := Offer{Matter: o.Matter, Spec: o.Spec, Zone: name, First: o.At, Dawn: o.Dawn, Said: said}
	if p, found, err := s.findRun(ctx, o.Matter); err != nil {
		return noun.View{}, err
	} else if found {
		terms, err := s.RunTerms(ctx, p.ID)
		if err != nil {
			return noun.View{}, err
		}
		offer.Project, offer.Costs, offer.Cap = p, terms.Costs, terms.Cap
		return noun.View{Reply: Proposed(offer).Reply()}, nil
	}
	terms, err := s.RunTerms(ctx, "")
	if err != nil {
		return noun.View{}, err
	}
	offer.Costs, offer.Cap = terms.Costs, chooseCap(terms.Costs)
	if o.Most != "" {
		limit, isMoney := org.ParseUSD(o.Most)
		if !isMoney || limit == 0 {
			return noun.View{}, noun.Refuse(NoLimit(o.Most))
		}
		offer.Cap = limit
	}
	m := in.Heard(o.Matter)
	m.Attachments, m.Cap = nil, offer.Cap
	if offer.Order, err = s.KeepOrder(ctx, m); err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Proposed(offer).Reply()}, nil
}

// findRun finds the project that is to be run again, where the words are about one and nothing else.
func (s records) findRun(ctx context.Context, matter string) (org.ProjectName, bool, error) {
	m := ranAgain.FindStringSubmatch(matter)
	if m == nil {
		return org.ProjectName{}, false, nil
	}
	found, err := s.ProjectsNamed(ctx, m[1], 2)
	if err != nil || len(found) != 1 {
		return org.ProjectName{}, false, err
	}
	return found[0], true, nil
}

// What a run may cost where nobody said it.
func chooseCap(costs []org.NanoUSD) org.NanoUSD {
	if len(costs) == 0 {
		return firstCap
	}
	twice := 2 * slices.Max(costs)
	whole := (twice + org.Dollar - 1) / org.Dollar * org.Dollar
	return min(max(whole, leastCap), mostCap)
}

// agreed reads what the button of an offer carries.
var agreed = lazyregexp.New(`^yes (m[0-9]{1,15}) ([^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+) ([^ ]+)$`)

// agree lets an order stand that was shown with its time, price and limit.
func (s records) agree(ctx context.Context, in noun.Input) (noun.View, error) {
	m := agreed.FindStringSubmatch(sentence(in.Args))
	if m == nil {
		return noun.View{}, noun.Refuse(NoOrder())
	}
	got, err := s.SaveSchedule(ctx, reports.Schedule{Order: org.MessageID(m[1]), Spec: m[2], Zone: m[3]})
	if err != nil {
		return noun.View{}, explain(err, GoneOrder())
	}
	return noun.View{Reply: Agreed(got).Reply()}, nil
}

// move has a schedule run at other times.
func (s records) move(ctx context.Context, in noun.Input) (noun.View, error) {
	words := strings.Fields(sentence(in.Args))
	if len(words) < 2 || !regexp.MustCompile(`^t[0-9]{1,9}$`).MatchString(strings.ToLower(words[1])) {
		return noun.View{}, noun.Refuse(Which())
	}
	zone, _, err := s.readZone(ctx)
	if err != nil {
		return noun.View{}, err
	}
	id, spec := strings.ToLower(words[1]), strings.Join(words[2:], " ")
	if got, err := when.Read(spec, in.Now, zone); err == nil && got.Spec != "" && got.Rest == "" {
		spec = got.Spec
	} else if _, err := calendar.Parse(spec, "UTC"); err != nil {
		return noun.View{}, noun.Refuse(UnreadTime(spec))
	}
	moved, err := s.MoveSchedule(ctx, reports.ScheduleID(id), spec)
	if err != nil {
		return noun.View{}, explain(err, Unknown(id))
	}
	return noun.View{Reply: Agreed(moved).Reply()}, nil
}

// explain makes a refusal of what a founder can do something about.
func explain(err error, gone string) error {
	if errors.Is(err, org.ErrBadSchedule) {
		_, words, _ := strings.Cut(err.Error(), org.ErrBadSchedule.Error()+": ")
		return noun.Refuse(prose.Capital(strings.TrimSuffix(words, ".")) + ".")
	}
	return noun.Explain(err, org.ErrNotFound, gone)
}

func (s records) readZone(ctx context.Context) (*time.Location, string, error) {
	c, err := s.FounderClock(ctx)
	if err != nil {
		return nil, "", err
	}
	zone, err := calendar.Zone(c.Zone)
	return zone, c.Zone, err
}

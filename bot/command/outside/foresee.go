package outside

import (
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Facts is all that is known of what a project does outside.
type Facts struct {
	Project     org.ProjectName
	Permits     []outward.Permit
	Actions     []outward.Action
	Changes     []coding.StepChange
	Connections []outward.Connection
	Issue       *outward.IssueOrder // that ordered it; nil for none
	Webhooks    int                 // addresses that hear of events
	Servers     []outward.ToolServer
}

// Rule says what may be done of one kind of effect, and who or what said so.
type Rule struct {
	Sink   outward.Sink  `json:"what"`
	Level  outward.Level `json:"level"`
	Words  string        `json:"words"`
	State  string        `json:"state"` // the level in words
	Source string        `json:"source"`
	By     string        `json:"by,omitempty"` // the founder who said so; empty for a setting
}

// Effect is one thing that is seen outside, now or once it is so far.
type Effect struct {
	Action outward.ActionID `json:"action,omitempty"` // empty for what is not put down yet
	Words  string           `json:"words"`
	State  string           `json:"state"`
	Source string           `json:"source"`
}

// Rules says for each sink what holds: what a founder said of the project, else what he said of all, else what the settings say. Where nothing is
// connected and nobody spoke of it, it is left out.
func (s Facts) Rules() []Rule {
	var out []Rule
	for _, sink := range outward.Sinks() {
		connected := slices.ContainsFunc(s.Connections, func(c outward.Connection) bool { return c.Name == string(sink) })
		if r := s.rule(sink); connected || r.By != "" || slices.Contains(outward.ForgeSinks(), sink) {
			out = append(out, r)
		}
	}
	for _, server := range s.Servers {
		for _, t := range server.Tools {
			r := Rule{Sink: outward.ToolSink(t), Level: t.State, Words: "The tool " + t.Name + " of " + server.Name + " is used", Source: "of every project"}
			if !server.On {
				r.Level, r.Source = outward.LevelOff, "all of "+server.Name+" is off"
			}
			r.State = sayLevel(r.Level)
			out = append(out, r)
		}
	}
	return out
}

func (s Facts) rule(sink outward.Sink) Rule {
	level, source := s.byDefault(sink)
	p := outward.Decide(s.Permits, s.Project.ID, sink, outward.Permit{Level: level})
	r := Rule{Sink: sink, Level: p.Level, Words: sayWords(sink), State: sayLevel(p.Level), Source: source, By: p.By}
	if p.By != "" {
		r.Source = SaidBy(p)
	}
	return r
}

// repositories are those whose code the project changes, each with how its branch becomes a pull request.
func (s Facts) repositories() []coding.DuePull {
	var out []coding.DuePull
	at := map[string]int{}
	for _, c := range s.Changes {
		name := c.Order.Repository.Name
		i, known := at[name]
		if !known {
			i, at[name] = len(out), len(out)
			out = append(out, coding.DuePull{Project: s.Project.ID, Title: s.Project.Title, Order: c.Order})
		}
		out[i].Changes = append(out[i].Changes, c)
	}
	return out
}

// byDefault is the level that the settings of the project's repositories give a sink, the first that gives one.
func (s Facts) byDefault(sink outward.Sink) (outward.Level, string) {
	for _, r := range s.repositories() {
		mode, policy := r.PullMode(), r.Order.Repository.Policy
		from := "settings of the repository " + r.Order.Repository.Name
		switch {
		case sink == outward.SinkPulls && mode == coding.PullAsk, sink == outward.SinkReady && mode.AsksReady():
			return outward.LevelAsk, from
		case sink == outward.SinkPulls && mode != "":
			return outward.LevelAllowed, from + "; the first of a repository waits for your yes"
		case sink == outward.SinkBranches && policy.Cleanup.Cleans(coding.CleanBranch):
			return outward.LevelAllowed, from
		}
	}
	switch sink {
	case outward.SinkAnswers:
		return outward.LevelAllowed, "the first of each kind in a repository waits for your yes"
	case outward.SinkMerges:
		return outward.LevelAsk, "by your own command"
	case outward.SinkReviews:
		return outward.LevelAsk, "each finding waits for your yes"
	case outward.SinkNotion, outward.SinkGoogle:
		return outward.LevelAllowed, "the first page there waits for your yes"
	case outward.SinkLinear:
		return outward.LevelAsk, "each project once, on an example"
	case outward.SinkPulls, outward.SinkReady, outward.SinkBranches:
	}
	return outward.LevelOff, "no repository of it is set so"
}

// Foresee lists what the project did, does and will do outside, in the order in which that comes.
func (s Facts) Foresee() []Effect {
	var out []Effect
	there := map[outward.Kind]bool{}
	for i := len(s.Actions) - 1; i >= 0; i-- {
		a := s.Actions[i]
		there[a.Kind] = true
		out = append(out, ofAction(a))
	}
	add := func(kind outward.Kind, words string) {
		if there[kind] {
			return
		}
		r := s.rule(outward.SinkOf(outward.Action{Kind: kind}))
		out = append(out, Effect{Words: words, State: foreseenState(r), Source: r.Source})
	}
	if s.Issue != nil {
		add(outward.TellPlan, fmt.Sprintf("I answer %s with the plan.", s.Issue.Name()))
	}
	for _, r := range s.repositories() {
		s.foreseeRepository(r, add, &out)
	}
	if s.Issue != nil {
		add(outward.TellDone, fmt.Sprintf("I answer %s with what was done.", s.Issue.Name()))
	}
	if s.Webhooks > 0 {
		out = append(out, Effect{Words: HooksHear(s.Webhooks), State: "By itself, as it happens.", Source: "your webhooks"})
	}
	return out
}

// foreseeRepository adds what a project does at the address of one repository.
func (s Facts) foreseeRepository(r coding.DuePull, add func(outward.Kind, string), out *[]Effect) {
	repo := r.Order.Repository
	place, ok := outward.PlaceOf(repo.Source)
	if !ok || !repo.Policy.Push {
		return
	}
	branch := "its branch"
	if r.Order.Branch != "" {
		branch = "the branch `" + r.Order.Branch + "`"
	}
	if r.Order.Push == nil && r.Order.Onto() != "" {
		branch = "the changes, straight onto `" + r.Order.Onto() + "`,"
	}
	if r.Order.Push == nil {
		*out = append(*out, Effect{Words: fmt.Sprintf("I push %s to %s when it has ended.", branch, place), State: "By itself.", Source: "the setting push of the repository " + repo.Name})
	}
	policy := r.PullPolicy()
	if policy.Pull == "" {
		return
	}
	what := "A draft pull request"
	if policy.PullSteps {
		what, branch = "For each change a draft pull request", "a branch of its own, on the one before it,"
	}
	if policy.Pull == coding.PullOpen {
		what = "A pull request, ready for review where all of it is proven,"
	}
	as := ", once a forge is connected there: `frasier connect`"
	for _, c := range s.Connections {
		if c.On && c.Host() == place.Host {
			as = ", as " + c.Account
		}
	}
	add(outward.OpenPull, fmt.Sprintf("%s is opened at %s, from %s into `%s`%s. I show you its text before the first one.", what, place, branch, policy.PullBase, as))
	add(outward.SetStatus, fmt.Sprintf("The status %s stands at its last commit.", outward.ProofContext))
	if policy.Pull.AsksReady() {
		add(outward.MarkReady, "It is marked as ready for review once all of it is proven.")
	}
	add(outward.MergePull, fmt.Sprintf("It is merged into `%s`, by your `!merge %s` and no other way.", policy.PullBase, s.Project.ID))
	if repo.Policy.Cleanup.Cleans(coding.CleanBranch) {
		add(outward.DropBranch, "Its branch is deleted there once it is merged.")
	}
}

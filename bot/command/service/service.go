// Package service shows programs of a repository that people look at, such as a web application on a branch: what runs where and why,
// and starts and stops them.
package service

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Repositories(ctx context.Context) ([]coding.Repository, error)
	Environments(ctx context.Context) (map[string]coding.Environment, error)
	Proposals(ctx context.Context) (map[string][]coding.Service, error)
	Shown(ctx context.Context) ([]coding.Shown, error)
	AskShown(ctx context.Context, s coding.Shown) (coding.Shown, error)
	StopShown(ctx context.Context, id coding.ShownID) (coding.Shown, error)
	SetRepository(ctx context.Context, r coding.Repository) error
	Step(ctx context.Context, name string) (org.Step, error)
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	Workspaces(ctx context.Context) ([]coding.CodeRun, error)
}

type records struct{ Records }

// New returns the noun: the command services, its answer to programs, and the page of the code.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{
		Commands: []noun.Command{{
			Name: "services", Summary: "programs of your code that you can look at: what runs where, start, stop, logs", Example: "services start web", Aliases: []string{"service"},
			Options: append(
				[]syntax.Option{noun.WordOption("do", "start, stop, logs or take; all are listed when left out", "list", "start", "stop", "logs", "take")},
				noun.WordOption("text", "its name, where needed the repository, p3 or s12 for their code; or v3 to stop it"),
			),
			Acts: true, Changes: func(args map[string]string) bool {
				return slices.Contains([]string{"start", "stop", "take"}, args["do"])
			},
			Words: []string{"list", "start", "stop", "logs", "take"}, Run: s.run,
			Shell: &noun.Shell{Group: noun.GroupSee, Use: "services [start NAME [REPOSITORY] [PROJECT|STEP] | stop ID | logs ID | take NAME [REPOSITORY]]", Words: []string{"list", "start", "stop", "logs", "take"}, JSON: true, Refuses: []string{"services start nosuch", "services stop v99", "services start", "services dance web"}},
		}},
		Answers: []noun.Answer{{Path: "services", Give: func(ctx context.Context, _ noun.AnswerRequest) (any, error) { return s.listAnswers(ctx) }}},
		Pages:   []noun.Page{{Path: "/code", Title: "Code", Tab: "Code", Listed: true, Template: codePage, Build: s.buildPage}},
	}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	text := strings.TrimSpace(in.Args["text"])
	switch do := strings.ToLower(in.Args["do"]); {
	case do == "" || do == "list":
		return s.list(ctx, in)
	case text == "" || !slices.Contains([]string{"start", "stop", "logs", "take"}, do):
		return noun.View{}, noun.Refuse(How())
	case do == "start":
		return s.start(ctx, in, strings.Fields(strings.ToLower(text)))
	case do == "take":
		return s.take(ctx, strings.Fields(strings.ToLower(text)))
	case do == "stop":
		one, err := s.StopShown(ctx, coding.ShownID(strings.ToLower(text)))
		switch {
		case errors.Is(err, org.ErrNotFound):
			return noun.View{}, noun.Refuse(Unknown(text))
		case errors.Is(err, org.ErrConflict):
			return noun.View{}, noun.Refuse(EndedAlready(one))
		case err != nil:
			return noun.View{}, err
		}
		return noun.Say(Stopping(one))
	}
	return s.logs(ctx, strings.ToLower(text))
}

func (s records) list(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Repositories(ctx)
	if err != nil {
		return noun.View{}, err
	}
	shown, err := s.Shown(ctx)
	if err != nil {
		return noun.View{}, err
	}
	elsewhere, err := s.listElsewhere(ctx)
	if err != nil {
		return noun.View{}, err
	}
	proposed, err := s.Proposals(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{
		Reply: List(all, shown, proposed, elsewhere).Page("services", in.Page), JSON: func(ctx context.Context) (any, error) { return s.listAnswers(ctx) },
	}, nil
}

// Elsewhere is a service that runs where a program made a change, as that program says.
type Elsewhere struct {
	coding.RemoteService
	Step       org.StepID `json:"step"`
	Repository string     `json:"repository"`
	By         string     `json:"by"`
}

func (s records) listElsewhere(ctx context.Context) ([]Elsewhere, error) {
	all, err := s.Workspaces(ctx)
	out := []Elsewhere{}
	for _, r := range all {
		if a := r.Change.Remote; a != nil {
			for _, one := range a.Realised.Services {
				out = append(out, Elsewhere{one, a.Step, r.Repository, a.By})
			}
		}
	}
	return out, err
}

func (s records) logs(ctx context.Context, id string) (noun.View, error) {
	shown, err := s.Shown(ctx)
	if err != nil {
		return noun.View{}, err
	}
	at := slices.IndexFunc(shown, func(o coding.Shown) bool { return string(o.ID) == id })
	if at < 0 {
		return noun.View{}, noun.Refuse(Unknown(id))
	}
	return noun.Say(Said(shown[at]))
}

// find returns the repository that words name a service of: the service's name, then perhaps the repository's.
func (s records) find(ctx context.Context, words []string, has func(coding.Repository, string) bool) (coding.Repository, string, error) {
	all, err := s.Repositories(ctx)
	if err != nil {
		return coding.Repository{}, "", err
	}
	name, in := words[0], ""
	if before, after, cut := strings.Cut(name, "/"); cut {
		in, name = before, after
	} else if len(words) > 1 {
		in = words[len(words)-1]
	}
	var found []coding.Repository
	for _, r := range all {
		if (in == "" || r.Name == in) && has(r, name) {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return coding.Repository{}, name, noun.Refuse(WhichService(name, in, all, found))
	}
	return found[0], name, nil
}

var subjectWord = lazyregexp.New(`^[ps]\d+$`)

// start asks for a service.
func (s records) start(ctx context.Context, in noun.Input, words []string) (noun.View, error) {
	subject := ""
	words = slices.DeleteFunc(words, func(w string) bool {
		if subjectWord.MatchString(w) {
			subject = w
			return true
		}
		return w == "in" || w == "of"
	})
	if len(words) == 0 {
		return noun.View{}, noun.Refuse(How())
	}
	r, name, err := s.find(ctx, words, func(r coding.Repository, name string) bool { _, ok := r.Policy.ShownServices(name); return ok })
	if err != nil {
		return noun.View{}, err
	}
	ask := coding.Shown{Of: r.ID, Repository: r.Name, Name: name, Branch: r.Ref, Channel: in.Channel}
	ask.Services, _ = r.Policy.ShownServices(name)
	if subject == "" {
		subject = string(in.Thread)
	}
	if err := s.place(ctx, &ask, subject, in.Args["text"]); err != nil {
		return noun.View{}, err
	}
	ask.Key = coding.ShownKey(r.ID, ask.Branch, ask.Services)
	one, err := s.AskShown(ctx, ask)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(Asked(one))
}

// place has a service run the code of a project or a step; of a thread whose project has none, that of the repository's own branch.
func (s records) place(ctx context.Context, ask *coding.Shown, subject, said string) error {
	if subject == "" {
		return nil
	}
	project := org.ProjectID(subject)
	if strings.HasPrefix(subject, "s") {
		step, err := s.Step(ctx, subject)
		if err != nil {
			return noun.Explain(err, org.ErrNotFound, NoCode(subject))
		}
		project, ask.Step = step.Project, step.ID
	}
	list, err := s.Changes(ctx, project)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(c coding.StepChange) bool {
		return c.Order.Repository.ID == ask.Of && (ask.Step == "" && c.Merged != nil || c.Step.ID == ask.Step && c.Placed != nil)
	})
	switch {
	case at >= 0:
		ask.Project, ask.Branch = project, list[at].Order.Branch
		if ask.Step != "" {
			ask.Branch = string(ask.Step) + " (" + list[at].Placed.Handle + ")"
		}
	case strings.Contains(strings.ToLower(said), subject):
		return noun.Refuse(NoCode(subject))
	}
	return nil
}

// take is a founder's yes to a service that files of a repository propose.
func (s records) take(ctx context.Context, words []string) (noun.View, error) {
	proposed, err := s.Proposals(ctx)
	if err != nil {
		return noun.View{}, err
	}
	r, name, err := s.find(ctx, words, func(r coding.Repository, name string) bool {
		return slices.ContainsFunc(proposed[r.ID], func(o coding.Service) bool { return o.Name == name })
	})
	if err != nil {
		return noun.View{}, err
	}
	one := proposed[r.ID][slices.IndexFunc(proposed[r.ID], func(o coding.Service) bool { return o.Name == name })]
	r.Policy.Services = append(slices.DeleteFunc(slices.Clone(r.Policy.Services), func(o coding.Service) bool { return o.Name == name }), one)
	if err := s.SetRepository(ctx, r); err != nil {
		return noun.View{}, err
	}
	return noun.Say(Taken(r, one))
}

// Answer is a service in an answer to programs.
type Answer struct {
	coding.Shown
	URL  string `json:"url,omitempty"`
	Life string `json:"life"`
}

// Answers lists services for programs.
type Answers struct {
	Services []Answer                    `json:"services"`
	Proposed map[string][]coding.Service `json:"proposed"` // by repository; none of them runs before a yes

	Elsewhere []Elsewhere `json:"elsewhere"` // as programs say that made a change there
}

func (s records) listAnswers(ctx context.Context) (Answers, error) {
	out := Answers{Services: []Answer{}, Proposed: map[string][]coding.Service{}}
	shown, err := s.Shown(ctx)
	if err != nil {
		return out, err
	}
	for _, o := range shown {
		out.Services = append(out.Services, Answer{o, o.URL(), o.Service().DescribeLife()})
	}
	if out.Elsewhere, err = s.listElsewhere(ctx); err != nil {
		return out, err
	}
	all, err := s.Repositories(ctx)
	if err != nil {
		return out, err
	}
	proposed, err := s.Proposals(ctx)
	if err != nil {
		return out, err
	}
	for _, r := range all {
		if open := listOpen(r, proposed[r.ID]); len(open) > 0 {
			out.Proposed[r.Name] = open
		}
	}
	return out, nil
}

// listOpen returns the services that files propose and nobody took.
func listOpen(r coding.Repository, proposed []coding.Service) []coding.Service {
	return slices.DeleteFunc(slices.Clone(proposed), func(p coding.Service) bool {
		return slices.ContainsFunc(r.Policy.Services, func(s coding.Service) bool { return s.Name == p.Name })
	})
}

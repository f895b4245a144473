package service

import (
	"context"
	_ "embed"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

//go:embed code.html
var codePage string

// known is a repository on the page.
type known struct {
	coding.Repository
	Level, Checks string
	Can, Offered  []view.Control
}

// listed is a service on the page.
type listed struct {
	coding.Shown
	Line string
	Acts []view.Control
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	all, err := s.Repositories(ctx)
	if err != nil {
		return nil, err
	}
	tried, err := s.Environments(ctx)
	if err != nil {
		return nil, err
	}
	proposed, err := s.Proposals(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := s.Shown(ctx)
	if err != nil {
		return nil, err
	}
	page := struct {
		view.Base
		Repositories []known
		Services     []listed
		Elsewhere    []Elsewhere
	}{Base: q.Base}
	if page.Elsewhere, err = s.listElsewhere(ctx); err != nil {
		return nil, err
	}
	for _, r := range all {
		one := known{Repository: r, Level: describeLevel(r), Checks: checksUntried}
		if e, is := tried[r.ID]; is && len(r.Checks) > 0 {
			one.Checks = wording.EnvironmentLine(r, e)
		}
		var can, offered []org.Button
		for _, o := range r.Policy.Services {
			if _, ok := r.Policy.ShownServices(o.Name); ok && coding.KnownServices()[o.Name].Name == "" {
				can = append(can, org.Button{Label: startLabel(o), Command: "services start " + o.Name + " " + r.Name})
			}
		}
		for _, o := range listOpen(r, proposed[r.ID]) {
			offered = append(offered, org.Button{Label: takeLabel(o), Command: "services take " + o.Name + " " + r.Name})
		}
		one.Can, one.Offered = q.Base.Controls(can), q.Base.Controls(offered)
		page.Repositories = append(page.Repositories, one)
	}
	for _, o := range shown {
		one := listed{Shown: o, Line: wording.ShownState(o)}
		if o.State.IsLive() {
			one.Acts = q.Base.Controls([]org.Button{{Label: labelStop, Command: "services stop " + string(o.ID)}})
		}
		page.Services = append(page.Services, one)
	}
	return page, nil
}

package team

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed roles.html
var rolesPage string

// role is one that a file adds to the team, or would add.
type role struct {
	Title, File string
	From        string // a repository, or the founder's own folder
	State       string // what it is, to stand behind its name
	Read        string // the command that shows it whole, with a button that takes it; empty where nobody can take it
	Drop        string // the command that has him leave; empty for one whose file does that
}

// listRoles returns what files add to the team and what they only propose: those of the founder's folder, those that he took, and the rest by
// their repositories.
func listRoles(all []org.AgentView, proposed map[string][]org.Role) (out []role) {
	there := map[org.AgentID]bool{}
	for _, a := range all {
		if !a.ID.IsRole() {
			continue
		}
		there[a.ID] = true
		one := role{Title: a.Role, File: "persona/" + strings.TrimPrefix(string(a.ID), org.RolePrefix) + ".md", From: "your folder FRASIER_PROMPTS", State: "is on the team as long as the file is there"}
		if file, repository, taken := readTaken(a.Why); taken {
			one.File, one.From, one.State = file, repository, "is on the team, in the words that you allowed"
			one.Drop = "agents drop " + repository + " " + strings.TrimPrefix(string(a.ID), org.RolePrefix+repository+"-")
		}
		out = append(out, one)
	}
	for _, repository := range slices.Sorted(maps.Keys(proposed)) {
		for _, r := range proposed[repository] {
			one := role{Title: r.Title, File: r.Path, From: repository, State: "is only proposed: nothing of it is used", Read: "agents take " + repository + " " + r.Name}
			if r.WhyNot != "" {
				one.State, one.Read = "can't be taken: "+r.WhyNot, ""
			}
			if r.WhyNot != "" || !there[r.Agent(repository, "").ID] {
				out = append(out, one)
			}
		}
	}
	return out
}

// readTaken reads of which file and repository somebody was taken.
func readTaken(why string) (file, repository string, taken bool) {
	rest, taken := strings.CutPrefix(why, "taken from ")
	at := strings.LastIndex(rest, " of ")
	if !taken || at < 0 {
		return "", "", false
	}
	return rest[:at], rest[at+len(" of "):], true
}

// Check says for doctor which roles files add to the team, and which they only propose; false where no file does either.
func Check(all []org.AgentView, proposed map[string][]org.Role) (reports.CheckResult, bool) {
	var parts []string
	for _, r := range listRoles(all, proposed) {
		text := wording.OneLine(fmt.Sprintf("%s (%s of %s) %s", r.Title, r.File, r.From, r.State))
		if r.Read != "" {
			text += "; frasier team" + strings.TrimPrefix(r.Read, "agents") + " shows it"
		}
		parts = append(parts, text)
	}
	return reports.CheckResult{Name: "roles", OK: true, Detail: strings.Join(parts, "; ")}, len(parts) > 0
}

// lineView is a role with its button.
type lineView struct {
	role
	Controls []view.Control
}

func (s records) buildRoles(ctx context.Context, q noun.PageRequest) (any, error) {
	page := struct {
		view.Base
		Roles []lineView
	}{Base: q.Base}
	all, err := s.Roster(ctx)
	if err != nil {
		return nil, err
	}
	proposed, err := s.ProposedRoles(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range listRoles(all, proposed) {
		one := lineView{role: r}
		if r.Read != "" {
			one.Controls = append(one.Controls, page.Control("Read it before you take it", r.Read, ""))
		}
		if r.Drop != "" {
			one.Controls = append(one.Controls, page.Control("Have him leave", r.Drop, ""))
		}
		page.Roles = append(page.Roles, one)
	}
	return page, nil
}

package worker

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/proof"
	"github.com/frasier-cos/frasier/worker/trial"
)

// packagesOf returns how the packages that a tree wants differ from those of the code as it was.
func (r *codeRun) packagesOf(ctx context.Context, tree string) (coding.PackageChange, error) {
	if r.runner.Packages == nil {
		return coding.PackageChange{}, nil
	}
	c, err := r.runner.Packages.Compare(ctx, r.about.Code.Repository, r.base.Tree, tree)
	if err != nil {
		return c, fmt.Errorf("see which packages step %s wants: %w", r.step.ID, err)
	}
	return c, nil
}

// givePackages has a run see the packages that its tree wants, as far as the founder lets them be fetched, and else those of the
// code as it was. Whoever builds them sees none of the change but its manifests.
func (r *codeRun) givePackages(ctx context.Context, s *trial.Subject) error {
	c, err := r.packagesOf(ctx, s.Tree)
	if err != nil {
		return err
	}
	left := coding.PackageChange{}
	if !r.settled[s.Tree] {
		if left, err = r.sortPackages(ctx, c); err != nil {
			return err
		}
	}
	r.fetched = ""
	switch {
	case !c.Differs():
		s.Packages = trial.Wanted{Tree: r.base.Tree}
	case len(left.New) == 0:
		s.Packages = trial.Wanted{Tree: s.Tree, Make: true, Code: r.base.Tree}
		r.fetched = listPackages(c.New)
	}
	return nil
}

func listPackages(all []coding.NewPackage) string {
	named := make([]string, 0, len(all))
	for _, n := range all {
		named = append(named, strings.TrimSpace(n.Name+" "+n.Version))
	}
	return strings.Join(named, ", ")
}

// giveMerged has a run see the packages of what is merged, all of which were asked about.
func (r *codeRun) giveMerged(ctx context.Context, s *trial.Subject) error {
	c, err := r.packagesOf(ctx, s.Tree)
	s.Packages = trial.Wanted{Tree: r.base.Tree}
	if c.Differs() {
		s.Packages = trial.Wanted{Tree: s.Tree, Make: true}
	}
	return err
}

// listUnasked returns the packages that the founder was not asked about.
func (r *codeRun) listUnasked(c coding.PackageChange) (out []coding.NewPackage) {
	for _, n := range c.New {
		if !slices.Contains(r.about.Code.Packages, n.Package) {
			out = append(out, n)
		}
	}
	return out
}

// sortPackages leaves those in New that the founder neither allowed nor ordered, nor what these require themselves. An order are his own
// words alone: what a repository, a page, a comment or a file that he attached names is none.
func (r *codeRun) sortPackages(ctx context.Context, c coding.PackageChange) (coding.PackageChange, error) {
	words := r.about.Typed
	var let []coding.Package
	var left []coding.NewPackage
	for _, n := range c.New {
		switch {
		case slices.Contains(r.about.Code.Packages, n.Package):
			let = append(let, n.Package)
		case !n.Other && coding.OrdersPackage(words, n.Package, c.Gone):
			let, c.Ordered = append(let, n.Package), append(c.Ordered, n.Package)
		default:
			left = append(left, n)
		}
	}
	c.New = left
	if len(left) == 0 || len(let) == 0 {
		return c, nil
	}
	key := fmt.Sprint(let)
	needs, known := r.needs[key]
	if !known {
		var err error
		if needs, _, err = r.runner.Packages.Requires(ctx, r.about.Code.Repository, r.base.Tree, let); err != nil {
			return c, fmt.Errorf("see what the packages of step %s require: %w", r.step.ID, err)
		}
		if r.needs == nil {
			r.needs = map[string][]coding.Package{}
		}
		r.needs[key] = needs
	}
	c.New = slices.DeleteFunc(left, func(n coding.NewPackage) bool {
		is := !n.Other && slices.Contains(needs, n.Package)
		if is {
			c.Needs = append(c.Needs, n.Package)
		}
		return is
	})
	return c, nil
}

// askPackages rules for the n-th time on a change that wants packages which the founder did not allow: nothing of it is tried before he
// does. It is nil for any other, and the text says which he ordered.
func (r *codeRun) askPackages(ctx context.Context, c coding.Change, n int) (*proof.Ruling, string, error) {
	found, err := r.packagesOf(ctx, c.Tree)
	if err != nil || len(r.listUnasked(found)) == 0 {
		return nil, "", err
	}
	found, err = stage(ctx, r.run, org.StagePackages, n, func(ctx context.Context) (coding.PackageChange, error) {
		found, err := r.sortPackages(ctx, found)
		if err != nil || len(found.New) == 0 {
			return found, err
		}
		return r.describePackages(ctx, c.Tree, found)
	})
	if err != nil {
		return nil, "", fmt.Errorf("see which packages step %s wants: %w", r.step.ID, err)
	}
	if len(found.New) == 0 {
		if r.settled == nil {
			r.settled = map[string]bool{}
		}
		r.settled[c.Tree] = true
		return nil, noteOrdered(found), nil
	}
	return r.ruleOnPackages(c, found), "", nil
}

// describePackages finds what new packages require themselves, so that all are in one question, and how old each is.
func (r *codeRun) describePackages(ctx context.Context, tree string, found coding.PackageChange) (coding.PackageChange, error) {
	of := make([]coding.Package, 0, len(found.New))
	for _, n := range found.New {
		of = append(of, n.Package)
	}
	repo := r.about.Code.Repository
	_, taken, err := r.runner.Packages.Requires(ctx, repo, r.base.Tree, of)
	if err != nil {
		return found, err
	}
	found.Own = len(found.New)
	for _, p := range taken {
		if !slices.Contains(r.about.Code.Packages, p) && !slices.Contains(found.Needs, p) {
			found.New = append(found.New, coding.NewPackage{Package: p})
		}
	}
	found.New, err = r.runner.Packages.Date(ctx, repo, tree, found.New)
	return found, err
}

// noteOrdered says in the result what nobody was asked about.
func noteOrdered(c coding.PackageChange) string {
	say := func(all []coding.Package) string {
		named := make([]string, 0, len(all))
		for _, p := range all {
			named = append(named, strings.TrimSpace(p.Name+" "+p.Version))
		}
		return strings.Join(named, ", ")
	}
	var said []string
	if len(c.Ordered) > 0 {
		said = append(said, "Fetched without a question, since your order names it: "+say(c.Ordered))
	}
	if len(c.Needs) > 0 {
		said = append(said, "required by what you ordered or allowed, and so fetched with it: "+say(c.Needs))
	}
	return prose.Capital(strings.Join(said, "; "))
}

// ruleOnPackages asks about new packages.
func (r *codeRun) ruleOnPackages(c coding.Change, found coding.PackageChange) *proof.Ruling {
	r.asked = nil
	named := make([]string, 0, len(found.New))
	for _, p := range found.New {
		r.asked, named = append(r.asked, p.Package), append(named, p.Describe(r.Now()))
	}
	own := len(named)
	if found.Own > 0 {
		own = found.Own
	}
	text := fmt.Sprintf("it wants %s: %s", prose.Count(own, "package")+" that the code did not have", strings.Join(named[:own], ", "))
	if needs := named[own:]; len(needs) > 0 {
		text += fmt.Sprintf(", and what that requires itself, %s: %s", prose.Count(len(needs), "package"), strings.Join(needs, ", "))
	}
	if found.Open {
		text += "; no lock file names what they need themselves"
	}
	return &proof.Ruling{
		Kind:     coding.DecideKind(r.placed.Kind, c.Files),
		Findings: []coding.GuardFinding{{Rule: "C20", Path: findManifest(c.Files), Text: text}},
	}
}

// clipNamed cuts a long list of packages to what one message holds; all of them stand in the step's cause.
func clipNamed(text string, id org.StepID) string {
	const most = 1200
	if len(text) <= most {
		return text
	}
	kept := text[:strings.LastIndex(text[:most], "), ")+1]
	return fmt.Sprintf("%s, and %d more, which frasier why %s --all names", kept, strings.Count(text[len(kept):], "), "), id)
}

// findManifest returns the file of a change that names packages, and of several the one that people write.
func findManifest(files []coding.FileChange) (out string) {
	for _, f := range files {
		if !coding.IsDependencyFile(f.Path) || f.Gone() {
			continue
		}
		if isLock := strings.Contains(f.Path, "lock") || strings.HasSuffix(f.Path, ".sum"); out == "" || !isLock {
			out = f.Path
		}
	}
	return out
}

// mayAskAtOnce reports whether a change asks for nothing but what was ordered, packages or settings of what checks the code: whoever writes
// it need not insist.
func (r *codeRun) mayAskAtOnce(g proof.Ruling) bool {
	return isOrdered(r.placed.Kind.Value, g.Findings)
}

func isOrdered(kind coding.ChangeKind, all []coding.GuardFinding) bool {
	was := map[coding.ChangeKind]func(coding.GuardFinding) bool{coding.KindDependency: proof.IsAboutPackages, coding.KindSettings: proof.IsAboutCI}[kind]
	return was != nil && !slices.ContainsFunc(all, func(f coding.GuardFinding) bool { return !was(f) })
}

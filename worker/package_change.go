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
	switch {
	case err != nil:
		return err
	case !c.Differs():
		s.Packages = trial.Wanted{Tree: r.base.Tree}
	case len(r.listUnasked(c)) == 0:
		s.Packages = trial.Wanted{Tree: s.Tree, Make: true, Code: r.base.Tree}
	}
	return nil
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

// askPackages rules for the n-th time on a change that wants packages which the founder did not allow: nothing of it is tried before he
// does. It is nil for any other.
func (r *codeRun) askPackages(ctx context.Context, c coding.Change, n int) (*proof.Ruling, error) {
	found, err := r.packagesOf(ctx, c.Tree)
	if err != nil {
		return nil, err
	}
	found.New = r.listUnasked(found)
	if len(found.New) == 0 {
		return nil, nil
	}
	found, err = stage(ctx, r.run, org.StagePackages, n, func(ctx context.Context) (coding.PackageChange, error) {
		var err error
		found.New, err = r.runner.Packages.Date(ctx, r.about.Code.Repository, c.Tree, found.New)
		return found, err
	})
	if err != nil {
		return nil, fmt.Errorf("see how old the packages of step %s are: %w", r.step.ID, err)
	}
	r.asked = nil
	named := make([]string, 0, len(found.New))
	for _, p := range found.New {
		r.asked, named = append(r.asked, p.Package), append(named, p.Describe(r.Now()))
	}
	text := fmt.Sprintf("it wants %s: %s", prose.Count(len(named), "package")+" that the code did not have", strings.Join(named, ", "))
	if found.Open {
		text += "; no lock file names what they need themselves"
	}
	return &proof.Ruling{
		Kind:     coding.DecideKind(r.placed.Kind, c.Files),
		Findings: []coding.GuardFinding{{Rule: "C20", Path: findManifest(c.Files), Text: text}},
	}, nil
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

// mayAskAtOnce reports whether a change asks for nothing but the packages that were ordered: whoever writes it need not insist.
func (r *codeRun) mayAskAtOnce(g proof.Ruling) bool {
	return r.placed.Kind.Value == coding.KindDependency && !slices.ContainsFunc(g.Findings, func(f coding.GuardFinding) bool { return !proof.IsAboutPackages(f) })
}

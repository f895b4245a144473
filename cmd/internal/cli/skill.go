package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/vet"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/staff"
)

func skill(ctx context.Context, c *call) error {
	switch {
	case len(c.rest) == 2 && c.rest[0] == "add":
		return c.with(ctx, func(a *app.App) error { return c.addSkill(ctx, a, c.rest[1]) })
	case len(c.rest) == 1 && c.rest[0] == "list":
		return c.with(ctx, func(a *app.App) error { return c.listSkills(ctx, a) })
	case len(c.rest) == 2 && c.rest[0] == "remove":
		return c.with(ctx, func(a *app.App) error {
			if err := a.Store.RemoveSkill(ctx, c.rest[1]); err != nil {
				return missingSkill(err, c.rest[1])
			}
			c.printf("%s is out of use from now on.\n", c.rest[1])
			return nil
		})
	}
	return &usage{"usage: frasier skill add DIR, skill list, or skill remove NAME"}
}

func missingSkill(err error, name string) error {
	if errors.Is(err, org.ErrNotFound) {
		return &usage{fmt.Sprintf("there is no skill %q from outside; \"frasier skill list\" lists them", name)}
	}
	return err
}

// addSkill vets a folder and adds it. A skill that anything rejects exits 4,
// and nothing of it stays.
func (c *call) addSkill(ctx context.Context, a *app.App, dir string) (err error) {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(c.Dir, dir)
	}
	at, files, err := vet.Quarantine(dir, filepath.Join(c.settings.Home, "quarantine"))
	if err == nil {
		defer func() { err = errors.Join(err, os.RemoveAll(at)) }()
		err = c.vetSkill(ctx, a, at, files)
	}
	var no *vet.RejectedError
	if errors.As(err, &no) {
		c.printf("\nNot added. %s%s.\n", strings.ToUpper(no.Error()[:1]), strings.TrimRight(no.Error()[1:], "."))
		return &exit{Failed}
	}
	if errors.Is(err, os.ErrNotExist) {
		return &usage{fmt.Sprintf("there is no folder %s", dir)}
	}
	return err
}

func (c *call) vetSkill(ctx context.Context, a *app.App, at string, files []work.SkillFile) error {
	s, err := staff.ReadSkill(files)
	if err != nil {
		return &vet.RejectedError{By: "the manifest check", Why: err.Error()}
	}
	if slices.Contains(a.Prompts.Skills(), s.Name) {
		return &vet.RejectedError{By: "the manifest check", Why: "a built-in skill has the name " + s.Name}
	}
	c.printf("%s: %s\n%d files. Built-in rules and the scanners that are installed look at it; each has %s.\n", s.Name, s.Description, len(files), vet.Limit)
	var missing []vet.Scanner
	if s.Vetted, missing, err = vet.Scan(ctx, at, files, vet.Scanners(c.Env)); err != nil {
		return err
	}
	if err := vet.Enough(s.Vetted, missing, a.Settings.SkillScanners); err != nil {
		return err
	}
	for _, v := range s.Vetted {
		c.printf("passed: %s (%s)\n", v.Scanner, v.Said)
	}
	for _, m := range missing {
		c.printf("not installed, so it did not look: %s\n", strings.TrimSuffix(m.Name+" ("+m.Get+")", " ()"))
	}
	c.printf("A scanner that finds nothing proves nothing. Now you: read every line.\n")
	read, err := vet.Read(c.In, c.Out, s)
	if err != nil {
		return err
	}
	s.Vetted = append(s.Vetted, read)
	err = a.Store.AddSkill(ctx, s)
	if errors.Is(err, org.ErrConflict) {
		return &usage{fmt.Sprintf("a skill %s is there already; \"frasier skill remove %s\" takes it away first", s.Name, s.Name)}
	}
	if err != nil {
		return err
	}
	c.printf("Added %s. It is given to whoever does work that its description fits.\n", s.Name)
	return nil
}

// listSkills prints each skill with its pinned hashes and its text.
func (c *call) listSkills(ctx context.Context, a *app.App) error {
	list, err := a.Store.Skills(ctx)
	if err != nil {
		return err
	}
	if c.flags.json {
		return c.writeJSON(list)
	}
	for _, name := range a.Prompts.Skills() {
		c.printf("%s: built in\n", name)
	}
	for _, s := range list {
		state := "in use"
		if s.Refused != "" {
			state = "REFUSED: " + s.Refused
		}
		c.printf("%s: from outside, %s\n   %s\n", s.Name, state, s.Description)
		for _, v := range s.Vetted {
			c.printf("   passed %s: %s\n", v.Scanner, v.Said)
		}
		for _, f := range s.Files {
			c.printf("   %s sha256 %s\n", f.Path, s.Pinned[f.Path])
			for l := range strings.Lines(string(f.Data)) {
				c.printf("      | %s\n", strings.TrimRight(l, "\n"))
			}
		}
	}
	return nil
}

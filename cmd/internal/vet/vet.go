// Package vet lets a skill from outside in, or keeps it out: it copies the
// skill into quarantine, runs the built-in rules and those scanners that are
// installed over the copy, and has a person read every line. A scanner that
// hangs, answers what nobody can read, or flags anything, rejects. It is the
// only package that starts other programs, and only the command frasier links
// it.
package vet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/staff"
)

// Limit bounds one scanner: those that ask a service take up to a minute.
const Limit = 120 * time.Second

// RejectedError says why a skill was not let in.
type RejectedError struct{ By, Why string }

// Error names who rejected the skill and why.
func (r *RejectedError) Error() string {
	if r.By == "You" || strings.HasSuffix(r.By, "rules") {
		return r.By + " reject it: " + r.Why
	}
	return r.By + " rejects it: " + r.Why
}

// Quarantine copies a folder into a new one below dir, of which only the owner
// may read, and returns its path and its files. Nothing outside the folder is
// ever opened. What is no plain text file in it is a *RejectedError.
func Quarantine(from, dir string) (at string, files []work.SkillFile, err error) {
	if files, err = readFolder(from); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("make quarantine: %w", err)
	}
	at, err = os.MkdirTemp(dir, "skill-")
	if err != nil {
		return "", nil, fmt.Errorf("make quarantine: %w", err)
	}
	for _, f := range files {
		name := filepath.Join(at, filepath.FromSlash(f.Path))
		err := os.MkdirAll(filepath.Dir(name), 0o700)
		if err == nil {
			err = os.WriteFile(name, f.Data, 0o400)
		}
		if err != nil {
			return "", nil, errors.Join(fmt.Errorf("copy into quarantine: %w", err), os.RemoveAll(at))
		}
	}
	return at, files, nil
}

func readFolder(from string) (files []work.SkillFile, err error) {
	info, err := os.Stat(from)
	if err != nil {
		return nil, fmt.Errorf("read skill: %w", err)
	}
	if !info.IsDir() {
		return nil, &RejectedError{"the folder check", from + " is no folder; archives are not unpacked"}
	}
	root, err := os.OpenRoot(from)
	if err != nil {
		return nil, fmt.Errorf("read skill: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	total := 0
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if !e.Type().IsRegular() || !staff.SkillFileAllowed(name) {
			return &RejectedError{"the folder check", fmt.Sprintf("%q is not allowed: only plain .md, .txt, .json and .yaml files, none hidden, no links, no lists of servers", name)}
		}
		raw, err := readBounded(root, name, SkillBytes-total)
		if err != nil {
			return err
		}
		total += len(raw)
		if files = append(files, work.SkillFile{Path: name, Data: raw}); len(files) > SkillFiles {
			return &RejectedError{"the folder check", fmt.Sprintf("it has more than %d files", SkillFiles)}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return files, nil
}

func readBounded(root *os.Root, name string, room int) ([]byte, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, fmt.Errorf("read skill: %w", err)
	}
	if info.Size() > int64(room) {
		return nil, &RejectedError{"the folder check", fmt.Sprintf("it is larger than %d bytes", SkillBytes)}
	}
	raw, err := root.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read skill: %w", err)
	}
	if len(raw) > room {
		return nil, &RejectedError{"the folder check", fmt.Sprintf("it is larger than %d bytes", SkillBytes)}
	}
	return raw, nil
}

// Scan runs the built-in rules over a skill in quarantine, and each scanner that
// is installed. The first that does not pass it ends the scan with a
// *RejectedError. missing are the scanners that did not look: what they would
// have found, the reading has to.
func Scan(ctx context.Context, at string, files []work.SkillFile, scanners []Scanner) (passed []work.VetResult, missing []Scanner, err error) {
	const rules = "built-in rules"
	if flaws := staff.Flaws(files); len(flaws) > 0 {
		return nil, nil, &RejectedError{"the " + rules, strings.Join(flaws, "; ")}
	}
	passed = []work.VetResult{{Scanner: rules, Passed: true, Said: "nothing found"}}
	for _, s := range scanners {
		program, there := s.findProgram()
		if !there {
			missing = append(missing, s)
			continue
		}
		said, err := s.runProgram(ctx, program, at)
		if ctx.Err() != nil {
			return nil, nil, fmt.Errorf("scan skill: %w", ctx.Err())
		}
		if err != nil {
			return nil, nil, &RejectedError{s.Name, err.Error()}
		}
		passed = append(passed, work.VetResult{Scanner: s.Name, Passed: true, Said: said})
	}
	return passed, missing, nil
}

// Enough rejects a skill at which fewer scanners looked than there must be.
func Enough(passed []work.VetResult, missing []Scanner, least int) error {
	looked := len(passed) - 1 // the built-in rules are none
	if looked >= least {
		return nil
	}
	var get []string
	for _, m := range missing {
		get = append(get, m.Name)
	}
	return &RejectedError{"FRASIER_SKILL_SCANNERS", fmt.Sprintf("at least %d scanners must look and %d did; not installed: %s", least, looked, strings.Join(get, ", "))}
}

// Installed counts the scanners that there are on this machine.
func Installed(scanners []Scanner) int {
	n := 0
	for _, s := range scanners {
		if _, there := s.findProgram(); there {
			n++
		}
	}
	return n
}

package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/frasier-cos/frasier/internal/coding"
)

func (d Dir) updateBranches(g git, at string, r *coding.Repository) error {
	from := git{ctx: g.ctx, dir: at}
	if shallow, err := from.readLine("rev-parse", "--is-shallow-repository"); err == nil && shallow == "true" {
		return &UnusableError{r.Source + " is a shallow clone, without its whole history; run there: git fetch --unshallow"}
	}
	if why := refusePartial(from, r.Source); why != nil {
		return why
	}
	if r.Ref == "" {
		name, err := from.readLine("symbolic-ref", "--short", "-q", "HEAD")
		if said, no := isFailure(err); no && said != "" { // of a detached head it says nothing
			return explainUnreadable(at, r.Source, said)
		}
		if err != nil || name == "" {
			return &UnusableError{fmt.Sprintf("%s is on no branch now; name the one to work from with --ref", r.Source)}
		}
		r.Ref = name
	}
	return d.withScratch(g, func(g git) error {
		trust, err := writeTrust(g, at)
		if err != nil {
			return err
		}
		g.env = append(g.env, trust...)
		// A path as it is: of an address of a file git takes the percent signs for letters.
		_, err = g.run(nil, "fetch", "--quiet", "--no-tags", "--force", "--no-write-fetch-head", "--", r.Source, "refs/heads/"+r.Ref+":"+formatRef(*r))
		said, no := isFailure(err)
		switch {
		case !no:
			return err
		case strings.Contains(said, "couldn't find remote ref"):
			has := formatBranches(from)
			if has == "" {
				return &UnusableError{r.Source + " has no commit yet; make a first one there, and name it again"}
			}
			return &UnusableError{fmt.Sprintf("%s has no branch %s; it has %s", r.Source, r.Ref, has)}
		}
		return explainUnreadable(at, r.Source, said)
	})
}

// Git's other half, which reads a source, takes one that belongs to somebody else only when a file
// says so: whoever runs us named that very folder, and it is only read. What the source itself
// says cannot give it, and it holds for this one reading. The other half fetches nothing that the
// source names and starts nothing of it.
func writeTrust(g git, at string) ([]string, error) {
	if isOwned(at) {
		return nil, nil
	}
	file := filepath.Join(filepath.Dir(g.index), "trust")
	if err := os.WriteFile(file, []byte("[safe]\n\tdirectory = *\n"), 0o600); err != nil {
		return nil, err
	}
	return []string{"GIT_CONFIG_GLOBAL=" + file, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=file"}, nil
}

func isOwned(at string) bool {
	for _, name := range []string{at, filepath.Dir(at)} {
		if id, known := findOwner(name); known && id != os.Geteuid() {
			return false
		}
	}
	info, err := os.Stat(at)
	return err == nil && info.IsDir() // a file there leads to a folder that may be anybody's
}

func findOwner(name string) (int, bool) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(s.Uid), true
}

// Git would fetch what a clone was told to leave out by what the source names.
func refusePartial(from git, source string) error {
	out, err := from.run(nil, "config", "--get-regexp", `^(extensions\.partialclone|remote\..*\.promisor)$`)
	if _, no := isFailure(err); no {
		return nil // git ends with 1 when there is none
	}
	if err != nil {
		return err
	}
	if len(out) == 0 {
		return nil
	}
	return &UnusableError{source + " is a partial clone, without all files of its history; clone it there anew, without --filter"}
}

// It says by whom the source may be read, where that is why.
func explainUnreadable(at, source, said string) error {
	low := strings.ToLower(said)
	if strings.Contains(low, "dubious ownership") || strings.Contains(low, "permission denied") || !isReadable(at) {
		whose := "somebody else"
		if id, known := findOwner(at); known {
			whose = fmt.Sprintf("user %d", id)
		}
		return &UnusableError{fmt.Sprintf("%s belongs to %s, and user %d, which runs me, may not read all of it; give it to that user (chown -R %d), or let that user read it", at, whose, os.Geteuid(), os.Geteuid())}
	}
	for line := range strings.Lines(said) {
		if strings.Contains(line, "unable to read") || strings.HasPrefix(line, "error: object ") { // what git says last names no cause
			_, cause, _ := strings.Cut(line, "error: ")
			if _, theirs, found := strings.Cut(line, "fatal: "); found {
				cause = theirs
			}
			return &UnusableError{fmt.Sprintf("%s cannot be copied, because it is not whole: %s. `git fsck` there names what is missing or damaged", source, strings.TrimSpace(cause))}
		}
	}
	return &UnusableError{fmt.Sprintf("%s cannot be copied: %s", source, strings.Join(strings.Fields(findLastLine(said)), " "))}
}

func isReadable(at string) bool {
	f, err := os.Open(at) // the founder's own, which he named
	if err != nil {
		return false
	}
	return f.Close() == nil
}

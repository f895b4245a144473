package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// One fetch or push may take so long: the history of a large program is some gigabytes.
const remoteLimit = 10 * time.Minute

// UnreachableError says that a repository cannot be reached now; later it may be.
type UnreachableError struct {
	Text       string
	NeedsToken bool // it answers, and takes no token that is known here
}

// Error returns the sentence.
func (e *UnreachableError) Error() string { return e.Text }

// git may talk to where the repository is, by https and ssh, and asks nobody anything; at an https address it has the login
// that is known for it. What git says no to comes back as an *UnreachableError, or as an *UnusableError.
func (d Dir) withRemote(g git, r coding.Repository, do func(git) error) error {
	limited, stop := context.WithTimeout(g.ctx, remoteLimit)
	defer stop()
	outer := g.ctx
	g.ctx = limited
	g.env = append(slices.Clone(g.env), d.Network...)
	g.allow = []string{
		"protocol.file.allow=never", "protocol.https.allow=always", "protocol.ssh.allow=always", "protocol.http.allow=" + chooseHTTP(r.Source),
		"core.sshCommand=" + cmp.Or(d.SSH, "ssh") + " -o BatchMode=yes -o ConnectTimeout=20", "credential.helper=", "http.lowSpeedLimit=1", "http.lowSpeedTime=60",
	}
	var err error
	if d.FindLogin != nil && strings.HasPrefix(r.Source, "http") {
		if g.login, err = d.FindLogin(g.ctx, r.Source); err != nil {
			return fmt.Errorf("find the login for %s: %w", r.Source, err)
		}
		g.allow = append(g.allow, g.login.listSettings(r.Source)...)
	}
	err = do(g)
	switch said, no := isFailure(err); {
	case no:
		return explainRefusal(r, g.login, said)
	case errors.Is(err, context.DeadlineExceeded) && outer.Err() == nil:
		return &UnreachableError{Text: fmt.Sprintf("%s did not answer within %d minutes", r.Source, int(remoteLimit.Minutes()))}
	}
	return err
}

// git may speak http to this machine alone, and never because another address leads there.
func chooseHTTP(address string) string {
	if strings.HasPrefix(address, "http://") {
		return "always"
	}
	return "never"
}

// It goes by git's own words.
func explainRefusal(r coding.Repository, login *Login, said string) error {
	host := cmp.Or(coding.AddressHost(r.Source), r.Source)
	low := strings.ToLower(said)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(s string) bool { return strings.Contains(low, s) })
	}
	last := findLastLine(said)
	switch {
	case has("could not read username", "could not read password", "authentication failed", "returned error: 401", "returned error: 403"):
		return login.explainRefusal(host, r.Source, has("returned error: 403"))
	case has("permission denied (publickey", "permission denied, please try again"):
		return &UnusableError{fmt.Sprintf("%s does not take the ssh key of the user that runs me; add its public key there, as a deploy key for instance", host)}
	case has("host key verification failed"):
		return &UnusableError{fmt.Sprintf("the user that runs me has never met %s; run once as that user, and compare the key that it shows: ssh -T git@%s", host, host)}
	case has("not found", "does not exist", "returned error: 404", "does not appear to be a git repository"):
		return &UnusableError{login.explainAbsence(host, r.Source)}
	case has("could not resolve host", "connection refused", "connection timed out", "operation timed out", "operation too slow", "failed to connect", "couldn't connect", "network is unreachable",
		"no route to host", "connection reset", "connection closed", "early eof", "rpc failed", "returned error: 5", "returned error: 429", "remote end hung up", "empty reply"):
		return &UnreachableError{Text: fmt.Sprintf("%s cannot be reached now: %s", host, last)}
	}
	return &UnusableError{fmt.Sprintf("%s cannot be used: %s", r.Source, last)}
}

// The most telling line is what ssh says, or the last that was fatal, without these words.
func findLastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, begins := range []string{"ssh: ", "fatal: "} {
		for _, l := range slices.Backward(lines) {
			if l, ok := strings.CutPrefix(strings.TrimSpace(l), begins); ok {
				return strings.TrimRight(l, ".")
			}
		}
	}
	return strings.TrimRight(strings.TrimSpace(lines[len(lines)-1]), ".")
}

// head is the branch that the address names as its own.
func listAdvertised(g git, r coding.Repository) (head string, all []string, err error) {
	out, err := g.run(nil, "ls-remote", "--symref", "--", r.Source, "HEAD", "refs/heads/*")
	if err != nil {
		return "", nil, err
	}
	for line := range strings.Lines(string(out)) {
		what, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if to, ok := strings.CutPrefix(what, "ref: refs/heads/"); ok && name == "HEAD" {
			head = to
		}
		if b, ok := strings.CutPrefix(name, "refs/heads/"); ok {
			all = append(all, b)
		}
	}
	return head, all, nil
}

func (d Dir) fetchBranch(g git, r *coding.Repository) error {
	return d.withRemote(g, *r, func(g git) error {
		if r.Ref == "" {
			head, all, err := listAdvertised(g, *r)
			switch {
			case err != nil:
				return err
			case len(all) == 0:
				return &UnusableError{r.Source + " has no commit yet, or is no git repository; push a first one there, and name it again"}
			case head == "":
				return &UnusableError{fmt.Sprintf("%s does not say which branch is its own; name one with --ref: it has %s", r.Source, clipNames(all))}
			}
			r.Ref = head
		}
		_, err := g.run(nil, "fetch", "--quiet", "--no-tags", "--force", "--no-write-fetch-head", "--", r.Source, "refs/heads/"+r.Ref+":"+formatRef(*r))
		if said, no := isFailure(err); no && strings.Contains(said, "couldn't find remote ref") {
			_, all, err := listAdvertised(g, *r)
			if err == nil {
				err = &UnusableError{fmt.Sprintf("%s has no branch %s; it has %s", r.Source, r.Ref, cmp.Or(clipNames(all), "none"))}
			}
			return err
		}
		return err
	})
}

// Push brings a project's branch to its repository's address, under the name that it has there. It moves that
// forward and never writes it anew; no branch of the founder is touched but the one that he has changes pushed onto. The same push again changes nothing. What the address does not take is an *UnusableError.
func (d Dir) Push(ctx context.Context, o coding.CodeOrder) error {
	branch := o.PushedAs()
	switch {
	case len(o.Merged) == 0:
		return nil
	case o.WentOnto() && (branch != o.Repository.Ref || !o.Repository.PushesOnto()):
		return &UnusableError{fmt.Sprintf("%s is no branch of mine, and the repository's settings do not let me push onto it any more", branch)}
	}
	if err := d.Restore(ctx, o); err != nil {
		return err
	}
	return d.withRemote(d.openMirror(ctx, o.Repository), o.Repository, func(g git) error {
		args := []string{"push", "--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no", "--no-signed", "--", o.Repository.Source}
		for _, b := range o.PushedBranches() {
			args = append(args, b.Commit+":refs/heads/"+b.Name)
		}
		_, err := g.run(nil, args...)
		if said, no := isFailure(err); no {
			why := findRejection(said)
			if strings.Contains(why, "failed to update ref") || strings.Contains(why, "cannot lock ref") || strings.Contains(why, "incorrect old value") { // a worker on another machine pushes just now
				return &UnreachableError{Text: fmt.Sprintf("somebody else writes %s just now", branch)}
			}
			if why != "" {
				return &UnusableError{fmt.Sprintf("%s does not take %s: %s", cmp.Or(coding.AddressHost(o.Repository.Source), o.Repository.Source), branch, why)}
			}
		}
		return err
	})
}

// It goes by git's line on the branch; empty when the other side was not asked.
func findRejection(said string) string {
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "! [") {
			continue
		}
		_, why, _ := strings.Cut(line, " (")
		why = strings.TrimSuffix(why, ")")
		switch {
		case !strings.HasPrefix(line, "! [remote rejected]"): // it is not what the branch there follows on
			return "the branch there has commits that are not mine"
		case strings.Contains(why, "hook declined"), strings.Contains(strings.ToLower(why), "protected"):
			return "it is protected there (" + why + ")"
		}
		return cmp.Or(why, "it gives no reason")
	}
	return ""
}

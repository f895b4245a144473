package coding

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Life tells when a service ends that people look at, besides for want of looks.
type Life string

// The lives: it ends with the step or with the project whose code it shows, or runs whenever a worker does. Of a repository's own branch
// the first two end with nothing.
const (
	LifeStep    Life = "step"
	LifeProject Life = "project"
	LifeAlways  Life = "always"
)

// The limits of services that people look at.
const (
	// ShownMost limits the services that people may have running on one machine, ShownLimit how long one may run that is not always there, and
	// IdleLimit after what time without a look it ends (our choice: a founder looks, talks and looks again; what he forgot should not hold memory overnight).
	ShownMost  = 4
	ShownLimit = 12 * time.Hour
	IdleLimit  = 30 * time.Minute
	// ShownHost is the host they are reached at: another name than that of the dashboard, so that a browser gives them nothing of what it keeps for that.
	ShownHost = "127.0.0.2"
)

// ShownID names a service that people look at: "v7".
type ShownID string

// ShownState tells how far such a service is.
type ShownState string

// The states. A service that is asked for waits for a worker; the last two are ends.
const (
	ShownAsked    ShownState = "asked"
	ShownStarting ShownState = "starting"
	ShownReady    ShownState = "ready"
	ShownStopping ShownState = "stopping"
	ShownStopped  ShownState = "stopped"
	ShownFailed   ShownState = "failed"
)

// IsLive reports whether it has not ended.
func (s ShownState) IsLive() bool { return s != ShownStopped && s != ShownFailed }

// ShownCause tells why a service ended.
type ShownCause string

// The causes. Of those that are always there, only what was cut off is started again by itself.
const (
	CausePerson   ShownCause = "person"
	CauseReplaced ShownCause = "replaced"
	CauseIdle     ShownCause = "idle"
	CauseOver     ShownCause = "over"
	CauseLimit    ShownCause = "limit"
	CauseFault    ShownCause = "fault"
	CauseCut      ShownCause = "cut" // the process that had it ended
)

// Shown is a service that people look at, or looked at.
type Shown struct {
	ID         ShownID       `json:"id"`
	Repository string        `json:"repository"` // its name
	Of         string        `json:"-"`          // the repository's id
	Name       string        `json:"name"`
	Branch     string        `json:"branch"` // whose code it runs
	Project    org.ProjectID `json:"project,omitempty"`
	Step       org.StepID    `json:"step,omitempty"`
	Commit     string        `json:"commit,omitempty"` // the code that it runs, once it is known
	Services   []Service     `json:"-"`                // those beside it, and it last
	Key        string        `json:"key"`              // of the same key there is one
	State      ShownState    `json:"state"`
	Reason     string        `json:"reason"`
	Cause      ShownCause    `json:"cause,omitempty"` // of its end
	Machine    string        `json:"machine,omitempty"`
	Owner      string        `json:"-"` // the process that has it
	Port       int           `json:"port,omitempty"`
	Tail       string        `json:"log,omitempty"` // the last that it said
	Channel    org.Channel   `json:"-"`             // who is told; empty for nobody
	Over       bool          `json:"-"`             // the step or project that it belongs to has ended since
	AskedAt    time.Time     `json:"asked_at"`
	ReadyAt    time.Time     `json:"ready_at,omitzero"`
	EndedAt    time.Time     `json:"ended_at,omitzero"`
}

// Service is the one that people look at.
func (s Shown) Service() Service {
	if len(s.Services) == 0 {
		return Service{Name: s.Name}
	}
	return s.Services[len(s.Services)-1]
}

// URL leads to it; empty for one that is not ready.
func (s Shown) URL() string {
	if s.State != ShownReady || s.Port == 0 {
		return ""
	}
	return fmt.Sprintf("http://%s:%d/", ShownHost, s.Port)
}

// ShownServices returns what runs so that people can look at a service: those before it that checks use, and it last. False when there is none
// of that name that listens.
func (p CodePolicy) ShownServices(name string) ([]Service, bool) {
	var out []Service
	for _, s := range p.Services {
		if s.Name == name {
			return append(out, s), s.Port > 0
		}
		if !s.Smoke && !s.People {
			out = append(out, s)
		}
	}
	return nil, false
}

// ShownKey is the same for the same service of the same code: where one of that key runs, it serves whoever asks for it.
func ShownKey(repository, branch string, services []Service) string {
	raw, err := json.Marshal([]any{repository, branch, services})
	if err != nil { // it has none of the values that JSON lacks
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// ExplainDifference says in what a service differs from the one that runs under its name.
func ExplainDifference(was, is Service) string {
	switch {
	case was.Command != is.Command:
		return "its command"
	case !slices.Equal(was.Env, is.Env):
		return "its environment"
	case was.Dir != is.Dir:
		return "its folder"
	case was.Port != is.Port:
		return "its port"
	}
	return "how it is set up"
}

// describeShown says what people can look at; empty for nothing.
func (p CodePolicy) describeShown() string {
	var out []string
	for _, s := range p.Services {
		if s.Port == 0 || !s.People && s.Life == "" { // all others can be looked at too, and are there for checks
			continue
		}
		out = append(out, fmt.Sprintf("%s (%s)", s.Name, s.DescribeLife()))
	}
	if len(out) == 0 {
		return ""
	}
	return "You can look at " + strings.Join(out, ", ") + "."
}

// DescribeLife says when a service ends that people look at.
func (s Service) DescribeLife() string {
	idle := fmt.Sprintf("after %d minutes without a look", int(s.IdleAfter().Minutes()))
	switch s.Life {
	case LifeAlways:
		if s.Idle == 0 {
			return "is always there while I work"
		}
		return "ends " + idle
	case LifeStep:
		return "ends with its step, or " + idle
	case LifeProject:
	}
	return "ends with its project, or " + idle
}

// IdleAfter is the time without a look after which it ends; 0 for never.
func (s Service) IdleAfter() time.Duration {
	switch {
	case s.Idle > 0:
		return time.Duration(s.Idle) * time.Minute
	case s.Life == LifeAlways:
		return 0
	}
	return IdleLimit
}

// DecideEnd says whether a service that runs is to end at that time, by what it was last used and how long it runs, and why; its cause is
// empty where it goes on.
func (s Shown) DecideEnd(now, used time.Time) (ShownCause, string) {
	life := s.Service()
	if idle := life.IdleAfter(); idle > 0 && now.Sub(used) >= idle {
		return CauseIdle, fmt.Sprintf("ended: nobody looked for %d minutes", int(idle.Minutes()))
	}
	if life.Life != LifeAlways && now.Sub(s.ReadyAt) >= ShownLimit {
		return CauseLimit, fmt.Sprintf("ended: it ran for %d hours", int(ShownLimit.Hours()))
	}
	return "", ""
}

// RefuseMore says why no service more may run on a machine on which some do; empty where one may.
func RefuseMore(running int) string {
	if running < ShownMost {
		return ""
	}
	return fmt.Sprintf("%d services run on this machine already, and no more may; stop one first", running)
}

// The files of a repository that propose services.
const (
	ServicesFile = ".frasier/services" // a service a line, as it is set
	Procfile     = "Procfile"          // "web: COMMAND", where PORT is the port
)

// ProposedServices reads what files of a repository propose. Nothing of it runs before a founder's yes.
func ProposedServices(name, text string) (out []Service) {
	const most = 20
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || len(out) == most {
			continue
		}
		if path.Base(name) == Procfile {
			process, command, ok := strings.Cut(line, ":")
			if !ok || process != "web" { // the others listen nowhere
				continue
			}
			line = "web port=5000 env=PORT=${port} for=people " + strings.TrimSpace(command)
		}
		s, ok := ParseService(line)
		if ok && !slices.ContainsFunc(out, func(o Service) bool { return o.Name == s.Name }) {
			out = append(out, s)
		}
	}
	return out
}

package coding

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Service is a program that checks use, such as a database, or that people look at, such as a web application. For checks it is started
// anew for each run, in the run's own sandbox, and ends with it; how long it runs for people is its Life.
type Service struct {
	Name    string   `json:"name"`
	Command string   `json:"command,omitempty"` // a line for a shell, which knows ${port}; empty for one of the known services
	Dir     string   `json:"dir,omitempty"`     // below the files
	Port    int      `json:"port,omitempty"`    // 0 for one that listens nowhere
	Ready   string   `json:"ready,omitempty"`   // "tcp", "http:/path" or "log:WORDS"; empty: tcp where it has a port
	Env     []string `json:"env,omitempty"`     // NAME=VALUE with ${port}, for the service and for who uses it
	Smoke   bool     `json:"smoke,omitempty"`   // only the smoke test uses it
	People  bool     `json:"people,omitempty"`  // no check uses it
	Life    Life     `json:"life,omitempty"`    // when people look at it; empty: LifeProject
	Idle    int      `json:"idle,omitempty"`    // minutes without a look after which it ends; 0: IdleLimit, and never for LifeAlways
}

// KnownServices returns those that need no command, by their names.
func KnownServices() map[string]Service {
	const folder = "/tmp/frasier-postgres"
	return map[string]Service{
		"postgres": {
			Name: "postgres", Port: 5432, Ready: "log:database system is ready to accept connections",
			Command: `B=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1); [ -n "$B" ] || { echo "sh: 1: postgres: not found"; exit 127; }
"$B/initdb" -D ` + folder + ` -A trust -N -U postgres -E UTF8 --locale=C.UTF-8 >/dev/null || exit
exec "$B/postgres" -D ` + folder + ` -k /tmp -p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off`,
			Env: []string{
				"PGHOST=127.0.0.1", "PGPORT=${port}", "PGUSER=postgres", "PGPASSWORD=postgres", "PGDATABASE=postgres",
				"DATABASE_URL=postgres://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable",
			},
		},
		"redis": {
			Name: "redis", Port: 6379, Ready: "tcp", Command: `exec redis-server --bind 127.0.0.1 --port ${port} --save '' --appendonly no --dir /tmp`,
			Env: []string{"REDIS_HOST=127.0.0.1", "REDIS_PORT=${port}", "REDIS_URL=redis://127.0.0.1:${port}/0"},
		},
	}
}

// ParseService reads how a founder names a service: "postgres", "redis", or NAME with its settings and its command, such as
// "web port=3000 ready=http:/health npm start". False for words that name none.
func ParseService(text string) (Service, bool) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	s := Service{Name: name}
	known, is := KnownServices()[name]
	if is {
		s = known
	}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		word, more, _ := strings.Cut(rest, " ")
		setting, value, given := strings.Cut(word, "=")
		if !given || !slices.Contains([]string{"port", "ready", "dir", "env", "for", "life", "idle"}, setting) {
			s.Command = rest
			break
		}
		if !s.setValue(setting, value) {
			return Service{}, false
		}
		rest = more
	}
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || s.Command == "" || s.Port == 0 && (s.Ready == "tcp" || strings.HasPrefix(s.Ready, "http:")) {
		return Service{}, false
	}
	return s, true
}

// setValue is false for a value that the setting cannot have.
func (s *Service) setValue(setting, value string) bool {
	switch setting {
	case "port":
		const most = 65535
		n, err := strconv.Atoi(value)
		s.Port = n
		return err == nil && n > 0 && n <= most
	case "ready":
		s.Ready = strings.ReplaceAll(value, "_", " ")
		if strings.HasPrefix(value, "http:") {
			s.Ready = value
		}
		return value == "tcp" || strings.HasPrefix(value, "http:/") || len(value) > len("log:") && strings.HasPrefix(value, "log:")
	case "dir":
		s.Dir = path.Clean(value)
		return value != "" && !path.IsAbs(s.Dir) && s.Dir != ".." && !strings.HasPrefix(s.Dir, "../")
	case "env":
		name, _, ok := strings.Cut(value, "=")
		s.Env = append(slices.Clone(s.Env), value)
		return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == ""
	case "for":
		s.Smoke, s.People = value == "smoke", value == "people"
		return s.Smoke || s.People
	case "life":
		s.Life = Life(value)
		return slices.Contains([]Life{LifeStep, LifeProject, LifeAlways}, s.Life)
	case "idle":
		n, err := strconv.Atoi(value)
		s.Idle = n
		return err == nil && n > 0 && time.Duration(n)*time.Minute <= ShownLimit
	}
	return false
}

// Environment lists what a service and who uses it find in theirs.
func (s Service) Environment() []string {
	if s.Port == 0 {
		return s.Env
	}
	port := strconv.Itoa(s.Port)
	out := []string{strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_")) + "_PORT=" + port}
	for _, v := range s.Env {
		out = append(out, strings.ReplaceAll(v, "${port}", port))
	}
	return out
}

// Describe names a service with where it listens.
func (s Service) Describe() string {
	text := s.Name
	if s.Port > 0 {
		text += fmt.Sprintf(" at 127.0.0.1:%d", s.Port)
	}
	if s.Smoke {
		text += " (for the smoke test)"
	}
	return text
}

// ServiceState says how far a service got in a check's run.
type ServiceState string

// The states. Each but the first is its last.
const (
	ServiceBegun ServiceState = "begun" // and the run was over before it was ready
	ServiceReady ServiceState = "ready"
	ServiceDone  ServiceState = "done"  // it listens nowhere, said what it is ready with, and ended well
	ServiceEnded ServiceState = "ended" // before it was ready
	ServiceLate  ServiceState = "late"  // it was not ready in the time that there is
)

// ServiceRun tells of a service that a check's run started for itself.
type ServiceRun struct {
	Name  string       `json:"name"`
	Port  int          `json:"port,omitempty"`  // inside the run's own sandbox; 0 for one that listens nowhere
	Ready string       `json:"ready,omitempty"` // what it was waited for, as Service has it
	State ServiceState `json:"state"`
	Exit  int          `json:"exit,omitempty"` // with which it ended before it was ready
	MS    int64        `json:"ms"`             // until it was ready, or was not waited for any longer
}

// Describe says where it listened, how it became ready and how long that took.
func (s ServiceRun) Describe() string {
	text, after := (Service{Name: s.Name, Port: s.Port}).Describe(), fmt.Sprintf("after %.1f s", float64(s.MS)/1000)
	switch s.State {
	case ServiceReady, ServiceDone:
		return fmt.Sprintf("%s was ready %s: %s", text, after, s.describeReady())
	case ServiceEnded:
		return fmt.Sprintf("%s ended with %d before it was ready, %s", text, s.Exit, after)
	case ServiceLate:
		return fmt.Sprintf("%s was not ready %s", text, after)
	case ServiceBegun:
	}
	return text + " was not ready when the run was over"
}

// describeReady says by what it was seen to be ready.
func (s ServiceRun) describeReady() string {
	kind, what, _ := strings.Cut(s.Ready, ":")
	switch {
	case kind == "log" && s.State == ServiceDone:
		return fmt.Sprintf("it said %q and ended well", what)
	case kind == "log":
		return fmt.Sprintf("it said %q", what)
	case kind == "http":
		return fmt.Sprintf("GET http://127.0.0.1:%d%s was answered", s.Port, what)
	case s.Port > 0:
		return "it took a connection"
	}
	return "it listens nowhere, and had begun"
}

// Smoke is a request that a merged change must answer.
type Smoke struct {
	Path     string `json:"path"`
	Status   int    `json:"status"`
	Contains string `json:"contains,omitempty"`
}

// ParseSmoke reads "GET /path 200 contains WORDS", whose end may be left out.
func ParseSmoke(text string) (Smoke, bool) {
	words := strings.Fields(text)
	const least = 3
	if len(words) < least || words[0] != "GET" || !strings.HasPrefix(words[1], "/") {
		return Smoke{}, false
	}
	status, err := strconv.Atoi(words[2])
	s := Smoke{Path: words[1], Status: status}
	if len(words) > least {
		_, s.Contains, _ = strings.Cut(text, " contains ")
		s.Contains = strings.TrimSpace(s.Contains)
	}
	return s, err == nil && status >= 100 && status < 600 && (len(words) == least || words[least] == "contains" && s.Contains != "")
}

// SmokeName is the name of a smoke test among the checks.
func SmokeName(smoke string) string { return "smoke: " + smoke }

// DescribeServices says what runs beside a repository's checks and what a merged change must answer, in whole sentences;
// empty where that is nothing.
func (p CodePolicy) DescribeServices() string {
	var out []string
	used, _ := p.ServicesFor(true)
	if names := listDescribed(used); len(names) > 0 {
		out = append(out, "Started anew for each run of its checks: "+strings.Join(names, ", ")+".")
	}
	if looked := p.describeShown(); looked != "" {
		out = append(out, looked)
	}
	switch _, port := p.ServicesFor(true); {
	case p.Smoke == "":
	case port == 0:
		out = append(out, fmt.Sprintf("The smoke test %q asks nobody yet: no service has a port.", p.Smoke))
	default:
		out = append(out, fmt.Sprintf("What is merged must pass the smoke test %q.", p.Smoke))
	}
	return strings.Join(out, " ")
}

func listDescribed(all []Service) []string {
	var out []string
	for _, s := range all {
		out = append(out, s.Describe())
	}
	return out
}

// askedSmoke is the question to a merged change; empty where nobody would answer.
func (p CodePolicy) askedSmoke() string {
	if _, port := p.ServicesFor(true); port == 0 {
		return ""
	}
	return p.Smoke
}

// ServicesFor returns the services of checks, or those of the smoke test and the port that it asks: the last of a command of the
// founder's own, or else the last.
func (p CodePolicy) ServicesFor(smoke bool) (out []Service, port int) {
	own := 0
	for _, s := range p.Services {
		if s.People || s.Smoke && !smoke {
			continue
		}
		out = append(out, s)
		if s.Port == 0 {
			continue
		}
		port = s.Port
		if _, known := KnownServices()[s.Name]; !known {
			own = s.Port
		}
	}
	if own > 0 {
		port = own
	}
	return out, port
}

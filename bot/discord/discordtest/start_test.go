package discordtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/discord/discordtest"
)

// pupil is a test that Start is tried on.
type pupil struct {
	t    *testing.T
	said []string
	ends []func()
}

type fatal struct{}

func (p *pupil) Helper() { p.t.Helper() }

func (p *pupil) Fatal(args ...any) {
	p.said = append(p.said, "fatal: "+fmt.Sprint(args...))
	panic(fatal{})
}
func (p *pupil) Error(args ...any) { p.said = append(p.said, "error: "+fmt.Sprint(args...)) }
func (p *pupil) Log(args ...any)   { p.said = append(p.said, "log: "+fmt.Sprint(args...)) }
func (p *pupil) Cleanup(f func())  { p.ends = append(p.ends, f) }

// run starts a server, uses it and ends the test.
func (p *pupil) run(use func(*discordtest.Server)) string {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(fatal); !ok {
				panic(v)
			}
		}
	}()
	use(discordtest.Start(p, discordtest.Options{}))
	for _, f := range p.ends {
		f()
	}
	return strings.Join(p.said, "\n")
}

// Without the API description a test says so, and fails where it has to be there.
func TestWithoutTheDescription(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("CHECK_SPECS", "")
	p := &pupil{t: t}
	if got := p.run(func(*discordtest.Server) {}); !strings.HasPrefix(got, "log: Discord's API description is not there") {
		t.Errorf("got %q, want a note", got)
	}
	t.Setenv("CHECK_SPECS", "1")
	p = &pupil{t: t}
	p.run(func(*discordtest.Server) { t.Error("started") })
	if got := strings.Join(p.said, "\n"); !strings.HasPrefix(got, "fatal:") {
		t.Errorf("got %q, want a failure", got)
	}
}

func TestAViolationFailsTheTest(t *testing.T) {
	p := &pupil{t: t}
	got := p.run(func(d *discordtest.Server) { call(t, d, "GET", "/nothing", "") })
	if !strings.Contains(got, "unknown route: GET /nothing") || !strings.Contains(got, "error:") {
		t.Errorf("got %q", got)
	}
}

package discordtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
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

func TestAViolationFailsTheTest(t *testing.T) {
	p := &pupil{t: t}
	got := p.run(func(d *discordtest.Server) { call(t, d, "GET", "/nothing", "") })
	if !strings.Contains(got, "unknown route: GET /nothing") || !strings.Contains(got, "error:") {
		t.Errorf("got %q", got)
	}
}

package fence_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/fence"
)

func parse(t *testing.T, texts ...string) (out []coding.Service) {
	t.Helper()
	for _, text := range texts {
		s, ok := coding.ParseService(text)
		if !ok {
			t.Fatalf("%q names no service", text)
		}
		out = append(out, s)
	}
	return out
}

const web = `web port=3000 ready=http:/up env=SHOP_URL=http://127.0.0.1:${port} python3 web.py`

// A web server of the tree: it is up after a moment, and keeps what it was given.
const server = `
import http.server, os, time
time.sleep(0.3)
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path in ("/up", "/who") else 404); self.end_headers()
        self.wfile.write(("I am ready " + os.environ["SHOP_URL"]).encode())
    def log_message(self, *a): pass
print("listening", flush=True)
http.server.HTTPServer(("127.0.0.1", int(os.environ["WEB_PORT"])), H).serve_forever()
`

// Services are there for the program, with what it needs to find them, and begin anew for each run.
func TestServicesAreThere(t *testing.T) {
	t.Parallel()
	work := t.TempDir()
	write(t, filepath.Join(work, "web.py"), server)
	b := func() fence.Box {
		return fence.Box{Work: work, Scratch: scratch(t), Services: parse(t, web, `log ready=log:is_up echo begun >> /tmp/count; sleep 0.1; echo it is up; sleep 60`)}
	}
	for range 2 {
		began, box := time.Now(), b()
		got := runIn(t, open(t), box, `python3 -c 'import os, urllib.request as u; print(u.urlopen(os.environ["SHOP_URL"] + "/who").read().decode())'; cat /tmp/count`)
		if want := "I am ready http://127.0.0.1:3000\nbegun\n"; got != want {
			t.Errorf("the program sees %q, want %q", got, want)
		}
		took := time.Since(began)
		if took > 20*time.Second {
			t.Errorf("it took %v", took)
		}
		runs := box.ReadServices()
		if len(runs) != 2 || runs[0].Name != "web" || runs[0].Port != 3000 || runs[0].State != coding.ServiceReady || runs[1].State != coding.ServiceReady ||
			runs[1].MS < 100 || runs[0].MS+runs[1].MS > took.Milliseconds() {
			t.Errorf("of services that were there it is told: %+v", runs)
		}
	}
	e, err := open(t).Run(t.Context(), b(), "/bin/sh", "-c", "pkill -x python3; sleep 0.5; exit 5")
	if err != nil || e.Code != 5 || !strings.Contains(string(e.Output), fence.ServiceFault+"web ended with") || !strings.Contains(string(e.Output), "listening") {
		t.Errorf("a service that goes away: %+v %s, %v", e, e.Output, err)
	}
}

// A service that is not there is told with what it said, and the program is not begun.
func TestAServiceThatIsNotThere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a ready=log:up echo no such thing; exit 3": "frasier: the service a ended with 3 before it was ready; it said:\nno such thing\n",
		"b port=4000 exec nothing-of-a-kind":        "frasier: the service b ended with 127 before it was ready; it said:\n",
		"c dir=gone ready=log:up echo it: up":       "frasier: the service c did not start: ",
	} {
		b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Services: parse(t, text+"; sleep 0.1", "d sleep 60")}
		e, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", "echo begun")
		if err != nil || e.Code != 127 || !strings.HasPrefix(string(e.Output), want) || strings.Contains(string(e.Output), "begun") {
			t.Errorf("%s: %+v %s, %v", text, e, e.Output, err)
		}
		runs := b.ReadServices()
		if began := !strings.HasPrefix(text, "c"); began && (len(runs) != 1 || runs[0].State != coding.ServiceEnded || runs[0].Exit != map[byte]int{'a': 3, 'b': 127}[text[0]]) || !began && runs != nil {
			t.Errorf("%s: of services that were not there it is told: %+v", text, runs)
		}
	}
}

// What a run puts where it is told how its services got ready leads nobody outside: a link is not followed, a pipe not waited for, and no
// words of it are taken. One that was ended before it was ready is told so.
func TestReadServicesTrustsNothing(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	write(t, secret, `{"state": "done", "ms": 7}`)
	const at = "/tmp/frasier-services/a.log.state"
	for name, c := range map[string]struct {
		script string
		want   []coding.ServiceRun
	}{
		"link":   {"rm " + at + "; ln -s " + secret + " " + at, nil},
		"folder": {"rm -r /tmp/frasier-services; ln -s " + filepath.Dir(secret) + " /tmp/frasier-services", nil},
		"pipe":   {"rm " + at + "; mkfifo " + at, nil},
		"long":   {"head -c 9000000 /dev/zero > " + at, []coding.ServiceRun{{Name: "a", State: coding.ServiceBegun}}},
		"lie":    {`echo '{"name": "b", "port": 9, "ready": "lies", "state": "lies", "ms": -5}' > ` + at, []coding.ServiceRun{{Name: "a", State: coding.ServiceBegun}}},
		"other":  {`echo '{"name": "b", "port": 9, "ready": "lies", "state": "done", "ms": -5}' > ` + at, []coding.ServiceRun{{Name: "a", State: coding.ServiceDone}}},
	} {
		b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Services: parse(t, "a exec sleep 60")}
		if _, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", c.script); err != nil {
			t.Fatal(name, err)
		}
		if got := b.ReadServices(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Limit: 2 * time.Second, Services: parse(t, "a ready=log:never exec sleep 60")}
	if e, err := open(t).Run(t.Context(), b, "/bin/sh", "-c", "true"); err != nil || e.Reason == "" {
		t.Fatalf("%+v, %v", e, err)
	}
	if got, want := b.ReadServices(), []coding.ServiceRun{{Name: "a", Ready: "log:never", State: coding.ServiceBegun}}; !slices.Equal(got, want) {
		t.Errorf("ended before: %+v, want %+v", got, want)
	}
}

// What is asked of a service is answered as it is wanted, or not.
func TestAskCommand(t *testing.T) {
	t.Parallel()
	work := t.TempDir()
	write(t, filepath.Join(work, "web.py"), server)
	for text, want := range map[string]string{
		"GET /up 200":                           "",
		"GET /up 200 contains ready http":       "",
		"GET /up 200 contains other words":      `GET /up gives 200, but not "other words"` + ":\nI am ready",
		"GET /gone 200":                         "GET /gone gives 404, not 200:\nI am ready",
		"GET /gone 404 contains I am ready htt": "",
	} {
		smoke, ok := coding.ParseSmoke(text)
		if !ok {
			t.Fatal(text)
		}
		ask, err := fence.AskCommand(3000, smoke)
		if err != nil {
			t.Fatal(err)
		}
		e, err := open(t).Run(t.Context(), fence.Box{Work: work, Scratch: scratch(t), Services: parse(t, web)}, ask...)
		if err != nil || (e.Code == 0) != (want == "") || !strings.HasPrefix(string(e.Output), want) {
			t.Errorf("%s: %+v %s, %v, want %q", text, e, e.Output, err, want)
		}
	}
}

// The known services work where they are installed.
func TestKnownServices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ program, script, want string }{
		"postgres": {"/usr/lib/postgresql/*/bin/postgres", `psql -Atc "create table t (n int); insert into t values (1), (2); select sum(n), current_user from t" "$DATABASE_URL"; psql -Atc "select count(*) from t"`, "CREATE TABLE\nINSERT 0 2\n3|postgres\n2\n"},
		"redis":    {"/usr/bin/redis-server", `redis-cli -u $REDIS_URL set a b; redis-cli -h $REDIS_HOST -p $REDIS_PORT get a`, "OK\nb\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, err := filepath.Glob(c.program)
			if err != nil {
				t.Fatal(err)
			}
			b := fence.Box{Work: t.TempDir(), Scratch: scratch(t), Services: parse(t, name)}
			if len(found) == 0 {
				e, err := open(t).Run(t.Context(), b, "/bin/true")
				if err != nil || e.Code != 127 || !strings.Contains(string(e.Output), "not found") {
					t.Errorf("without it: %+v %s, %v", e, e.Output, err)
				}
				if testlevel.Tools() {
					t.Fatalf("%s is missing; make setup installs it", name)
				}
				return
			}
			began := time.Now()
			if got := runIn(t, open(t), b, c.script); got != c.want {
				t.Errorf("it says %q, want %q", got, c.want)
			}
			t.Logf("%s took %v", name, time.Since(began))
		})
	}
}

package coding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestParseService(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"postgres":           "postgres 5432",
		"postgres port=5433": "postgres 5433",
		"redis env=CACHE=redis://127.0.0.1:${port}/3":                                   "redis 6379",
		"web port=3000 npm start":                                                       "web 3000 npm start",
		"web port=3000 ready=http:/up dir=apps/web env=A=b=c PORT=3000 node s.js --x=1": "web 3000 PORT=3000 node s.js --x=1",
		"queue ready=log:it_is_up ./queue":                                              "queue 0 ./queue",
		"worker ./work":                                                                 "worker 0 ./work",
		"web port=80 for=smoke ./web":                                                   "web 80 ./web",
		"":                                                                              "", "web": "", "web port=3000": "", "Web ./x": "", "a/b ./x": "", "web ready=tcp ./x": "", "web ready=http:/x ./x": "", "../x ./y": "",
	} {
		s, ok := coding.ParseService(text)
		got := strings.TrimSpace(fmt.Sprint(s.Name, " ", s.Port, " ", s.Command))
		if known := coding.KnownServices()[s.Name]; known.Command != "" && known.Command == s.Command {
			got = fmt.Sprint(s.Name, " ", s.Port)
		}
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %v, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"web port=0 ./x", "web port=none ./x", "web dir= ./x", "web dir=../up ./x", "web dir=/etc ./x", "web env=A ./x", "web env=A-B=c ./x", "web for=all ./x", "web ready=soon ./x", "web ready=log: ./x"} {
		if s, ok := coding.ParseService(text); ok {
			t.Errorf("%q: %+v", text, s)
		}
	}
	s, _ := coding.ParseService("my-db port=7000 env=DB=x:${port} ./db")
	if got := fmt.Sprint(s.Environment()); got != "[MY_DB_PORT=7000 DB=x:7000]" {
		t.Errorf("its environment is %s", got)
	}
}

func TestDescribeServiceRun(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]coding.ServiceRun{
		`postgres at 127.0.0.1:5432 was ready after 1.2 s: it said "up"`:                         {Name: "postgres", Port: 5432, Ready: "log:up", State: coding.ServiceReady, MS: 1234},
		"web at 127.0.0.1:3000 was ready after 0.4 s: GET http://127.0.0.1:3000/up was answered": {Name: "web", Port: 3000, Ready: "http:/up", State: coding.ServiceReady, MS: 400},
		"redis at 127.0.0.1:6379 was ready after 0.0 s: it took a connection":                    {Name: "redis", Port: 6379, Ready: "tcp", State: coding.ServiceReady},
		"web at 127.0.0.1:3001 was ready after 0.0 s: it took a connection":                      {Name: "web", Port: 3001, State: coding.ServiceReady},
		"queue was ready after 0.1 s: it listens nowhere, and had begun":                         {Name: "queue", State: coding.ServiceReady, MS: 100},
		`migrate was ready after 2.0 s: it said "done" and ended well`:                           {Name: "migrate", Ready: "log:done", State: coding.ServiceDone, MS: 2000},
		"web at 127.0.0.1:3000 ended with 2 before it was ready, after 0.1 s":                    {Name: "web", Port: 3000, State: coding.ServiceEnded, Exit: 2, MS: 100},
		"web at 127.0.0.1:3000 was not ready after 60.0 s":                                       {Name: "web", Port: 3000, State: coding.ServiceLate, MS: 60_000},
		"web at 127.0.0.1:3000 was not ready when the run was over":                              {Name: "web", Port: 3000, State: coding.ServiceBegun},
	} {
		if got := s.Describe(); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}

func TestParseSmoke(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"GET /up 200": "{/up 200 } true", "GET /a?b=c 404 contains not here": "{/a?b=c 404 not here} true", "GET / 200 contains contains it": "{/ 200 contains it} true",
		"POST /up 200": "false", "GET up 200": "false", "GET /up": "false", "GET /up 99": "false", "GET /up ok": "false", "GET /up 200 contains": "false", "GET /up 200 has x": "false", "": "false",
	} {
		s, ok := coding.ParseSmoke(text)
		if got := fmt.Sprint(s, ok); got != want && (ok || want != "false") {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestSetServices(t *testing.T) {
	t.Parallel()
	r := coding.Repository{}
	for _, values := range [][]string{{"postgres", "postgres"}, {"web port=5432 ./x", "postgres"}, {"postgres", "none"}, {}} {
		if r.Set(coding.SettingService, values) {
			t.Errorf("%q are services", values)
		}
	}
	if !r.Set(coding.SettingService, []string{"postgres", "web port=3000 ./web", "mail port=25 for=smoke ./mail", "redis"}) || !r.Set(coding.SettingSmoke, []string{"GET /up 200"}) {
		t.Fatal("they are none")
	}
	checks, port := r.Policy.ServicesFor(false)
	if len(checks) != 3 || port != 3000 {
		t.Errorf("checks have %v", checks)
	}
	if all, port := r.Policy.ServicesFor(true); len(all) != 4 || port != 25 {
		t.Errorf("the smoke test has %v and asks %d", all, port)
	}
	want := `Started anew for each run of its checks: postgres at 127.0.0.1:5432, web at 127.0.0.1:3000, mail at 127.0.0.1:25 (for the smoke test), redis at 127.0.0.1:6379. What is merged must pass the smoke test "GET /up 200".`
	if got := r.Policy.DescribeServices(); got != want {
		t.Errorf("it says %s", got)
	}
	if !r.Set(coding.SettingService, []string{"none"}) || !strings.Contains(r.Policy.DescribeServices(), "asks nobody yet") || !r.Set(coding.SettingSmoke, []string{"none"}) || r.Policy.DescribeServices() != "" {
		t.Errorf("nothing is left but %q", r.Policy.DescribeServices())
	}
}

package cmd_test

import (
	"context"
	"errors"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestDashboardStories tells what a founder does in a browser without script, with the
// process that "frasier up" starts: up, sees and presses.
func TestDashboardStories(t *testing.T) {
	t.Parallel()
	p := dashboardScripts(t, "testdata/dashboard")
	testscript.Run(t, p)
}

// TestShareInEveryForm tells how a project is shared with bot and worker apart, and
// on PostgreSQL, both ways.
func TestShareInEveryForm(t *testing.T) {
	testlevel.Need(t)
	for _, form := range []string{"apart", "server", "server apart"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := dashboardScripts(t, "")
			p.Files = []string{"testdata/dashboard/share.txtar"}
			if strings.HasSuffix(form, "apart") {
				p.Cmds["up"] = startApart
			}
			if strings.HasPrefix(form, "server") {
				inSchema(t, &p, needServer(t), "FRASIER_DB")
			}
			testscript.Run(t, p)
		})
	}
}

// dashboardScripts are stories with a browser of their founder's, and addresses of
// their own for the dashboard and the public site.
func dashboardScripts(t *testing.T, dir string) testscript.Params {
	t.Helper()
	p := scripts(t, dir, "one")
	plain := p.Setup
	p.Setup = func(e *testscript.Env) error {
		jar, err := cookiejar.New(nil)
		if err != nil {
			return err
		}
		e.Values["founder"] = &http.Client{Jar: jar, Timeout: patience}
		err = plain(e)
		e.Setenv("FRASIER_LISTEN", freeAddress(t))
		e.Setenv("FRASIER_SITE", freeAddress(t))
		e.Setenv("WORKER_LISTEN", freeAddress(t))
		docs, absErr := filepath.Abs("../docs")
		e.Setenv("DOCS", docs)
		err = errors.Join(err, absErr)
		return err
	}
	p.Cmds["up"], p.Cmds["sees"], p.Cmds["presses"], p.Cmds["walks"] = startUp, seesPage, pressesButton, walkPages
	publishing(&p)
	return p
}

// startApart starts a worker, and a bot as a process of its own, and signs the founder in: up.
func startApart(ts *testscript.TestScript, neg bool, args []string) {
	listen := ts.Getenv("FRASIER_LISTEN")
	ts.Setenv("FRASIER_LISTEN", ts.Getenv("WORKER_LISTEN"))
	startProgram(ts, "worker")
	ts.Setenv("FRASIER_LISTEN", listen)
	startProgram(ts, "bot")
	signInOnce(ts)
}

// startUp starts bot and worker in one process and signs the founder in: up.
func startUp(ts *testscript.TestScript, neg bool, args []string) {
	startProgram(ts, "frasier", "up")
	signInOnce(ts)
}

// startProgram starts a program and ends it with the story.
func startProgram(ts *testscript.TestScript, name string, args ...string) {
	cmd := prepare(ts, name, args...)
	var log syncBuffer
	cmd.Stdout, cmd.Stderr = &log, &log
	in, err := cmd.StdinPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	endWith(ts, cmd)
	atEnd(ts, func() {
		in.Close()                         //nolint:errcheck // it may have ended
		cmd.Process.Signal(syscall.SIGINT) //nolint:errcheck // what it answers is looked at
		if err := cmd.Wait(); err != nil {
			ts.Fatalf("%s: %v\n%s", name, err, log.String())
		}
	})
}

// signInOnce signs the founder in as soon as the dashboard is there.
func signInOnce(ts *testscript.TestScript) {
	for begun := time.Now(); ; <-time.After(20 * time.Millisecond) {
		c, err := net.Dial("tcp", ts.Getenv("FRASIER_LISTEN"))
		if err == nil {
			c.Close() //nolint:errcheck // nothing was sent
			break
		}
		if time.Since(begun) > patience {
			ts.Fatalf("nothing listens: %v", err)
		}
	}
	signIn(ts)
}

// signIn uses the link of "frasier dashboard" up. Where nothing listened that command would
// serve the pages itself, without end.
func signIn(ts *testscript.TestScript) {
	out, err := prepare(ts, "frasier", "dashboard").CombinedOutput()
	ts.Check(err)
	_, code, _ := strings.Cut(string(out), "/enter#")
	code, _, _ = strings.Cut(code, "\n")
	status, _, err := asFounder(ts, "/enter", url.Values{"code": {code}})
	ts.Check(err)
	if status != http.StatusOK {
		ts.Fatalf("the code of %q: %d", out, status)
	}
}

// asFounder asks the dashboard for a page, or sends a form.
func asFounder(ts *testscript.TestScript, path string, form url.Values) (int, string, error) {
	founder, ok := ts.Value("founder").(*http.Client)
	if !ok {
		ts.Fatalf("there is no founder")
	}
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
	}
	req, err := http.NewRequestWithContext(context.Background(), method, "http://"+ts.Getenv("FRASIER_LISTEN")+path, strings.NewReader(body))
	ts.Check(err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := founder.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	raw, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(raw), err
}

// seesPage waits until a page matches: sees PATH REGEXP. Negated, it must not match now.
func seesPage(ts *testscript.TestScript, neg bool, args []string) {
	re, err := regexp.Compile(args[1])
	ts.Check(err)
	var page string
	for begun := time.Now(); time.Since(begun) < patience; <-time.After(50 * time.Millisecond) {
		_, page, err = asFounder(ts, args[0], nil)
		ts.Check(err)
		if neg && re.MatchString(page) {
			ts.Fatalf("%s says %s:\n%s", args[0], args[1], page)
		}
		if neg || re.MatchString(page) {
			return
		}
	}
	ts.Fatalf("%s never says %s:\n%s", args[0], args[1], page)
}

// pressesButton sends the form of a page that gives a command, twice, as whoever presses it
// twice does: presses PATH LINE [WORDS]. Both are answered alike.
func pressesButton(ts *testscript.TestScript, neg bool, args []string) {
	_, page, err := asFounder(ts, args[0], nil)
	ts.Check(err)
	at := `name="line" value="` + html.EscapeString(args[1]) + `"><input type="hidden" name="key" value="`
	if strings.Contains(page, at) == neg {
		ts.Fatalf("%s has a form for %q: %v\n%s", args[0], args[1], !neg, page)
	}
	if neg {
		return
	}
	form := url.Values{"line": {args[1]}, "key": {between(page, at, `"`)}, "back": {args[0]}, "words": args[2:]}
	var said [2]string
	for i := range said {
		status, answer, err := asFounder(ts, "/do", form)
		ts.Check(err)
		if said[i] = between(answer, `class="said" role="status" aria-label="Answer">`, `<`+`/p>`); status != http.StatusOK || said[i] == "" {
			ts.Fatalf("%q on %s: %d\n%s", args[1], args[0], status, answer)
		}
	}
	if said[0] != said[1] {
		ts.Fatalf("%q is answered %q, pressed again %q", args[1], said[0], said[1])
	}
	ts.Logf("%s", said[0])
}

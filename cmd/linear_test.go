package cmd_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/lineartest"
)

// serveLinear serves a workspace of Linear: tracker. Its address is $LINEAR, and $LINEAR/dump shows all there is; while $WORK/linear-down is there it
// answers nobody. With an argument its webhook goes to that address, signed with $LINEAR_WEBHOOK_SECRET.
func serveLinear(ts *testscript.TestScript, neg bool, args []string) {
	l := lineartest.New()
	down := ts.MkAbs("linear-down")
	l.Break = func(string) string {
		if _, err := os.Stat(down); err == nil {
			return "500"
		}
		return ""
	}
	if len(args) > 0 {
		l.HookURL, l.HookSecret = args[0], ts.Getenv("LINEAR_WEBHOOK_SECRET")
	}
	if beside, ok := ts.Value("beside linear").(func(*testscript.TestScript, *lineartest.Linear)); ok {
		beside(ts, l)
	}
	s := httptest.NewServer(countRequests(ts, "linear", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/dump":
			fmt.Fprintln(w, l.Dump())
		case "/requests":
			fmt.Fprintln(w, len(l.Requests()))
		case "/act":
			act(l, r.URL.Query()["a"])
		default:
			l.ServeHTTP(w, r)
		}
	})))
	ts.Defer(func() {
		s.Close()
		l.Wait()
	})
	ts.Setenv("LINEAR", s.URL)
}

// actInLinear has somebody do something in Linear: people founder|stranger|bot comment|state|title|describe|archive|delete|project|issue ARGS.
func actInLinear(ts *testscript.TestScript, neg bool, args []string) {
	resp, err := http.Get(ts.Getenv("LINEAR") + "/act?" + url.Values{"a": args}.Encode())
	ts.Check(err)
	ts.Check(resp.Body.Close())
	if resp.StatusCode != http.StatusOK {
		ts.Fatalf("%s: %s", args, resp.Status)
	}
}

func act(l *lineartest.Linear, args []string) {
	who := map[string]string{"founder": lineartest.FounderKey, "stranger": lineartest.StrangerKey, "bot": lineartest.BotKey}[args[0]]
	switch args[1] {
	case "comment":
		l.Comment(who, args[2], args[3])
	case "state":
		l.SetState(who, args[2], args[3])
	case "title":
		l.SetTitle(who, args[2], args[3])
	case "describe":
		l.Describe(who, args[2], func(was string) string { return was + "\n\n" + args[3] })
	case "archive":
		l.Archive(args[2])
	case "delete":
		l.Delete(args[2])
	case "status":
		l.SetStatus(args[2], args[3])
	case "issue":
		l.NewIssue(who, args[2], args[3])
	case "project": // name, label, then issues, each with those that block it: "Title<Other"
		var issues [][]string
		for _, i := range args[4:] {
			issues = append(issues, strings.Split(i, "<"))
		}
		l.NewProject(who, args[2], args[3], issues)
	default:
		panic("nobody does " + args[1])
	}
}

// waitForLinear waits until the workspace shows something: tracked REGEXP.
func waitForLinear(ts *testscript.TestScript, neg bool, args []string) {
	re, err := regexp.Compile(args[0])
	ts.Check(err)
	var dump []byte
	for end := time.Now().Add(patience); time.Now().Before(end); <-time.After(100 * time.Millisecond) {
		resp, err := http.Get(ts.Getenv("LINEAR") + "/dump")
		ts.Check(err)
		dump, err = io.ReadAll(resp.Body)
		ts.Check(errors.Join(err, resp.Body.Close()))
		if re.Match(dump) {
			return
		}
	}
	ts.Fatalf("Linear never had %s:\n%s", args[0], dump)
}

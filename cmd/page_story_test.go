package cmd_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/googletest"
	"github.com/frasier-cos/frasier/internal/testing/notiontest"
	"github.com/frasier-cos/frasier/internal/testing/tooltest"
)

// startNotion serves Notion's API at $NOTION: notion. Its token is in notion/.env and unknown while notion-revoked is there, it answers each request with the
// status in notion-fault while that is there, and $NOTION/dump shows what pages it has. $NOTION/edit?title=T&text=W is a person's change.
func startNotion(ts *testscript.TestScript, neg bool, args []string) {
	api := &notiontest.Notion{}
	there := func(name string) bool { _, err := os.Stat(ts.MkAbs(name)); return err == nil }
	s := httptest.NewServer(countRequests(ts, "notion", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/dump":
			fmt.Fprintln(w, strings.Join(api.Dump(), "\n"))
		case "/edit":
			if !api.Edit(r.URL.Query().Get("title"), r.URL.Query().Get("text")) {
				http.NotFound(w, r)
			}
		default:
			api.Revoke(there("notion-revoked"))
			api.ServeHTTP(w, r)
		}
	})))
	atEnd(ts, s.Close)
	ts.Setenv("NOTION", s.URL)
	ts.Setenv("NOTION_PAGE", "https://www.notion.so/acme/Projects-"+strings.ReplaceAll(notiontest.Parent, "-", ""))
	keepSecret(ts, "notion", []byte(notiontest.Token+"\n"))
	sceneOf(ts).pages = append(sceneOf(ts).pages, api)
}

// pageService is a service that keeps pages, as the search for secrets sees it.
type pageService interface {
	Secrets() []string
	Heard() []string // without what each request may hold in its head
}

// keepSecret writes what a founder is given where the search for secrets does not look.
func keepSecret(ts *testscript.TestScript, dir string, raw []byte) {
	ts.Check(os.MkdirAll(ts.MkAbs(dir), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(dir+"/.env"), raw, 0o600))
}

// startGoogle serves Google's OAuth and Drive at $GOOGLE: google. google/.env is the file of its app, and $BROWSER a browser whose account says
// yes. $GOOGLE/dump shows what documents it has, /edit?title=T&text=W is a person's change, /end takes all access back, and /live counts what renews it.
func startGoogle(ts *testscript.TestScript, neg bool, args []string) {
	api := &googletest.Google{Testing: len(args) > 0}
	s := httptest.NewServer(countRequests(ts, "google", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/dump":
			fmt.Fprintln(w, strings.Join(api.Dump(), "\n"))
		case "/edit":
			if !api.Edit(r.URL.Query().Get("title"), r.URL.Query().Get("text")) {
				http.NotFound(w, r)
			}
		case "/end":
			api.End()
		case "/live":
			fmt.Fprintln(w, "live:", api.Live())
		case "/type":
			api.Type(r.URL.Query().Get("code"))
		default:
			api.ServeHTTP(w, r)
		}
	})))
	atEnd(ts, s.Close)
	ts.Setenv("GOOGLE", s.URL)
	ts.Setenv("BROWSER", ts.MkAbs("browser"))
	keepSecret(ts, "google", googletest.Client(s.URL))
	sceneOf(ts).pages = append(sceneOf(ts).pages, api)
	openPages(ts)
}

// openPages writes a browser whose account says yes.
func openPages(ts *testscript.TestScript) {
	ts.Check(os.WriteFile(ts.MkAbs("browser"), []byte("#!/bin/sh\nexec curl -sL -o /dev/null \"$1\"\n"), 0o700)) //nolint:gosec // a program
}

// startToolServer serves forty tools at $TOOLS to whoever has access, which $GIVER gives: toolserver [closed]. $BROWSER is a browser whose account says yes;
// $CONTROL/live counts accesses and what renews them, /end ends all access, and /end?renewals=yes what renews it too.
func startToolServer(ts *testscript.TestScript, neg bool, args []string) {
	of := &tooltest.Service{Tools: tooltest.AddPrices, Closed: len(args) > 0}
	of.Start()
	atEnd(ts, of.Stop)
	sceneOf(ts).asked["tools"] = of.Requests.Load
	control := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/end" {
			of.End(r.URL.Query().Get("renewals") != "")
			return
		}
		accesses, renewals := of.Live()
		fmt.Fprintln(w, "live:", accesses, "renewed by:", renewals)
	}))
	atEnd(ts, control.Close)
	ts.Setenv("TOOLS", of.Address())
	ts.Setenv("GIVER", of.Giver())
	ts.Setenv("CONTROL", control.URL)
	ts.Setenv("FRASIER_FETCH_ALLOW", "127.0.0.0/8")
	ts.Setenv("BROWSER", ts.MkAbs("browser"))
	sceneOf(ts).pages = append(sceneOf(ts).pages, of)
	openPages(ts)
}

package cmd_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// receiver is somebody's program that hears of events, and checks each by the words of docs/webhooks.md.
type receiver struct {
	sync.Mutex
	away  bool
	posts []receivedPost
}

type receivedPost struct {
	head http.Header
	body []byte
}

// startReceiver starts one whose address is $RECEIVER: receiver.
func startReceiver(ts *testscript.TestScript, neg bool, args []string) {
	r := &receiver{}
	srv := httptest.NewServer(countRequests(ts, "webhook", http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		r.Lock()
		defer r.Unlock()
		if err != nil || r.away {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		r.posts = append(r.posts, receivedPost{req.Header, body})
	})))
	atEnd(ts, srv.Close)
	ts.Setenv("RECEIVER", srv.URL+"/in")
	ts.Setenv("FRASIER_FETCH_ALLOW", "127.0.0.0/8")
	sceneOf(ts).receiver = r
}

// checkReceived waits until these kinds of events have come, in this order and no others, each signed with the secret in a file:
// received secret project_created project_completed.
func checkReceived(ts *testscript.TestScript, neg bool, args []string) {
	r, want := sceneOf(ts).receiver, strings.Join(args[1:], " ")
	var kinds string
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(time.Minute); kinds != want; <-tick.C {
		r.Lock()
		posts := r.posts
		r.Unlock()
		var all []string
		for _, p := range posts {
			var body struct {
				Type string `json:"type"`
			}
			ts.Check(json.Unmarshal(p.body, &body))
			all = append(all, body.Type)
		}
		if kinds = strings.Join(all, " "); time.Now().After(end) {
			ts.Fatalf("received %q, want %q", kinds, want)
		}
	}
	secret := strings.TrimSpace(ts.ReadFile(args[0]))
	for _, p := range r.posts {
		for _, c := range []struct{ secret, body, says string }{{secret, string(p.body), "True"}, {secret, string(p.body) + " ", "False"}, {"whsec_AAAA", string(p.body), "False"}} {
			if said := checkAsDocumented(ts, c.secret, p.head, c.body); said != c.says {
				ts.Fatalf("the check of the docs says %s, want %s", said, c.says)
			}
		}
	}
}

// checkAsDocumented runs the program that docs/webhooks.md shows.
func checkAsDocumented(ts *testscript.TestScript, secret string, head http.Header, body string) string {
	page, err := os.ReadFile(filepath.Join("..", "docs", "webhooks.md"))
	ts.Check(err)
	_, rest, _ := strings.Cut(string(page), "```python\n")
	program, _, _ := strings.Cut(rest, "```")
	headers := map[string]string{}
	for name := range head {
		headers[strings.ToLower(name)] = head.Get(name)
	}
	given, err := json.Marshal(map[string]any{"secret": secret, "headers": headers, "body": body})
	ts.Check(err)
	cmd := exec.Command("python3", "-c", program+"\nimport json\ng = json.load(sys.stdin)\nprint(check(g['secret'], g['headers'], g['body'].encode()))") //nolint:gosec // our own page
	cmd.Stdin = strings.NewReader(string(given))
	out, err := cmd.CombinedOutput()
	if err != nil {
		ts.Fatalf("the program of the docs: %v, %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

package cmd_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// startKnocker chooses where the public site is: knocker.
func startKnocker(ts *testscript.TestScript, neg bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv("FRASIER_PUBLIC_LISTEN", l.Addr().String())
	ts.Check(l.Close())
}

// knock posts a file to a hook as a sender of a form does, and looks at the answer: knock NAME FORM SECRET BODY [event=E] [delivery=ID] status=N.
func knock(ts *testscript.TestScript, neg bool, args []string) {
	name, form, secret, body := args[0], args[1], strings.TrimSpace(ts.ReadFile(args[2])), []byte(ts.ReadFile(args[3]))
	said := map[string]string{}
	for _, a := range args[4:] {
		k, v, _ := strings.Cut(a, "=")
		said[k] = v
	}
	mac := func(before string) string {
		sum := hmac.New(sha256.New, []byte(secret))
		sum.Write([]byte(before))
		sum.Write(body)
		return hex.EncodeToString(sum.Sum(nil))
	}
	head := map[string]string{"Content-Type": "application/json"}
	switch form {
	case "github":
		head["X-GitHub-Event"], head["X-GitHub-Delivery"], head["X-Hub-Signature-256"] = said["event"], said["delivery"], "sha256="+mac("")
	case "slack":
		now := strconv.FormatInt(time.Now().Unix(), 10)
		head["X-Slack-Request-Timestamp"], head["X-Slack-Signature"] = now, "v0="+mac("v0:"+now+":")
	default:
		ts.Fatalf("no sender of the form %s", form)
	}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+ts.Getenv("FRASIER_PUBLIC_LISTEN")+"/hooks/"+name, bytes.NewReader(body))
	ts.Check(err)
	for k, v := range head {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req)
	for end := time.Now().Add(time.Minute); err != nil && time.Now().Before(end); { // the bot is not there yet, or was killed: senders come again
		<-time.After(100 * time.Millisecond)
		req.Body = io.NopCloser(bytes.NewReader(body))
		resp, err = http.DefaultClient.Do(req)
	}
	ts.Check(err)
	ts.Check(resp.Body.Close())
	if got := strconv.Itoa(resp.StatusCode); got != said["status"] {
		ts.Fatalf("the answer is %s, want %s", got, said["status"])
	}
}

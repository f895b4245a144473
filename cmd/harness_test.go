package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/testing/webtest"
)

// patience is how long a story waits for a project to end. It says when a story
// hangs, not how fast it is: a machine may be busy with everything else.
const patience = 10 * time.Minute

// scene is what a story has started.
type scene struct {
	llm *llmtest.Server
	web *webtest.Web
	let func()    // lets the calls go that are held; nil: none is
	run *exec.Cmd // begun and not yet stopped
	log *bytes.Buffer
	// checkout is what stood in the founder's repository when the story made it.
	checkout map[string]string
	receiver *receiver // of events; nil: none
	pages    []pageService
	asked    map[string]func() int64 // how many requests each service that the story serves has had
}

// countRequests has a service's requests counted under its name.
func countRequests(ts *testscript.TestScript, name string, of http.Handler) http.Handler {
	n := new(atomic.Int64)
	sceneOf(ts).asked[name] = n.Load
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		of.ServeHTTP(w, r)
	})
}

func sceneOf(ts *testscript.TestScript) *scene {
	s, ok := ts.Value("scene").(*scene)
	if !ok {
		ts.Fatalf("no scene was set up")
	}
	return s
}

// atEnd has something looked at when the story has ended. A fault fails that
// story; out of ts.Defer it would end the whole run, all other stories with it.
func atEnd(ts *testscript.TestScript, look func()) {
	ts.Defer(func() {
		defer func() {
			if fault := recover(); fault != nil {
				t, ok := ts.Value("t").(testscript.T)
				if !ok {
					panic(fault)
				}
				t.Log(fault)
				t.FailNow()
			}
		}()
		look()
	})
}

func setUp(e *testscript.Env, form string) error {
	e.Values["scene"] = &scene{asked: map[string]func() int64{}}
	e.Values["t"] = e.T()
	e.Values["visit"] = &visit{log: &syncBuffer{}, procs: map[string]*post{}, unrest: unrestOf(form, e.WorkDir)}
	if form == restarted { // with one hand no call is under way when another step is at a point
		e.Setenv("FRASIER_WORKERS", "1")
	}
	e.Setenv("FORM", form)
	e.Setenv("TZ", "UTC") // the founder's day is the machine's
	// A story's processes end before their memory grows.
	e.Setenv("GOGC", "400")
	e.Setenv("MANY", strconv.Itoa(testlevel.Count(120, 120, 500))) // items of the longest roadmap
	e.Setenv("FRASIER_POLL", "100ms")
	e.Setenv("FRASIER_FORGE_POLL", "100ms")
	e.Setenv("FRASIER_LISTEN", "127.0.0.1:0") // stories run side by side
	e.Setenv("STORY_WAIT", "2ms")
	e.Setenv("STORY_PATIENCE", "20s")
	e.Setenv("HOME", e.WorkDir)
	home := filepath.Join(e.WorkDir, "home")
	e.Setenv("FRASIER_HOME", home)
	return madeAlready(home)
}

// madeAlready gives a story a data folder whose database is made already: to run every
// migration takes five times as long as the start of a program. A story that begins
// with the first start of all removes it: rm home.
func madeAlready(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	if err := os.Chmod(home, 0o700); err != nil { // the story's own files may have made it
		return err
	}
	return storetest.Empty(filepath.Join(home, "frasier.db"))
}

// startModel starts a fake model endpoint: llm [MODE] [SCRIPT.txt] [coder=FILE] [reviewer=FILE] [hold=STAGE] [stage:do[:title[:times[:from]]]]...
// "do" may be written fault=NAME. "_" is any title. The calls of a stage that is
// held are answered after "release", so that a story need not be in time.
func startModel(ts *testscript.TestScript, neg bool, args []string) {
	o := llmtest.Options{}
	for _, a := range args {
		if strings.HasSuffix(a, ".txt") || strings.HasSuffix(a, ".json") {
			script, err := llmtest.ReadScript(ts.MkAbs(a))
			ts.Check(err)
			o.Script = script
			continue
		}
		if stage, ok := strings.CutPrefix(a, "hold="); ok {
			held := make(chan struct{})
			let := sync.OnceFunc(func() { close(held) })
			o.Answer = func(r llmtest.Request) (llmtest.Reply, bool) {
				if r.Stage == stage {
					<-held
				}
				return llmtest.Reply{}, false
			}
			sceneOf(ts).let = let
			continue
		}
		if late, ok := strings.CutPrefix(a, "latency="); ok {
			d, err := time.ParseDuration(late)
			ts.Check(err)
			o.Latency = d
			continue
		}
		if file, ok := strings.CutPrefix(a, "reviewer="); ok {
			var err error
			o.Reviewing, err = llmtest.ReadCoding(ts.MkAbs(file))
			ts.Check(err)
			continue
		}
		if file, ok := strings.CutPrefix(a, "coder="); ok {
			coding, err := llmtest.ReadCoding(ts.MkAbs(file))
			ts.Check(err)
			o.Coding = coding
			continue
		}
		f := strings.Split(a, ":")
		if len(f) == 1 {
			o.Mode = llmtest.Mode(a)
			continue
		}
		r := llmtest.Rule{Stage: f[0], Do: strings.ReplaceAll(f[1], "=", ":")}
		if len(f) > 2 && f[2] != "_" {
			r.Title = strings.ReplaceAll(f[2], "_", " ")
		}
		for i, n := range []*int{&r.Times, &r.From} {
			if len(f) > 3+i {
				v, err := strconv.Atoi(f[3+i])
				ts.Check(err)
				*n = v
			}
		}
		o.Rules = append(o.Rules, r)
	}
	s, err := llmtest.New(o)
	ts.Check(err)
	url, stop, err := s.Serve(context.Background(), "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv("OPENROUTER_API_KEY", canaryModel)
	atEnd(ts, func() {
		quiet(ts)
		stop()
		v := slices.DeleteFunc(s.Violations(), func(v string) bool {
			return strings.Contains(v, "unexpected EOF") // a process ended while it sent a call
		})
		if len(v) > 0 {
			ts.Fatalf("requests that break the endpoint's description: %s", strings.Join(v, "\n"))
		}
		if u := s.Unknown(); len(u) > 0 {
			ts.Fatalf("requests that the endpoint does not know: %s", strings.Join(u, "\n"))
		}
	})
	if let := sceneOf(ts).let; let != nil {
		ts.Defer(let) // before the server waits for its calls
	}
	ts.Setenv("FRASIER_LLM_URL", url)
	sceneOf(ts).llm = s
}

// release has the calls answered that are held: release.
func release(ts *testscript.TestScript, neg bool, args []string) {
	let := sceneOf(ts).let
	if let == nil {
		ts.Fatalf("no calls are held")
	}
	let()
}

// startWeb starts the mini-web with its search endpoint.
func startWeb(ts *testscript.TestScript, neg bool, args []string) {
	ctx, stop := context.WithCancel(context.Background())
	w, err := webtest.Serve(ctx, "127.0.0.1:0")
	ts.Check(err)
	atEnd(ts, func() {
		stop()
		if odd := w.Strange(); len(odd) > 0 {
			ts.Fatalf("the search engine was asked for what it does not have: %q", odd)
		}
	})
	sceneOf(ts).web = w
	ts.Setenv("FRASIER_BRAVE_URL", w.BraveURL)
	ts.Setenv("BRAVE_API_KEY", canarySearch)
	ts.Setenv("FRASIER_FETCH_ALLOW", "127.0.0.0/8")
}

// editWeb has the small web say something else: edits BEFORE AFTER. Negated, a page of it is gone: ! edits PAGE.
func editWeb(ts *testscript.TestScript, neg bool, args []string) {
	w := sceneOf(ts).web
	if neg {
		ts.Check(w.Withdraw(args[0]))
		return
	}
	ts.Check(w.Edit(args[0], args[1]))
}

// deliver hands a file over in the story's form, waits until its project has
// ended and exports it: deliver [-code N|any] FILE.
func deliver(ts *testscript.TestScript, neg bool, args []string) {
	want := 0
	if len(args) > 1 && args[0] == "-code" {
		n, err := strconv.Atoi(args[1])
		if args[1] != "any" {
			ts.Check(err)
		}
		if want, args = n, args[2:]; err != nil {
			want = -1
		}
	}
	file := args[0]
	var got int
	if ts.Getenv("FORM") == "one" {
		got = exitOf(ts, "run", file, "-out", "out")
	} else {
		got = twoProcesses(ts, file+"\n")
		if want == 69 {
			want = 4 // only run tells a model that never answered from other failures
		}
	}
	if got != want && want >= 0 || got > 5 && want < 0 {
		ts.Fatalf("deliver %s: exit code %d, want %d", file, got, want)
	}
}

// say says lines to the office in the story's form and waits until nothing is
// under way: say FILE. What the office said is in the file "said".
func say(ts *testscript.TestScript, neg bool, args []string) {
	lines := ts.ReadFile(args[0])
	if ts.Getenv("FORM") == "one" {
		cmd := prepare(ts, "frasier", "chat")
		cmd.Stdin = strings.NewReader(lines)
		out, err := cmd.Output()
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs("said"), out, 0o600))
		return
	}
	twoProcesses(ts, lines)
}

// asOnServer is the form in which a worker leaves code to another one.
const asOnServer = "server"

// twoProcesses runs bot and worker, or workers, beside each other, types the lines into the
// bot, waits for the end of all projects, exports them and stops both. It
// returns the exit code that run would have had.
func twoProcesses(ts *testscript.TestScript, lines string) int {
	if f := ts.Getenv("FORM"); f == "discord" || f == restarted {
		return inDiscordForm(ts, lines)
	}
	bot, worker := prepare(ts, "bot"), prepare(ts, "worker")
	in, err := bot.StdinPipe()
	ts.Check(err)
	var said, log syncBuffer
	bot.Stdout, bot.Stderr = &said, &log
	worker.Stderr = &log
	all := []*exec.Cmd{bot, worker}
	switch ts.Getenv("FORM") {
	case "worker-first":
		all = []*exec.Cmd{worker, bot}
	case asOnServer:
		coder := prepare(ts, "worker")
		coder.Stderr = &log
		worker.Env, coder.Env = append(worker.Env, "FRASIER_CODE=off"), append(coder.Env, "FRASIER_CODE=only")
		all = append(all, coder)
	}
	for _, c := range all {
		ts.Check(c.Start())
		endWith(ts, c)
	}
	_, err = in.Write([]byte(lines))
	ts.Check(err)
	code := settle(ts, len(strings.Split(strings.TrimSpace(lines), "\n")))
	for _, c := range all {
		ts.Check(c.Process.Signal(syscall.SIGTERM))
		if err := c.Wait(); err != nil {
			ts.Fatalf("%s ended with %v:\n%s", c.Args[0], err, log.String())
		}
	}
	ts.Logf("%s", log.String())
	ts.Check(os.WriteFile(ts.MkAbs("said"), []byte(said.String()), 0o600))
	return code
}

// endWith kills a process that is still up when its story ends. A story that
// failed would otherwise leave it behind, and it would take time from all others.
func endWith(ts *testscript.TestScript, cmd *exec.Cmd) {
	ts.Defer(func() {
		if cmd.ProcessState == nil {
			if err := cmd.Process.Kill(); err == nil {
				_ = cmd.Wait() //nolint:errcheck // it was killed
			}
		}
	})
}

// settle waits until all messages are handled and no project is active.
func settle(ts *testscript.TestScript, messages int) int {
	db := openStore(ts)
	defer func() { ts.Check(db.Close()) }()
	until := time.Now().Add(patience)
	for time.Now().Before(until) {
		<-time.After(30 * time.Millisecond)
		r, err := db.Status(context.Background(), time.Now())
		ts.Check(err)
		if r.Messages < messages || r.Unanswered > 0 || r.Outbox > 0 {
			continue
		}
		open, code := false, 0
		for _, p := range r.Projects {
			switch p.Project.State {
			case org.ProjectActive:
				open = true
			case org.ProjectPartial:
				code = 3
			case org.ProjectFailed, org.ProjectCancelled:
				code = 4
			case org.ProjectPaused:
				if ts.Getenv("STORY_RESUMES") == "" {
					break
				}
				open = true // the watcher may stop what goes round in circles; its founder lets it go on
				if out, err := prepare(ts, "frasier", "resume", string(p.Project.ID)).CombinedOutput(); err != nil {
					ts.Fatalf("resume of %s: %v: %s", p.Project.ID, err, out)
				}
			case org.ProjectCompleted:
			}
		}
		if open {
			continue
		}
		for _, p := range r.Projects {
			if got := exitOf(ts, "export", string(p.Project.ID), "-out", "out"); got != 0 {
				ts.Fatalf("export of %s: exit code %d", p.Project.ID, got)
			}
		}
		return code
	}
	out, err := prepare(ts, "frasier", "status").CombinedOutput()
	ts.Fatalf("nothing ended within %s:\n%s%v", patience, out, err)
	return 0
}

func prepare(ts *testscript.TestScript, name string, args ...string) *exec.Cmd {
	path, err := exec.LookPath(filepath.Join(binaries(ts), name))
	ts.Check(err)
	cmd := exec.Command(path, args...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = environment(ts)
	return cmd
}

// binaries returns the folder in which the commands are.
func binaries(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "frasier")); err == nil {
			return dir
		}
	}
	ts.Fatalf("the commands are not in PATH")
	return ""
}

func environment(ts *testscript.TestScript) []string {
	var out []string
	for _, k := range []string{
		"PATH", "HOME", "WORK", "FRASIER_HOME", "FRASIER_DB", "FRASIER_POLL", "FRASIER_FORGE_POLL", "FRASIER_LINEAR_POLL", "LINEAR_WEBHOOK_SECRET", "FRASIER_LISTEN", "FRASIER_PUBLIC_LISTEN", "FRASIER_LLM_URL", "FRASIER_CORPUS", "FRASIER_MODEL_T1", "FRASIER_MODEL_T2", "FRASIER_MODEL_T3", "FRASIER_MODEL_X", "FRASIER_BRAVE_URL", "BRAVE_API_KEY",
		"FRASIER_FETCH_ALLOW", "FRASIER_PROMPTS", "FRASIER_WORKERS", "FRASIER_LLM", "OPENROUTER_API_KEY", "STORY_CRASH", "STORY_POINTS", "STORY_WAIT", "STORY_PATIENCE", "STORY_AHEAD",
		"DISCORD_TOKEN", "FRASIER_DISCORD_URL", "FRASIER_FOUNDERS", "FRASIER_CHANNELS", "FRASIER_FORGES", "FRASIER_TRANSCRIBE_URL", "TRANSCRIBE_API_KEY", "TZ", "GOPROXY",
	} {
		if v := ts.Getenv(k); v != "" {
			out = append(out, k+"="+v)
		}
	}
	return out
}

// exitOf runs a command of the tool and returns its exit code.
func exitOf(ts *testscript.TestScript, args ...string) int {
	cmd := prepare(ts, "frasier", args...)
	out, err := cmd.CombinedOutput()
	ts.Logf("frasier %s\n%s", strings.Join(args, " "), out)
	if err == nil {
		return 0
	}
	if cmd.ProcessState == nil {
		ts.Fatalf("frasier: %v", err)
	}
	return cmd.ProcessState.ExitCode()
}

// checkSources checks every row of out/*/sources.json against the documents:
// sources MIN.
func checkSources(ts *testscript.TestScript, neg bool, args []string) {
	least, err := strconv.Atoi(args[0])
	ts.Check(err)
	dirs, err := filepath.Glob(ts.MkAbs("out/*/sources.json"))
	ts.Check(err)
	n := 0
	for _, path := range dirs {
		raw, err := os.ReadFile(path)
		ts.Check(err)
		var rows []struct {
			Quote    string `json:"quote"`
			Document string `json:"document"`
			Start    int    `json:"start"`
			End      int    `json:"end"`
		}
		ts.Check(json.Unmarshal(raw, &rows))
		for _, r := range rows {
			text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "documents", r.Document+".txt"))
			ts.Check(err)
			if string(text[r.Start:r.End]) != r.Quote {
				ts.Fatalf("%s: %q is not in %s at %d", path, r.Quote, r.Document, r.Start)
			}
			n++
		}
	}
	if n < least {
		ts.Fatalf("%d verified quotes, want %d at least", n, least)
	}
}

// countCalls checks how many calls the model got: incall STAGE MIN MAX. Where
// processes are killed, a call may be sent again; such a one and one that has
// good reason to say the same twice, as a second review of an unchanged draft,
// look alike, so MIN counts both and MAX counts them as one.
func countCalls(ts *testscript.TestScript, neg bool, args []string) {
	least, err := strconv.Atoi(args[1])
	ts.Check(err)
	most, err := strconv.Atoi(args[2])
	ts.Check(err)
	all, once := 0, map[string]bool{}
	for _, r := range sceneOf(ts).llm.Requests() {
		if args[0] == "*" || r.Stage == args[0] {
			all++
			once[string(r.Body)] = true
		}
	}
	n := all
	if ts.Getenv("FORM") == restarted {
		n = len(once)
	}
	if all < least || n > most {
		ts.Fatalf("%d calls of %s, %d of them with different words, want %d to %d", all, args[0], len(once), least, most)
	}
}

// field checks one value of a JSON file: jq GLOB PATH REGEXP. PATH is keys
// separated by dots; a number is an index.
func field(ts *testscript.TestScript, neg bool, args []string) {
	files, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(files) != 1 {
		ts.Fatalf("%s: %d files", args[0], len(files))
	}
	raw, err := os.ReadFile(files[0])
	ts.Check(err)
	var v any
	ts.Check(json.Unmarshal(raw, &v))
	for k := range strings.SplitSeq(args[1], ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[k]
		case []any:
			i, err := strconv.Atoi(k)
			ts.Check(err)
			v = x[i]
		default:
			ts.Fatalf("%s: no %s in %v", args[0], k, reflect.TypeOf(v))
		}
	}
	got := fmt.Sprint(v)
	ok, err := regexp.MatchString("^(?:"+args[2]+")$", got)
	ts.Check(err)
	if ok == neg {
		ts.Fatalf("%s: %s is %q, want %s (not: %v)", args[0], args[1], got, args[2], neg)
	}
}

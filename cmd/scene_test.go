package cmd_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// checkClean checks that no file the founder gets calls anybody, and that none
// holds one of the given words: clean [WORD]...
func checkClean(ts *testscript.TestScript, neg bool, args []string) {
	calls := regexp.MustCompile(`@everyone|@here|<@`)
	n := 0
	err := filepath.WalkDir(ts.MkAbs("."), func(path string, d fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || d.IsDir() || name != "said" && !strings.Contains(path, string(filepath.Separator)+"out"+string(filepath.Separator)) {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		if raw, err = unpackFile(name, raw); err != nil {
			return err
		}
		text := regexp.MustCompile(`\\u003c|&lt;`).ReplaceAllString(string(raw), "<")
		if m := calls.FindString(text); m != "" {
			ts.Fatalf("%s holds %q", path, m)
		}
		for _, w := range args {
			if strings.Contains(text, w) {
				ts.Fatalf("%s holds %q", path, w)
			}
		}
		return nil
	})
	ts.Check(err)
	if n < 5 {
		ts.Fatalf("%d files came out", n)
	}
}

// unpackFile returns what a file says: packed bytes may hold anything by chance. Of a PDF these are its words; calls are seen in the Markdown it is
// made of.
func unpackFile(name string, raw []byte) ([]byte, error) {
	switch filepath.Ext(name) {
	case ".pdf":
		read, err := extract.Text(name, "application/pdf", raw)
		return []byte(read.Text), err
	case ".docx", ".xlsx", ".zip":
		packed, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			return nil, err
		}
		var all []byte
		for _, member := range packed.File {
			text, err := fs.ReadFile(packed, member.Name)
			if err != nil {
				return nil, err
			}
			all = append(append(all, text...), '\n')
		}
		return all, nil
	}
	return raw, nil
}

// checkAsked checks which pages of the small web were fetched: asked [PAGE]...
// Each must have been; none that the web does not have may have been.
func checkAsked(ts *testscript.TestScript, neg bool, args []string) {
	w := sceneOf(ts).web
	got, all := w.Asked(), w.Pages()
	for _, p := range got {
		if !slices.Contains(all, p) {
			ts.Fatalf("fetched %s, which no search named", p)
		}
	}
	for _, p := range args {
		if slices.Contains(got, p) == neg {
			ts.Fatalf("fetched %q, want %s (not: %v)", got, p, neg)
		}
	}
}

// checkPrompts looks for words in the prompts of one stage: prompted STAGE WORDS.
// Negated, no prompt may hold them.
func checkPrompts(ts *testscript.TestScript, neg bool, args []string) {
	n, found := 0, 0
	for _, r := range sceneOf(ts).llm.Requests() {
		if r.Stage != args[0] && args[0] != "*" {
			continue
		}
		n++
		if strings.Contains(r.Prompt, args[1]) {
			found++
		}
	}
	if n == 0 || (found > 0) == neg {
		ts.Fatalf("%d of %d prompts of %s hold %q (not: %v)", found, n, args[0], args[1], neg)
	}
}

// begin starts a run that is stopped later: begin FILE.
func begin(ts *testscript.TestScript, neg bool, args []string) {
	cmd := prepare(ts, "frasier", "run", args[0], "-out", "out")
	log := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = log, log
	ts.Check(cmd.Start())
	sceneOf(ts).run, sceneOf(ts).log = cmd, log
	endWith(ts, cmd)
}

// interrupt stops the run as Ctrl-C does while the model owes it an answer that
// never comes: interrupt STAGE. A run that waited for the answer would end when
// the stage's time is up, long after the patience of a story.
// BenchmarkInterrupt has the two seconds.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	s := sceneOf(ts)
	asked := func() bool {
		return slices.ContainsFunc(s.llm.Requests(), func(r llmtest.Request) bool { return r.Stage == args[0] })
	}
	for end := time.Now().Add(patience); !asked(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(end) {
			ts.Fatalf("the model was never asked to %s", args[0])
		}
	}
	since := time.Now()
	ts.Check(s.run.Process.Signal(syscall.SIGINT))
	late := time.AfterFunc(patience, func() {
		_ = s.run.Process.Kill() //nolint:errcheck // it may just have ended
	})
	err := s.run.Wait()
	if err == nil {
		ts.Fatalf("the run had ended before it was stopped:\n%s", s.log)
	}
	if !late.Stop() {
		ts.Fatalf("the run still ran %s after it was stopped:\n%s", patience, s.log)
	}
	ts.Logf("stopped within %s", time.Since(since))
	if !strings.Contains(s.log.String(), "Nothing is lost") {
		ts.Fatalf("what the run said at its end:\n%s", s.log)
	}
}

// waitUntil waits until the output of a command matches: until REGEXP COMMAND...
func waitUntil(ts *testscript.TestScript, neg bool, args []string) {
	re, err := regexp.Compile(args[0])
	ts.Check(err)
	var out []byte
	for end := time.Now().Add(patience); time.Now().Before(end); {
		began := time.Now()
		ctx, stop := context.WithTimeout(context.Background(), patience)
		cmd := exec.CommandContext(ctx, prepare(ts, args[1]).Path, args[2:]...)
		cmd.Dir, cmd.Env = ts.MkAbs("."), environment(ts)
		out, err = cmd.CombinedOutput()
		stop()
		if err == nil && re.Match(out) {
			return
		}
		<-time.After(2 * time.Since(began)) // so that whoever waits takes no more than a third of a core from those he waits for
	}
	ts.Fatalf("%s never said %s: %s (%v)", strings.Join(args[1:], " "), args[0], out, err)
}

// fill writes a file that is too long for a script: fill FILE roadmap N, fill
// FILE bytes N, fill FILE utf16 FROM, fill FILE hex BYTES.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	var b bytes.Buffer
	switch args[1] {
	case "roadmap", "bytes":
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		if args[1] == "bytes" {
			b.Write(bytes.Repeat([]byte("- a line of a roadmap\n"), n/22+1))
			break
		}
		b.WriteString("# Five hundred\n\n")
		for i := range n {
			if i%100 == 0 {
				b.WriteString("\n## Phase " + strconv.Itoa(i/100+1) + ": Part\n\n")
			}
			b.WriteString("- [ ] Find the price of oats in town " + strconv.Itoa(i+1) + "\n")
		}
	case "utf16":
		b.Write([]byte{0xff, 0xfe})
		for _, r := range ts.ReadFile(args[2]) {
			b.Write([]byte{byte(r), byte(r >> 8)})
		}
	case "hex":
		raw, err := strconv.Unquote(`"` + args[2] + `"`)
		ts.Check(err)
		b.WriteString(raw)
	default:
		ts.Fatalf("fill with %q?", args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

// exitCode checks a command's exit code: code N COMMAND...
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := exitOf(ts, args[1:]...); got != want {
		ts.Fatalf("frasier %s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// link puts the small web's real address of a page into a file: link FILE PAGE.
func link(ts *testscript.TestScript, neg bool, args []string) {
	text := strings.ReplaceAll(ts.ReadFile(args[0]), "http://"+args[1], sceneOf(ts).web.URL(args[1]))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// goOn lets the office work until nothing is under way and exports every
// project: goon [CODE].
func goOn(ts *testscript.TestScript, neg bool, args []string) {
	want := 0
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		ts.Check(err)
		want = n
	}
	if got := twoProcesses(ts, ""); got != want {
		ts.Fatalf("went on to exit code %d, want %d", got, want)
	}
}

// tamper changes bytes of a file behind the product's back: tamper FILE OLD NEW.
func tamper(ts *testscript.TestScript, neg bool, args []string) {
	name := ts.MkAbs(args[0])
	raw, err := os.ReadFile(name)
	ts.Check(err)
	if len(args[1]) != len(args[2]) || !bytes.Contains(raw, []byte(args[1])) {
		ts.Fatalf("%s does not hold %q, or %q is longer", args[0], args[1], args[2])
	}
	ts.Check(os.WriteFile(name, bytes.ReplaceAll(raw, []byte(args[1]), []byte(args[2])), 0o600))
}

// setClock puts the clock of all processes of a story ahead of the real one:
// clock DURATION. It is called once before the first process starts.
func setClock(ts *testscript.TestScript, neg bool, args []string) {
	file := ts.MkAbs("ahead")
	ts.Check(os.WriteFile(file+".new", []byte(args[0]), 0o600))
	ts.Check(os.Rename(file+".new", file))
	ts.Setenv("STORY_AHEAD", file)
}

package cmd_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/extract"
)

// publishing are the commands of a story about the folder of published documents
// and the public site.
func publishing(p *testscript.Params) {
	p.Cmds["awaits"], p.Cmds["gone"], p.Cmds["public"], p.Cmds["shared"], p.Cmds["plants"], p.Cmds["quiets"] = awaitFile, awaitGone, seesPublic, readAddress, plantCanaries, looksForCanaries
}

// awaitFile waits until a file is there and matches: awaits PATH [REGEXP].
func awaitFile(ts *testscript.TestScript, neg bool, args []string) {
	re := regexp.MustCompile(strings.Join(args[1:], ""))
	var raw []byte
	var err error
	for begun := time.Now(); time.Since(begun) < patience; <-time.After(20 * time.Millisecond) {
		if raw, err = os.ReadFile(ts.MkAbs(args[0])); err == nil && re.Match(raw) {
			return
		}
	}
	ts.Fatalf("%s never matches %s: %v\n%s", args[0], re, err, raw)
}

// awaitGone waits until a file is not there any more: gone PATH.
func awaitGone(ts *testscript.TestScript, neg bool, args []string) {
	for begun := time.Now(); time.Since(begun) < patience; <-time.After(20 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); os.IsNotExist(err) {
			return
		}
	}
	ts.Fatalf("%s stays", args[0])
}

// seesPublic asks the public site: public PATH STATUS [REGEXP]. Negated, what it answers
// must not match. What it answered once it answers with 304 to who has it.
func seesPublic(ts *testscript.TestScript, neg bool, args []string) {
	ask := func(tag string) (status int, body, now string) {
		req, err := http.NewRequest(http.MethodGet, "http://"+ts.Getenv("FRASIER_SITE")+args[0], nil)
		ts.Check(err)
		req.URL.Opaque = args[0] // as it is, with its dots
		req.Header.Set("If-None-Match", tag)
		resp, err := (&http.Client{Timeout: patience}).Do(req)
		ts.Check(err)
		defer resp.Body.Close() //nolint:errcheck // it was read
		raw, err := io.ReadAll(resp.Body)
		ts.Check(err)
		if resp.Header.Get("Set-Cookie") != "" {
			ts.Fatalf("%s sets a cookie", args[0])
		}
		return resp.StatusCode, string(raw), resp.Header.Get("ETag")
	}
	status, body, tag := ask("")
	if want, err := strconv.Atoi(args[1]); err != nil || status != want {
		ts.Fatalf("%s: %d, want %s\n%s", args[0], status, args[1], body)
	}
	if status == http.StatusOK {
		if again, _, _ := ask(tag); again != http.StatusNotModified {
			ts.Fatalf("%s again: %d", args[0], again)
		}
	}
	if len(args) > 2 && regexp.MustCompile(args[2]).MatchString(body) == neg {
		ts.Fatalf("%s says %s: %v\n%s", args[0], args[2], neg, body)
	}
}

// readAddress puts the address of a shared project into $SHARED: shared PROJECT.
func readAddress(ts *testscript.TestScript, neg bool, args []string) {
	all, err := openStore(ts).Shares(context.Background())
	ts.Check(err)
	for _, s := range all {
		if string(s.Project) == args[0] {
			if len(s.Address) < 26 { // 128 bits, five in a letter
				ts.Fatalf("the address of %s is %q", s.Project, s.Address)
			}
			ts.Setenv("SHARED", "/"+s.Address)
			return
		}
	}
	ts.Fatalf("%s is not shared: %+v", args[0], all)
}

const canary = "kanarie"

// shownTables hold what a shared project shows of itself, or are read to find it.
func shownTables() []string {
	return []string{
		"projects", "missions", "steps", "step_dependencies", "citations", "deliverables", "deliverable_files", "documents", "step_documents", "blobs", "shares", "publications",
		"policies", "counters", "beats", "sqlite_sequence", "goose_db_version", "identity", "instance",
	}
}

// plantCanaries writes a mark into every text of every table that holds nothing of
// what is shown.
func plantCanaries(ts *testscript.TestScript, neg bool, args []string) {
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(ts.Getenv("FRASIER_HOME"), "frasier.db")+"?_pragma=busy_timeout(5000)")
	ts.Check(err)
	defer db.Close() //nolint:errcheck // what it wrote is written
	var names string
	ts.Check(db.QueryRow(`
		SELECT group_concat(m.name || '.' || c.name, ' ') FROM sqlite_master m JOIN pragma_table_info(m.name) c
		 WHERE m.type = 'table' AND c.type = 'TEXT' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`).Scan(&names))
	all := strings.Fields(names)
	planted, tables := int64(0), map[string]bool{}
	for _, name := range all {
		c := strings.Split(name, ".")
		if slices.Contains(shownTables(), c[0]) || strings.HasPrefix(c[0], "memory_words") || c[1] == "id" || strings.HasSuffix(c[1], "_id") || c[1] == "state" || c[1] == "kind" {
			continue
		}
		done, err := db.Exec(fmt.Sprintf(`UPDATE %[1]s SET %[2]s = %[2]s || ' %[3]s' WHERE %[2]s NOT LIKE '{%%' AND %[2]s NOT LIKE '[%%'`, c[0], c[1], canary))
		if err != nil {
			continue // a list of words, or a line that nobody may change
		}
		n, err := done.RowsAffected()
		ts.Check(err)
		planted += n
		if n > 0 {
			tables[c[0]] = true
		}
	}
	_, err = db.Exec(`INSERT INTO memory_words (memory_words) VALUES ('rebuild')`)
	ts.Check(err)
	if planted < 200 || len(tables) < 10 {
		ts.Fatalf("%d canaries in %d tables, want 200 in 10 at the least", planted, len(tables))
	}
	ts.Logf("%d canaries in %d tables", planted, len(tables))
}

// looksForCanaries looks for marks, scripts, forms and words of other projects in all
// files of the public site: quiets WORD...
func looksForCanaries(ts *testscript.TestScript, neg bool, args []string) {
	files := 0
	err := filepath.WalkDir(filepath.Join(ts.Getenv("FRASIER_HOME"), "published", "site"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		raw, err := os.ReadFile(path)
		if filepath.Ext(path) == ".pdf" { // its bytes are packed: two letters stand there by chance, and no word can be seen
			read, err := extract.Text(path, "application/pdf", raw)
			ts.Check(err)
			raw = []byte(read.Text)
		}
		for _, word := range append([]string{canary, "<form", "<script", "javascript:", "agent-", "http-equiv=\"refresh\""}, args...) {
			if at := strings.Index(string(raw), word); at >= 0 {
				ts.Fatalf("%s says %q: %.200s", path, word, raw[max(0, at-80):])
			}
		}
		return err
	})
	ts.Check(err)
	if files < 8 {
		ts.Fatalf("the public site has %d files", files)
	}
}

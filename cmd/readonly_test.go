package cmd_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// writers are the files of the product that write, move or remove files, and
// what. Settings, prompts and programs are in none of them but the first, which is
// called by "init" alone, and those of "update", which the command of that name alone calls.
func writers() map[string]string {
	return map[string]string{
		"cmd/internal/settings/write.go": ".env, for init",
		"cmd/internal/app/app.go":        "the data folder",
		"cmd/internal/app/instance.go":   "the folder of processes",
		"cmd/internal/app/setup.go":      "a copy of the prompts that a stage was done with, in a folder of its own",
		"cmd/internal/cli/anew.go":       "a copy of the database and of other prompts, in a folder of its own",
		"cmd/internal/cli/audit.go":      "the journal, where -out names",
		"cmd/internal/cli/eval.go":       "a copy of what eval -live works on, in a folder of its own",
		"cmd/internal/cli/skill.go":      "takes the quarantine away",
		"cmd/internal/cli/talk.go":       "files that came in the terminal",
		"cmd/internal/update/place.go":   "programs, in an installation of install.sh; which of them runs; the note of the last update",
		"cmd/internal/update/trial.go":   "a copy of the data that a new version tries, in a folder of its own",
		"cmd/internal/update/unpack.go":  "the programs of a release, checked, in a folder of their own",
		"cmd/internal/update/update.go":  "takes away copies and folders of earlier updates",
		"cmd/internal/vet/scanner.go":    "a home for a scanner",
		"cmd/internal/vet/vet.go":        "the quarantine",
		"bot/publish/files.go":           "the folder published",
		"bot/publish/publish.go":         "takes what is private out of the folder published",
		"bot/publish/public/public.go":   "nothing: it reads the public site",
		"bot/terminal/terminal.go":       "reads what the person at the keyboard names",
		"bot/watch/diary.go":             "watcher.log",
		"internal/journal/log.go":        "workflow.log",
		"store/sqldb/snapshot.go":        "the snapshot it was told to write",
		"store/sqldb/backup.go":          "backups",
		"store/sqldb/pipe.go":            "the pipe that wakes others",
		"store/sqldb/using.go":           "who uses the database",
		"store/sqldb/role.go":            "which process is the bot",
		"store/sqldb/open.go":            "the database",
		"store/sqldb/restore.go":         "the database, for restore",
		"worker/agent/session.go":        "an agent's own home, in a working folder",
		"worker/rehearsal/plant.go":      "plants in a working folder, in which an agent is tried",
		"worker/rehearsal/rehearsal.go":  "folders in which an agent is tried, in a working folder",
		"worker/agent_run.go":            "the folder of an agent's way out, beside its working folder",
		"worker/deliver/folder.go":       "what -out names",
		"cmd/internal/cli/bundle.go":     "the bundle, where -out names, and reads what lies beside one",
		"internal/attest/ring.go":        "the key of signatures, in the data folder",
		"worker/toolbox/way.go":          "a tool server's own folder below the data folder, and the folder of its way out",
		"internal/sealed/sealed.go":      "the key of connections, in the data folder",
		"internal/socket/socket.go":      "a socket, and who may use it",
		"worker/environment/wayout.go":   "the folder of the socket of a way out, and what a killed one left, in the temporary folder",
		"worker/environment/layer.go":    "layers of packages below the data folder",
		"worker/environment/setup.go":    "what a layer is made of, in a working folder, and the socket of its way out",
		"worker/fence/box.go":            "places at which something is shown, and what is shown there, in a working folder",
		"worker/fence/cache.go":          "layers over caches and environments, in a working folder",
		"worker/fence/fence.go":          "temporary files of a check, in a working folder",
		"worker/fence/service.go":        "what services say, in the temporary folder of a sandbox",
		"worker/fence/shown.go":          "what services of people say, in the temporary folder of a sandbox",
		"worker/fence/hook.go":           "how hooks ended, in the temporary folder of a sandbox",
		"worker/fence/check.go":          "a folder of its own, in which the fence is tried",
		"worker/senses/decode.go":        "a picture written anew, in the room behind the walls",
		"worker/senses/sandbox.go":       "the room for one picture, which goes with it",
		"worker/trial/command.go":        "the empty files at which the walls showed some, taken away from a working folder",
		"worker/trial/lines.go":          "a folder for what tests run, in the temporary folder of a sandbox",
		"worker/workspace/bring.go":      "a founder's folder, where he wants merged changes there",
		"worker/workspace/change.go":     "working folders of code below the data folder",
		"worker/workspace/follow.go":     "the trust in a source of another owner, for one reading, in the data folder",
		"worker/workspace/git.go":        "copies of repositories below the data folder",
		"worker/workspace/hold.go":       "a lock of a service of people, below the data folder",
		"worker/workspace/worked.go":     "a copy of an agent's work at which git looks, below the data folder",
		"worker/workspace/large.go":      "files that Git LFS keeps, in a working folder below the data folder",
		"worker/workspace/search.go":     "what a command left in its throw-away copy, below the data folder",
		"worker/workspace/opened.go":     "a folder of a step's files, below the data folder",
		"worker/research/corpus.go":      "nothing: it reads the corpus",
		"worker/research/packed.go":      "the index of the corpus, in the data folder",
	}
}

// TestConfigReadOnly: at run time nothing writes settings, prompts or programs.
// What a service may write is StateDirectory alone.
func TestConfigReadOnly(t *testing.T) {
	t.Parallel()
	verbs := []string{"WriteFile", "Create", "OpenFile", "Rename", "Mkdir", "MkdirAll", "Remove", "RemoveAll", "Symlink", "Link", "Chmod", "Chown", "Lchown", "Truncate", "CreateTemp", "MkdirTemp", "Chtimes", "CopyFS", "OpenRoot"}
	found := map[string]bool{}
	wrote := false
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := x.X.(*ast.Ident)
			switch {
			case !ok:
			case (pkg.Name == "os" || pkg.Name == "unix" || pkg.Name == "syscall") && slices.Contains(verbs, x.Sel.Name):
				found[s.path] = true
				if writers()[s.path] == "" {
					t.Errorf("%s calls %s.%s: say in the table what it writes, which is no settings, prompt or program", s.path, pkg.Name, x.Sel.Name)
				}
			case pkg.Name == "settings" && x.Sel.Name == "Write":
				wrote = true
				if s.path != "cmd/internal/cli/init.go" {
					t.Errorf("%s writes settings; only init may", s.path)
				}
			}
			return true
		})
	}
	for path := range writers() {
		if !found[path] {
			t.Errorf("%s writes nothing; take its line away", path)
		}
	}
	if !wrote {
		t.Error("init does not write settings: does the pattern still fit?")
	}
	dir := workdir(t)
	own := map[string]string{
		".env":             "FRASIER_NAME=Niles\nFRASIER_PROMPTS=own\n",
		"own/stage/qa.md":  read(t, "../llm/prompt/stage/qa.md"),
		"corpus/prices.md": "# Prices\n\nA licence costs 40 euros a month.\n",
		"roadmap.md":       "# Prices\n\n- Find what a licence costs\n",
	}
	for path, text := range own {
		write(t, filepath.Join(dir, path), text, 0o600)
	}
	if code, out := runs(t, dir, surroundings(dir, "FRASIER_CORPUS=corpus"), "run", "roadmap.md", "-out", "out"); code != 0 {
		t.Fatalf("run: exit %d: %s", code, out)
	}
	for path, text := range own {
		if read(t, filepath.Join(dir, path)) != text {
			t.Errorf("%s was written", path)
		}
	}
	left, err := os.ReadDir(dir)
	ok(t, err)
	for _, e := range left {
		if !slices.Contains([]string{".env", "own", "corpus", "roadmap.md", "home", "out"}, e.Name()) {
			t.Errorf("%s was made beside the data folder", e.Name())
		}
	}
}

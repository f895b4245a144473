package outward_test

import (
	"archive/zip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	vocabulary "github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/forgetest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// killsAtGitea are how many processes die over actions at Gitea itself.
const killsAtGitea = 60

// Processes that die one after the other leave one pull request, one status and one answer in each repository of Gitea itself, by its own lists and by
// its own dump. FRASIER_FORGES is the folder in which "make forges" put it.
func TestManyKillsAtGitea(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := os.Getenv("FRASIER_FORGES") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_FORGES names no folder: make forges, then FRASIER_FORGES=$PWD/.forges")
	}
	home := t.TempDir()
	g, err := forgetest.StartGitea(dir, home, filepath.Join(home, "repos"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Stop(); err != nil {
			t.Error(err)
		}
	})
	token, err := g.AddAccount("acme", "all")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(37, 3)) //nolint:gosec // the same kills each time
	kills, repositories := 0, 0
	for ; kills < killsAtGitea; repositories++ {
		kills += killAtGitea(t, g, token, fmt.Sprintf("shop%d", repositories), random)
	}
	text := dumpGitea(t, g)
	for table, want := range map[string]int{"pull_request": repositories, "commit_status": repositories, "comment": repositories} {
		rows := regexp.MustCompile("(?m)^INSERT INTO [`\"]"+table+"[`\"] .*").FindAllString(text, -1)
		if table == "comment" { // pushes and reviews are rows there, too
			said := 0
			for _, row := range rows {
				said += strings.Count(row, "On it.")
			}
			if said != want {
				t.Errorf("its dump has %d answers, want %d", said, want)
			}
			continue
		}
		if len(rows) != want {
			t.Errorf("its dump has %d rows of %s, want %d", len(rows), table, want)
		}
	}
	t.Logf("%d kills, %d repositories, %d actions", kills, repositories, 3*repositories)
}

// killAtGitea carries out three kinds of actions in a repository of its own while processes die.
func killAtGitea(t *testing.T, g *forgetest.Gitea, token, name string, random *rand.Rand) (kills int) {
	t.Helper()
	call := func(method, path string, body, out any) {
		t.Helper()
		if err := forgetest.Call(t.Context(), method+" "+g.Address+"/api/v1/"+path, "token "+token, body, out); err != nil {
			t.Fatal(err)
		}
	}
	at := "repos/acme/" + name
	var made struct {
		Commit struct {
			SHA string `json:"sha"`
		} `json:"commit"`
	}
	call(http.MethodPost, "user/repos", map[string]any{"name": name, "auto_init": true, "default_branch": "main"}, nil)
	call(http.MethodPost, at+"/contents/a", map[string]any{"content": base64.StdEncoding.EncodeToString([]byte("a\n")), "message": "second", "new_branch": "one"}, &made)
	call(http.MethodPost, at+"/issues", map[string]any{"title": "Say it"}, nil)

	s := newSceneAt(t, vocabulary.Gitea, g.Address, token, name)
	s.propose("proof:p:x", vocabulary.SetStatus, vocabulary.Status{Owner: "acme", Repository: name, Commit: made.Commit.SHA, Context: vocabulary.ProofContext, Good: true, Text: "1 change, all checks pass"})
	s.propose("plan:p", vocabulary.TellPlan, vocabulary.Said{Owner: "acme", Repository: name, Number: 1, Body: "On it.\n\n<!-- frasier 0123 -->", Mark: "frasier 0123"})
	kills = s.dieOften(random, 3)
	for path, want := range map[string]int{at + "/pulls?state=all": 1, at + "/statuses/" + made.Commit.SHA: 1, at + "/issues/1/comments": 1} {
		var all []any
		if call(http.MethodGet, path, nil, &all); len(all) != want {
			t.Errorf("after %d kills: %s has %d, want %d", kills, path, len(all), want)
		}
	}
	return kills
}

// dumpGitea is what Gitea itself writes of its database.
func dumpGitea(t *testing.T, g *forgetest.Gitea) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "dump.zip")
	if err := g.Dump(at); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(at)
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("gitea-db.sql")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

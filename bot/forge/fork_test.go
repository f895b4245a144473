package forge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Somebody who may only read has a pull request from a branch of the same name in a repository of his own. It is not taken for ours: a
// founder would be led to a change that nobody tried.
func TestAPullRequestOfAForkIsNotOurs(t *testing.T) {
	t.Parallel()
	const theirs = `{"number":1,"state":"open","html_url":"https://forge.example/theirs","head":{"label":"mallory:one","ref":"one","repo_id":9,"user":{"login":"mallory"},"repo":{"id":9,"full_name":"mallory/shop"}},"base":{"ref":"main","repo_id":7,"repo":{"id":7,"full_name":"acme/shop"}}}`
	ours := strings.NewReplacer(`"label":"mallory:one"`, `"label":"acme:one"`, `"repo_id":9`, `"repo_id":7`, `"id":9`, `"id":7`, "theirs", "ours", "mallory", "acme").Replace(theirs)
	gone := strings.Replace(strings.Replace(theirs, `"repo_id":9`, `"repo_id":-1`, 1), `"repo":{"id":9,"full_name":"mallory/shop"}`, `"repo":null`, 1) // its repository was deleted
	for _, service := range outward.Services() {
		for all, want := range map[string]string{theirs: "", gone: "", theirs + "," + ours: "https://forge.example/ours"} {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, "["+all+"]") //nolint:errcheck // who asked would see it
			}))
			f, err := forge.Open(service, s.URL, "token", nil)
			if err != nil {
				t.Fatal(err)
			}
			got, ok, err := f.FindPull(t.Context(), "Acme", "shop", "one")
			if s.Close(); err != nil || got.Link != want || ok != (want != "") {
				t.Errorf("%s takes %q, %v, %v; want %q", service, got.Link, ok, err, want)
			}
		}
	}
}

package command_test

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

const commandsPage = "../../docs/commands.md"

// What the page on commands says of each is written from what the command says of itself; UPDATE_GOLDEN=1 writes it.
func TestDocsListTheCommandsOfAChat(t *testing.T) {
	raw, err := os.ReadFile(commandsPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // the switch of golden tests
		page = rewrite(t, page, "(?m)^\\| command \\| what it does .*\n(\\|.*\n)+", listChat())
		page = rewrite(t, page, "(?m)^    frasier .*\n(    .*\n)+", listShell())
		page = rewrite(t, page, "(?m)^\\| asked for \\| .*\n(\\|.*\n)+", listAnswers())
		if err := os.WriteFile(commandsPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range strings.Split(listChat()+listShell()+listAnswers(), "\n") {
		if !strings.Contains(page, "\n"+line+"\n") {
			t.Errorf("docs/commands.md has no line %q: UPDATE_GOLDEN=1 go test ./bot/command -run Docs", line)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^(?:\\| `([a-z]+)` \\| .* \\| `!.*` \\||    frasier .*|\\| `GET /api/.*)$").FindAllString(page, -1) {
		if !strings.Contains(listChat()+listShell()+listAnswers(), m+"\n") {
			t.Errorf("docs/commands.md has the line %q, which is no command's: UPDATE_GOLDEN=1 go test ./bot/command -run Docs", m)
		}
	}
	for _, c := range command.Topics() {
		if got, err := command.Parse(c.Example); err != nil || got.Name != c.Name {
			t.Errorf("the example of %s, %q, reads as %q, %v", c.Name, c.Example, got.Name, err)
		}
	}
}

// What a command says of itself and of its options holds no word of the code.
func TestCommandsSayPlainlyWhatTheyAre(t *testing.T) {
	for _, c := range command.Commands() {
		said := map[string]string{c.Name: c.Summary}
		for _, o := range c.Options {
			said[c.Name+" "+o.Name] = o.Description
		}
		if c.Shell != nil {
			said["frasier "+c.Shell.Use] = c.Shell.Summary
		}
		for of, text := range said {
			if found := nountest.Unplain(text); len(found) > 0 {
				t.Errorf("%s says of itself %q: it uses %q", of, text, found)
			}
		}
	}
}

// Each page of the dashboard has its row in the page on it, under the name of its tab or part, and each row there is a page.
func TestDocsListThePagesOfTheDashboard(t *testing.T) {
	raw, err := os.ReadFile("../../docs/dashboard.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // names by address
	for _, m := range regexp.MustCompile("(?m)^\\| (.+?) \\| `(/[^ ]*)` \\| .+ \\|$").FindAllStringSubmatch(string(raw), -1) {
		if rows[m[2]] != "" {
			t.Errorf("docs/dashboard.md has two rows of %s", m[2])
		}
		rows[m[2]] = m[1]
	}
	for _, own := range []string{"/projects/{id}", "/replays", "/replays/{id}", "/docs", "/settings"} { // of no noun
		if rows[own] == "" {
			t.Errorf("docs/dashboard.md has no row of %s", own)
		}
		delete(rows, own)
	}
	for _, n := range new(command.Handler).Nouns() {
		for _, p := range n.Pages {
			if p.File != nil {
				continue
			}
			path, called := strings.TrimSuffix(p.Path, "{$}"), p.Part
			if p.Listed {
				called = p.Tab
			}
			if row := rows[path]; row == "" || !strings.HasPrefix(row, called) {
				t.Errorf("docs/dashboard.md has no row of %s, %q: its name is %q", path, called, row)
			}
			delete(rows, path)
		}
	}
	for path, name := range rows {
		t.Errorf("docs/dashboard.md has the row %q of %s, which is no page", name, path)
	}
}

// rewrite puts a text in the place of what a pattern finds.
func rewrite(t *testing.T, page, pattern, text string) string {
	t.Helper()
	at := regexp.MustCompile(pattern).FindStringIndex(page)
	if at == nil {
		t.Fatalf("docs/commands.md has nothing like %q", pattern)
	}
	return page[:at[0]] + text + page[at[1]:]
}

func listChat() string {
	out := "| command | what it does | for example |\n|---|---|---|\n"
	for _, c := range command.Topics() {
		out += fmt.Sprintf("| `%s` | %s | `!%s` |\n", c.Name, c.Description, c.Example)
	}
	return out
}

func listShell() string {
	var out strings.Builder
	for _, c := range command.Commands() {
		if c.Shell != nil {
			fmt.Fprintf(&out, "    frasier %s   # %s\n", c.Shell.Use, cmp.Or(c.Shell.Summary, c.Summary))
		}
	}
	return out.String()
}

// listAnswers lists what nouns give programs and say of it themselves.
func listAnswers() string {
	out := "| asked for | what it gives |\n|---|---|\n"
	for _, n := range new(command.Handler).Nouns() {
		for _, a := range n.Answers {
			if a.Says != "" {
				out += fmt.Sprintf("| `%s /api/v1/%s` | %s |\n", cmp.Or(a.Method, "GET"), a.Path, a.Says)
			}
		}
	}
	return out
}

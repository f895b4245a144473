package cmd_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// structural columns are what the program finds its way by: with other text in them there
// is no page to look at.
func structural(table, column string) bool {
	return strings.HasPrefix(table, "memory_words") || strings.HasSuffix(column, "_id") || strings.HasSuffix(column, "_key") ||
		slices.Contains([]string{"policies", "counters", "beats", "cursors", "duties", "sqlite_sequence", "goose_db_version", "migration_sums", "instance", "identity", "seals"}, table) ||
		slices.Contains([]string{"id", "key", "state", "kind", "hash", "sha256", "mode", "depth", "day", "seal", "holder", "transport", "channel", "origin", "depends_on", "stage"}, column)
}

// TestDashboardEscapesEveryColumn writes a hundred and twenty hostile texts into every column of text of every table, and looks at every page: what is shown
// is shown as text.
func TestDashboardEscapesEveryColumn(t *testing.T) {
	t.Parallel()
	s := startCockpit(t)
	_, code, _ := strings.Cut(s.link(), "#")
	founder := browser(t)
	if status, _ := s.post(founder, "/enter", "code", code); status != http.StatusOK {
		t.Fatalf("sign in: %d", status)
	}
	home := ""
	for _, v := range s.env {
		if value, found := strings.CutPrefix(v, "FRASIER_HOME="); found {
			home = value
		}
	}
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(home, "frasier.db")+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // what it wrote is written
	var names string
	err = db.QueryRowContext(t.Context(), `
		SELECT group_concat(m.name || '.' || c.name, ' ') FROM sqlite_master m JOIN pragma_table_info(m.name) c
		 WHERE m.type = 'table' AND c.type = 'TEXT' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	all, n, columns := disguised(), 0, 0
	for _, name := range strings.Fields(names) {
		c := strings.Split(name, ".")
		if structural(c[0], c[1]) {
			continue
		}
		n++ // what is clipped begins with another one in each column
		text := " " + strings.ReplaceAll(strings.Join(append(slices.Clone(all[n%len(all):]), all[:n%len(all)]...), " "), "\x00", "")
		done, err := db.ExecContext(t.Context(), fmt.Sprintf(`UPDATE %[1]s SET %[2]s = %[2]s || ? WHERE %[2]s NOT LIKE '{%%' AND %[2]s NOT LIKE '[%%'`, c[0], c[1]), text)
		if err != nil {
			continue // one of a list of words, or a line that nobody may change
		}
		if rows, err := done.RowsAffected(); err == nil && rows > 0 {
			columns++
		}
	}
	if columns < 40 {
		t.Errorf("%d columns took hostile texts, want 40 at the least", columns)
	}
	shown := 0
	for _, page := range dashboardPages() {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+page, nil)
		if err != nil {
			t.Fatal(err)
		}
		status, body := answer(t, founder, req)
		if status >= http.StatusInternalServerError {
			t.Errorf("%s: %d", page, status)
		}
		shown += strings.Count(strings.ToLower(body), "alert(1)")
		for _, fault := range dangerous(t, body) {
			t.Errorf("%s: %s", page, fault)
		}
	}
	if shown < 100 {
		t.Errorf("the hostile texts stand on the pages %d times", shown)
	}
	t.Logf("%d columns, shown %d times", columns, shown)
}

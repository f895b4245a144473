package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// row is a repository, and how it ends. A person fills it: he runs the checks himself, or reads the repository.
type row struct {
	Name   string   `json:"name"`
	From   string   `json:"from"`   // OWNER/NAME, or "." for this one
	Commit string   `json:"commit"` // empty for the one that is checked out
	Kind   string   `json:"kind"`   // what it shows
	Checks []string `json:"checks,omitempty"`
	Set    []string `json:"set,omitempty"`    // what a founder says behind it: "service postgres"
	Debian []string `json:"debian,omitempty"` // packages that its registry holds, with all that they depend on
	Tests  int      `json:"tests,omitempty"`  // that pass at the least, where checks pass
	Says   string   `json:"says,omitempty"`   // the one sentence, where they do not
	True   string   `json:"true"`             // how a person knows that this is the right end
}

func readTable(path string) ([]row, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("run it in the repository's folder: %w", err)
	}
	var rows []row
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&rows); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, r := range rows {
		if r.True == "" || (r.Tests > 0) == (r.Says != "") {
			return nil, fmt.Errorf("%s: %s: say how many tests pass or which sentence is true, and how that is known", path, r.Name)
		}
	}
	return rows, nil
}

// How one repository ended.
type end struct {
	row   row
	tests int
	wrong string // empty: as the table says
	took  time.Duration
}

func (e end) verdict() string {
	switch {
	case e.wrong != "":
		return "WRONG: " + e.wrong
	case e.row.Says != "":
		return "says: " + e.row.Says
	}
	return fmt.Sprintf("passes, %d tests", e.tests)
}

var passes = lazyregexp.New(`(?m)^.* passes \((?:([\d,. ]+) tests?, )?[^()]*\)\.$`)

// judge reads what was said at last about each check.
func judge(r row, said string) end {
	e := end{row: r}
	if r.Says != "" {
		if !strings.Contains(said, r.Says) {
			e.wrong = "it does not say: " + r.Says
		}
		return e
	}
	checks := 0
	for _, m := range passes.FindAllStringSubmatch(said, -1) {
		n, _ := strconv.Atoi(strings.NewReplacer(",", "", " ", "", ".", "").Replace(m[1])) //nolint:errcheck // a check without named tests has none
		e.tests += n
		checks++
	}
	for _, bad := range []string{"Not ready: ", " before any change", "Nothing passes there yet", "frasier: "} {
		if strings.Contains(said, bad) {
			e.wrong = "not all is well"
		}
	}
	switch {
	case checks == 0:
		e.wrong = "no check passes"
	case e.wrong == "" && e.tests < r.Tests:
		e.wrong = fmt.Sprintf("%d tests pass, not %d", e.tests, r.Tests)
	}
	return e
}

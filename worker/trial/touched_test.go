package trial_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/trial"
)

// While a change is written, a long check runs only what is touched, where its form says plainly that it runs everything; else all of it runs.
func TestOnlyWhatIsTouchedRuns(t *testing.T) {
	t.Parallel()
	golang := []string{"go.mod", "main.go", "a/a.go", "a/a_test.go", "a/testdata/x.json", "b/b.go", "c/c.go", "d/d.go", "other/go.mod", "other/o.go", "README.md", "web/x.js"}
	python := []string{"shop/__init__.py", "shop/cart.py", "shop/tax.py", "tests/test_cart.py", "tests/test_shop.py", "tests/conftest.py", "README.md"}
	jest := []string{"package.json", "src/cart.ts", "src/cart.test.ts", "jest.config.js"}
	rust := []string{"Cargo.toml", "a/Cargo.toml", "a/src/lib.rs", "b/Cargo.toml", "b/src/lib.rs"}
	crates := map[string]string{"Cargo.toml": "[workspace]\nmembers = [\"a\", \"b\"]\n", "a/Cargo.toml": "[package]\nname = \"shop-a\"\n", "b/Cargo.toml": "[package]\nversion = \"1.0.0\"\nname = \"shop-b\"\n[dependencies]\nname = \"1\"\n"}
	for _, c := range []struct {
		check   string
		names   []string
		changed string
		want    string // empty: all of it
	}{
		{"go test ./...", golang, "a/a.go", "go test ./a"},
		{"go test ./...", golang, "a/a.go b/b.go README.md", "go test ./a ./b"},
		{"GOFLAGS=-mod=mod go test -race -p 2 ./... -count=1", golang, "main.go", "GOFLAGS=-mod=mod go test -race -p 2 . -count=1"},
		{"go test ./...", golang, "a/testdata/x.json", "go test ./a"},
		{"go test ./...", golang, "a/new_test.go other/o.go", "go test ./a"},
		{"go test ./...", golang, "a/a.go b/b.go c/c.go d/d.go", ""},
		{"go test ./...", golang, "go.mod a/a.go", ""},
		{"go test ./...", golang, "gone/gone.go", ""},
		{"go test ./...", golang, "README.md", ""},
		{"go test ./...", golang, "other/o.go", ""},
		{"go test ./...", golang, "vendor/x/x.go", ""},
		{"go test ./... && echo", golang, "a/a.go", ""},
		{"go test -run Cart ./...", golang, "a/a.go", ""},
		{"go test ./a/...", golang, "a/a.go", ""},
		{"go test ./...", []string{"go.mod", "a b/a.go", "b/b.go", "c/c.go"}, "a b/a.go", ""},
		{"make test", golang, "a/a.go", ""},
		{"python3 -m pytest -q", python, "shop/cart.py", "python3 -m pytest -q tests/test_cart.py"},
		{"pytest", python, "tests/test_cart.py shop/__init__.py", "pytest tests/test_cart.py tests/test_shop.py"},
		{"pytest", python, "shop/tax.py", ""},
		{"pytest", python, "shop/cart.py tests/conftest.py", ""},
		{"pytest", python, "shop/cart.py data.json", ""},
		{"pytest tests/slow", python, "shop/cart.py", ""},
		{"npx jest --ci", jest, "src/cart.ts", "npx jest --ci --passWithNoTests --findRelatedTests src/cart.ts"},
		{"npx jest", jest, "src/cart.ts package.json", ""},
		{"npx jest", jest, "jest.config.js", ""},
		{"npx jest", jest, "src/gone.ts", ""},
		{"npm test", jest, "src/cart.ts", ""},
		{"cargo test --workspace", rust, "a/src/lib.rs", "cargo test -p shop-a"},
		{"cargo test --locked", rust, "a/src/lib.rs b/src/lib.rs", "cargo test -p shop-a -p shop-b --locked"},
		{"cargo test", rust, "a/Cargo.toml", ""},
		{"cargo test", []string{"Cargo.toml", "src/lib.rs"}, "src/lib.rs", ""},
	} {
		tree := trial.Touched{Long: []string{c.check}, Changed: strings.Fields(c.changed), Names: c.names, Read: func(n string) (string, error) {
			if text, is := crates[n]; is {
				return text, nil
			}
			return "", errors.New("no such file: " + n)
		}}
		if len(c.names) == 2 {
			tree.Read = func(string) (string, error) { return "[package]\nname = \"one\"\n", nil }
		}
		if strings.Contains(c.changed, "a b/") {
			tree.Changed = []string{c.changed}
		}
		got, only, err := tree.Narrow(c.check)
		want := c.want
		if want == "" {
			want = c.check
		}
		if err != nil || got != want || (only == "") != (c.want == "") {
			t.Errorf("%s with %s: %q, %q, %v; want %q", c.check, c.changed, got, only, err, want)
		}
		tree.Long = nil
		if got, only, err := tree.Narrow(c.check); err != nil || got != c.check || only != "" {
			t.Errorf("%s, which is short: %q, %q, %v", c.check, got, only, err)
		}
	}
}

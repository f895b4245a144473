package environment_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/environment"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// wheel is a package of Python's that installs one module.
func wheel(t *testing.T, name, version string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	info := name + "-" + version + ".dist-info/"
	for at, text := range map[string]string{
		name + ".py": "V = " + fmt.Sprintf("%q", version) + "\n", info + "METADATA": "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n",
		info + "WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n", info + "RECORD": "",
	} {
		f, err := z.Create(at)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What uv's lock file pins is what is fetched, though a newer version is there, and without uv.
func TestWhatUVPinsIsFetched(t *testing.T) {
	f, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	index := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if parts := strings.Split(filepath.Base(r.URL.Path), "-"); strings.HasSuffix(r.URL.Path, ".whl") && len(parts) > 1 {
			_, _ = w.Write(wheel(t, parts[0], parts[1])) //nolint:errcheck // the client says better what is wrong
			return
		}
		name := filepath.Base(r.URL.Path)
		w.Header().Set("Content-Type", "text/html")
		for _, v := range []string{"1.0.0", "2.0.0"} {
			fmt.Fprintf(w, "<a href=\"/files/%[1]s-%[2]s-py3-none-any.whl\">%[1]s-%[2]s-py3-none-any.whl</a>\n", name, v)
		}
	}))
	defer index.Close()
	at := t.TempDir()
	write(t, filepath.Join(at, "pyproject.toml"), "[dependency-groups]\ntest = [\"oats\", \"rye\"]\n")
	write(t, filepath.Join(at, "uv.lock"), "version = 1\n\n[[package]]\nname = \"oats\"\nversion = \"1.0.0\"\nsource = { registry = \"https://pypi.org/simple\" }\nwheels = [\n    { url = \"https://f/oats.whl\", hash = \"sha256:aa\" },\n]\n\n[[package]]\nname = \"shop\"\nversion = \"1\"\nsource = { editable = \".\" }\n")
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=F", "-c", "user.email=f@example.com", "commit", "-q", "-m", "As it was"}} {
		run(t, at, nil, "git", args...)
	}
	ws := workspace.Dir{Home: t.TempDir(), Network: []string{"PIP_INDEX_URL=" + index.URL + "/simple/"}}
	r, _, err := ws.Add(t.Context(), coding.Repository{ID: "r1", Name: "shop", Source: at, Ref: "main"})
	if err != nil {
		t.Fatal(err)
	}
	m := &environment.Maker{Fence: f, Workspaces: ws, Now: time.Now}
	s, err := m.Make(t.Context(), r, treeOf(t, ws, r), false)
	for name, version := range map[string]string{"oats": "1.0.0", "rye": "2.0.0"} {
		if !slices.Contains(s.Packages, coding.Package{Ecosystem: "pip", Name: name, Version: version}) {
			t.Errorf("%s %s was not fetched: %+v, %v", name, version, s.Packages, err)
		}
	}
}

package environment

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// keepLayer makes a layer as a setup leaves it, which was used some hours ago.
func keepLayer(t *testing.T, l layer, hours int) layer {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(l.dir, "env"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := l.writeSetup(coding.Setup{Bytes: 4_000_000_000}); err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(l.filePath(), at, at); err != nil {
		t.Fatal(err)
	}
	return l
}

// What was not used for longest goes first, whichever repository it is of, until all layers hold what they may; what is in use stays.
func TestUnusedLayersGoFirst(t *testing.T) {
	t.Parallel()
	m := &Maker{Workspaces: workspace.Dir{Home: t.TempDir()}}
	shop, mill := coding.Repository{Name: "shop"}, coding.Repository{Name: "mill"}
	used := keepLayer(t, m.openLayer(shop, "used"), 9)
	oldest := keepLayer(t, m.openLayer(mill, "oldest"), 8)
	older := keepLayer(t, m.openLayer(shop, "older"), 7)
	newest := keepLayer(t, m.openLayer(mill, "newest"), 1)
	release, ok, err := lockFile(used.dir+".lock", 1) // as a check that reads it has it
	if err != nil || !ok {
		t.Fatal(err)
	}
	if sum, err := m.Bytes(); err != nil || sum != 16_000_000_000 {
		t.Errorf("all hold %d, %v", sum, err)
	}
	if err := m.makeRoom(LayersBytes); err != nil {
		t.Fatal(err)
	}
	for l, want := range map[layer]bool{used: true, oldest: false, older: false, newest: true} {
		if _, err := os.Stat(l.filePath()); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(l.dir), err == nil, want)
		}
	}
	if sum, err := m.Bytes(); err != nil || sum > LayersBytes {
		t.Errorf("they still hold %d, %v", sum, err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := m.Forget(shop); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(used.dir); err == nil {
		t.Error("of a repository that is removed a layer is left")
	}
}

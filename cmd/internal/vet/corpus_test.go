package vet_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/vet"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker/staff"
)

// pack is one skill of the corpus: what it is an example of, and its files.
type pack struct {
	Class string            `json:"class"`
	Files map[string]string `json:"files"`
}

func packs(t *testing.T) (malicious, benign []pack) {
	t.Helper()
	raw, err := os.ReadFile("testdata/skills.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(raw)); d.More(); {
		var p pack
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.Class == "benign" {
			benign = append(benign, p)
		} else {
			malicious = append(malicious, p)
		}
	}
	return malicious, benign
}

// install lets a skill in as the tool does, by a person who says yes to all.
func install(t *testing.T, db *store.DB, p pack, scanners []vet.Scanner) error {
	t.Helper()
	at, files, err := vet.Quarantine(folder(t, p.Files), filepath.Join(t.TempDir(), "quarantine"))
	if err != nil {
		return err
	}
	s, err := staff.ReadSkill(files)
	if err != nil {
		return &vet.RejectedError{By: "the manifest check", Why: err.Error()}
	}
	if s.Vetted, _, err = vet.Scan(t.Context(), at, files, scanners); err != nil {
		return err
	}
	return db.AddSkill(t.Context(), s)
}

// 60 hostile skills of 12 kinds and 20 honest ones. Of the first none gets
// in, even when every scanner is blind and the person says yes unread; of the
// others all but two do. What got in and is then changed by one byte is not
// used.
func TestSkillCorpus(t *testing.T) {
	malicious, benign := packs(t)
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	blind := programs(t, nil)
	classes := map[string]int{}
	for _, p := range malicious {
		classes[p.Class]++
		var no *vet.RejectedError
		if err := install(t, db, p, blind); !errors.As(err, &no) {
			t.Errorf("%s: error %v; want it rejected: %q", p.Class, err, p.Files[staff.SkillManifest])
		}
	}
	if len(malicious) != 60 || len(classes) != 12 || len(benign) != 20 {
		t.Errorf("%d hostile skills of %d kinds, %d honest ones", len(malicious), len(classes), len(benign))
	}
	in := 0
	for _, p := range benign {
		if err := install(t, db, p, blind); err != nil {
			t.Logf("an honest skill is kept out: %v", err)
			continue
		}
		in++
	}
	list, err := db.Skills(t.Context())
	if err != nil || in < 18 || len(list) != in {
		t.Fatalf("%d of 20 honest skills are in, %d are listed, error %v; want 18 at least", in, len(list), err)
	}
	for _, s := range list {
		if s.Refused != "" || len(s.Pinned) != len(s.Files) || strings.Contains(s.Name, " ") {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	t.Logf("hostile=%d in=0 honest=%d in=%d", len(malicious), len(benign), in)
}

// A payload at the end of an honest skill, or far down in a file of its
// own, keeps the skill out.
func TestPayloadInAnHonestSkill(t *testing.T) {
	malicious, benign := packs(t)
	blind := programs(t, nil)
	for i, bad := range malicious {
		_, body, _ := strings.Cut(strings.TrimPrefix(bad.Files[staff.SkillManifest], "---\n"), "\n---\n")
		good := benign[i%len(benign)].Files[staff.SkillManifest]
		if bad.Class == "files" {
			continue
		}
		for where, files := range map[string]map[string]string{
			"at its end":      {staff.SkillManifest: good + "\n" + body},
			"in another file": {staff.SkillManifest: good, "more/z.txt": strings.Repeat("\n", 200) + body},
		} {
			if got, err := scan(t, files, blind); err == nil {
				t.Errorf("%s %s is let in: %v, %q", bad.Class, where, got, body)
			}
		}
	}
}

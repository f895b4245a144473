package store_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memos"
)

// A company whose model was a person (internal/tools/eval/testdata/tape): what its directors decided
// is carried out as it stands. The founder's order is split in two, Marketing puts its part off
// and asks, and nothing is done of what a document orders "all assistants and directors" to do.
func TestRecordedCompany(t *testing.T) {
	said := recordedDirectors(t)
	b := firm(t)
	b.tell("Find out whether we should import green coffee for the roasters of Port Ellery, and have an outreach kit ready if so")
	save := func(want org.Department, n int) {
		t.Helper()
		s := b.sit(want)
		b.decideAs(s, said[n])
	}
	save(org.Business, 1)
	if k := b.memo("k3"); k.To != org.Marketing || k.State != company.MemoDeferred || k.Waits != "k2" {
		t.Errorf("the kit: %+v", k)
	}
	save(org.Research, 2)
	p := org.ProjectID("p1")
	b.plan(p, step("s1"))
	b.workOff("Not yet.")
	b.pass(memos.SittingsApart)
	// When this was recorded, Marketing heard of the answer before Business had settled it. So
	// Business settles it here first, in its recorded words, and says the rest in its turn.
	settles := said[17].Actions[0]
	said[17] = company.DirectorReply{Summary: said[17].Summary, Actions: said[17].Actions[1:]}
	b.decide(b.sit(org.Business), settles, company.DirectorAction{Op: company.OpDefer, Message: "k1", After: "k3", Body: "until the kit is there"})
	save(org.Marketing, 14)
	b.pass(memos.SittingsApart)
	if k := b.memo("k3"); k.State != company.MemoDeferred || k.Waits != "k5" {
		t.Errorf("the kit, after R&D's not yet: %+v", k)
	}
	save(org.Business, 17)
	if k := b.memo("k1"); k.State != company.MemoSettled {
		t.Errorf("the order is %s", k.State)
	}
	if k := b.memo("k6"); k.Kind != company.MemoDecision || k.Data.Yes || k.To != org.Marketing {
		t.Errorf("the decision: %+v", k)
	}
	all, err := b.db.Projects(t.Context())
	b.ok(err)
	status, err := b.db.ProjectStatus(t.Context(), p, b.now)
	if b.ok(err); len(all) != 1 || status.Cap != 3*org.Dollar {
		t.Errorf("%d projects, the first with a cap of %s; want one with $3", len(all), status.Cap)
	}
	b.sound()
}

// recordedDirectors are the answers of the recorded directors, by their calls.
func recordedDirectors(t *testing.T) map[int]company.DirectorReply {
	t.Helper()
	f, err := os.Open("../internal/tools/eval/testdata/tape/company.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]company.DirectorReply{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var call struct {
			N     int    `json:"n"`
			Stage string `json:"stage"`
			Reply string `json:"reply"`
		}
		if err := json.Unmarshal(lines.Bytes(), &call); err != nil {
			t.Fatal(err)
		}
		if call.Stage != org.StageCEO && call.Stage != org.StageDirect {
			continue
		}
		var r company.DirectorReply
		if err := json.Unmarshal([]byte(call.Reply), &r); err != nil {
			t.Fatalf("call %d: %v", call.N, err)
		}
		out[call.N] = r
	}
	if lines.Err() != nil || len(out) != 4 {
		t.Fatalf("%d answers of directors, %v; want 4", len(out), lines.Err())
	}
	return out
}

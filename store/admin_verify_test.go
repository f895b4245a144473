package store_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// lived is an instance with a completed project, a running one with a
// claimed, a rejected and a waiting step, and a citation.
func lived(t *testing.T) *instance {
	t.Helper()
	o := newInstance(t)
	o.live()
	return o
}

// live gives an instance the past that lived describes.
func (o *instance) live() {
	t := o.tt
	t.Helper()
	_, err := o.db.SaveTurn(t.Context(), org.Turn{Message: o.hear("hello"), Route: org.ActionResponse, Reply: "hi"})
	o.ok(err)
	o.start(org.NewProject{})
	o.plan(piece("done"))
	o.sql(`INSERT INTO documents (id, body, at) VALUES ('` + zeros + `', 'Ünder 40 euros.', 1)`)
	c := o.claim(1)["done"]
	out := completed(c.Step)
	out.Citations = []work.Citation{{
		Claim: "cheap", Quote: "40 euros", Document: zeros, Title: "T", URL: "file:t", Start: 7, End: 15, FetchedAt: o.clock.Now(),
	}}
	o.ok(o.db.Finish(t.Context(), c.Lease, out))
	o.run()
	_, err = o.db.AddRepository(t.Context(), shop("shop"))
	o.ok(err)
	o.ordered(coded("change"))
	change := o.claim(1)["change"]
	o.ok(o.db.SaveTrials(t.Context(), change.Lease, 1, tried("tree-change")))
	_, _, err = o.db.TakeMerge(t.Context(), change.Lease, "c0")
	o.ok(err)
	o.ok(o.db.Finish(t.Context(), change.Lease, merged(change.Step, "c0", 1)))
	o.run()
	o.start(org.NewProject{})
	o.plan(piece("claimed"), piece("rejected"), piece("waits", "claimed"), piece("after", "waits"))
	claims := o.claim(2)
	o.ok(o.db.Finish(t.Context(), claims["rejected"].Lease, work.Outcome{Next: org.StepPending, Strike: true}))
	_, err = o.db.SealJournal(t.Context())
	o.ok(err)
	o.sound()
}

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"

// letter is a message between departments, of a kind, a state, who settled it and when.
func letter(values string) string {
	return `INSERT INTO memos (id, key, sender, recipient, reserved, subject, body, made_by, expires_at, created_at, kind, state, settled_by, ended_at)
		VALUES ('k1', 'x', 'tech', 'business', 'org-ops-reserved', 's', 'b', 'code', 0, 0, ` + values + `)`
}

// Every check sees the fault that it is for.
func TestVerifySeesFaults(t *testing.T) {
	t.Parallel()
	faults := map[string]string{
		"the database has an identity":                    `DELETE FROM identity`,
		"every step belongs to a mission of its project":  `UPDATE steps SET mission_id = 'n77' WHERE key = 'waits'`,
		"every dependency joins two steps of one project": `INSERT INTO step_dependencies VALUES ('s1', 's99', 1)`,
		"no step needs itself through others":             `INSERT INTO step_dependencies SELECT w.id, a.id, 0 FROM steps w, steps a WHERE w.key = 'waits' AND a.key = 'after'`,
		"counters of open dependencies are right":         `UPDATE steps SET open_deps = 0 WHERE key = 'waits'`,
		"no step ran before what it needs":                `UPDATE steps SET state = 'in_progress' WHERE key = 'waits'`,
		"no step waits for one that failed":               `UPDATE steps SET state = 'failed', cause = 'x', ended_at = 1 WHERE key = 'claimed'`,
		"a claim says since when and until when":          `UPDATE steps SET claimed_at = NULL`,
		"a step that waits until a time is held for it":   `UPDATE steps SET run_after = 5 WHERE key = 'waits'`,
		"a step is held with its mission":                 `UPDATE missions SET state = 'paused' WHERE state = 'in_progress'`,
		"strikes equal the rejections kept":               `UPDATE steps SET strikes = 2 WHERE key = 'rejected'`,
		"a completed step has a result and a word on its review": `UPDATE steps SET result = '
' WHERE key = 'done'`,
		"a failed step names its cause":                                            `UPDATE steps SET state = 'failed' WHERE key = 'waits'`,
		"a step failed by another names one that failed":                           `UPDATE steps SET cause_step = 's1' WHERE key = 'waits'`,
		"a completed assembly has a document":                                      `DELETE FROM deliverables`,
		"citations are in their documents, byte for byte":                          `UPDATE citations SET start = start - 1, stop = stop - 1`,
		"counters of open steps are right":                                         `UPDATE missions SET open_steps = 1 WHERE state = 'in_progress'`,
		"a planned mission has steps, another has none left to do":                 `UPDATE missions SET planned = 0 WHERE state = 'in_progress'`,
		"a step that was replaced has ended":                                       `UPDATE steps SET superseded = 1 WHERE key = 'waits'`,
		"a mission whose steps have ended has ended":                               `UPDATE missions SET open_steps = 0 WHERE state = 'in_progress'`,
		"a mission that ended has no open step":                                    `UPDATE missions SET state = 'failed' WHERE state = 'in_progress'`,
		"a completed mission completed every step":                                 `UPDATE missions SET state = 'completed' WHERE state = 'in_progress'`,
		"a finished mission has a document":                                        `UPDATE deliverables SET markdown = ' '`,
		"every mission has one assembly once it is planned":                        `UPDATE steps SET kind = 'assembly' WHERE key = 'waits'`,
		"a paused project has a paused mission, an active one an open mission":     `UPDATE projects SET state = 'paused' WHERE state = 'active'`,
		"a project that ended has no open mission":                                 `UPDATE projects SET state = 'failed' WHERE state = 'active'`,
		"a completed project completed every mission":                              `UPDATE missions SET state = 'partial' WHERE state = 'completed'`,
		"the founder was told of every end, once":                                  `UPDATE deliveries SET kind = 'notice' WHERE kind = 'result'`,
		"a handled message has a turn":                                             `UPDATE messages SET state = 'handled' WHERE seq = 1; DELETE FROM turns WHERE message_id = 'm1'`,
		"a reply was queued for every turn that has one":                           `UPDATE deliveries SET key = 'x' || key WHERE kind = 'reply'`,
		"the journal has no gap":                                                   `DELETE FROM events WHERE seq = 4`,
		"the journal is as it was written":                                         `UPDATE events SET body = body || '.' WHERE seq = 4`,
		"every file is as long as it says":                                         `UPDATE blobs SET size = size + 1`,
		"what is to be sent can be read":                                           `UPDATE deliveries SET state = 'queued', card = 'no JSON'`,
		"what was sent has a receipt, what was dropped a reason":                   `UPDATE deliveries SET state = 'sent'`,
		"unknown costs are not counted as nothing":                                 call(`'pending', 'unknown', 0, NULL`),
		"sums of what was spent are those of the ledger":                           `INSERT INTO spending (scope, subject, known) VALUES ('step', 's1', 5)`,
		"a completed change of code is merged, or what it was asked for is not so": `DELETE FROM integration_steps`,
		"a completed change passed the smoke test that was decided for it":         `UPDATE code_steps SET decision = '{"smoke":{"value":"GET /up 200","from":"x"}}'`,
		"merged changes follow each other":                                         `UPDATE integration_steps SET parent_sha = 'other'`,
		"a branch is at its last change":                                           `UPDATE integrations SET head_sha = 'other'`,
		"changes come into a founder's folder in their order": `INSERT INTO integration_steps SELECT project_id, 2, step_id, commit_sha, tree, 'c2', patch, message, at, joins_sha FROM integration_steps;
			INSERT INTO arrivals (project_id, n, state, at) SELECT project_id, n, CASE n WHEN 1 THEN 'due' ELSE 'there' END, 0 FROM integration_steps`,
		"a call that ended says when":                           call(`'usable', 'free', 0, NULL`),
		"every message of the company goes a way that there is": letter(`'gossip', 'open', '', NULL`),
		"a company has two reserved projects":                   `INSERT INTO company (one, working, cap, transport, channel, review_at, changed_at) VALUES (1, 1, 1, 'terminal', 'local', 0, 0)`,
		"what a director settled has its turn":                  letter(`'risk', 'settled', 'business:9', 1`),
		"a message that was put off waits for something":        letter(`'risk', 'deferred', '', NULL`),
		"a project of the company is for a message":             `UPDATE projects SET opened_by = 'tech'`,
	}
	sane := lived(t)
	byte1 := "X'78'"
	if onServer(sane.path) {
		byte1 = `'\x78'::bytea`
	}
	faults["every file has the hash by which it is stored"] = `INSERT INTO blobs (sha256, size, data) VALUES ('` + strings.Repeat("0", 64) + `', 1, ` + byte1 + `)`
	if onServer(sane.path) {
		faults["every constraint is in force"] = `ALTER TABLE blobs ADD CHECK (size > 1000000) NOT VALID`
		faults["every index is whole"] = `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'steps_ready'::regclass`
	} else {
		faults["every reference leads to a row"] = `UPDATE citations SET document_id = 'none'`
	}
	for _, r := range sane.verify() {
		if _, planted := faults[r.Name]; !planted && r.Name != "the file is sound" {
			t.Errorf("no fault is planted for the check %q", r.Name)
		}
	}
	for name, statement := range faults {
		t.Run(name, func(t *testing.T) {
			o := sane.copy(t)
			o.sql(statement)
			at := slices.IndexFunc(o.verify(), func(r reports.CheckResult) bool { return r.Name == name })
			if at < 0 {
				t.Fatalf("no check is named %q", name)
			}
			if r := o.verify()[at]; r.OK || r.Detail == "" {
				t.Errorf("after %s: got %+v, want it to fail and name what is wrong", statement, r)
			}
		})
	}
}

// copy is an instance of its own that has lived as o did.
func (o *instance) copy(t *testing.T) *instance {
	t.Helper()
	if onServer(o.path) {
		return lived(t)
	}
	c := &instance{t: t, tt: t, clock: o.clock, path: filepath.Join(t.TempDir(), "copy.db")}
	o.sql(`VACUUM INTO '` + c.path + `'`)
	c.db = c.open()
	return c
}

func call(state string) string {
	return `INSERT INTO llm_calls (call_key, try_no, purpose, round, tier_asked, tier, model, deadline, started_at, state, cost_source, cost, ended_at)
		VALUES ('k', 1, 'plan', 1, 'T1', 'T1', 'm', 1, 1, ` + state + `)`
}

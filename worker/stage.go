package worker

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// run is a claim being worked on.
type run struct {
	*Worker
	claim  work.Claim
	step   org.Step
	about  work.StepContext
	placed coding.Placement // how a change of code is carried out
	lane   int              // is added to the numbers of stages and calls, so that those who make one change against each other have their own
	hooked []coding.HookRun // how hooks ended that nobody was told yet
	answer *coding.Answer   // what shows that nothing is to be changed; nil for nothing
	nonce  string
	told   string // Frasier's rules as the author reads them
	saved  map[string]work.Checkpoint
	notes  []string        // what research skipped, in sentences
	eased  []string        // acceptance criteria that were lowered to what can be reached
	shelf  shelf           // keeps what its stages give
	again  *retrace        // of a stage that is done again; nil for ordinary work
	found  *work.Diagnosis // what the debugger found in this round
	hash   string          // over the step, what stands around it, and every stage so far
	limit  time.Duration   // of the attempt, which began at began
	began  time.Time
	bound  *time.Timer // ends it
	// advanced says that this attempt saved a stage.
	advanced bool
	// handing tells the pool that the outcome is being handed in.
	handing func(bool)
}

func (r *run) openStep(ctx context.Context) error {
	about, err := r.Records.Context(ctx, r.step.ID)
	if err != nil {
		return fmt.Errorf("read context of step %s: %w", r.step.ID, err)
	}
	points, err := r.Records.Checkpoints(ctx, r.step.ID, r.step.Round())
	if err != nil {
		return fmt.Errorf("read checkpoints of step %s: %w", r.step.ID, err)
	}
	if r.isReplay() {
		about = leaveOutLater(about, r.step.Round())
	}
	if about.Code != nil { // its turns go on where they stood, whatever else the project finds meanwhile
		about.Upstream = basesOf(about.Upstream)
	}
	r.about, r.nonce, r.saved = about, prompt.Nonce(r.Secret, string(r.step.Project)), map[string]work.Checkpoint{}
	for _, p := range points {
		r.saved[org.StageSlot(p.Stage, p.Seq)] = p
	}
	r.shelf = checkpoints{r.saved, r.Records}
	if r.isReplay() {
		r.again.checkpoints, r.shelf = checkpoints{r.saved, r.Records}, r.again
	}
	if r.told, err = r.listRules(); err != nil {
		return err
	}
	said := about.Steering
	if about.Code != nil { // what the founder says of the project is heard before the next turn, and ends none
		said = about.Guidance
	}
	r.hash, err = digestInput(struct {
		Key, Title, Goal string
		Kind             org.StepKind
		Depth            org.Depth
		Accept           []org.Criterion
		Up               []work.Upstream
		Rules, Steering  []string
		Rejected         []work.Rejection
		Found            *work.Diagnosis
	}{
		r.step.Key, r.step.Title, r.step.Goal, r.step.Kind, r.step.Depth, r.step.Acceptance,
		builtOn(r.step, about.Upstream), about.Directives, said, about.Rejections, about.Diagnosis,
	})
	if r.isReplay() { // what it was made of may have gone on meanwhile: a part was mended, a step done again
		if first, ok := firstInput(points); ok {
			r.hash = first
		}
	}
	return err
}

// firstInput returns the hash of what a round began with, of its saved stages: that of the one
// which follows from none of the others. Of several, which an attempt on other input left there,
// it is the latest.
func firstInput(points []work.Checkpoint) (string, bool) {
	after := map[string]bool{}
	for _, p := range points {
		if next, err := digestInput([]string{p.InputHash, p.Stage, p.Output}); err == nil {
			after[next] = true
		}
	}
	var first work.Checkpoint
	for _, p := range points {
		if !after[p.InputHash] && !p.At.Before(first.At) {
			first = p
		}
	}
	return first.InputHash, first.InputHash != ""
}

// builtOn returns what of the others makes a step's saved stages worthless when it changes: what
// it builds on, and of an assembly everything.
func builtOn(s org.Step, all []work.Upstream) []work.Upstream {
	if s.Kind == org.KindAssembly {
		return all
	}
	return basesOf(all)
}

// basesOf returns the results that a step builds on. What else the project finds while it is
// worked on makes nothing of it anew.
func basesOf(all []work.Upstream) []work.Upstream {
	return slices.DeleteFunc(slices.Clone(all), func(u work.Upstream) bool { return !u.Base })
}

// listRules returns the constitution and the contract of writing, which a draft must not repeat.
func (r *run) listRules() (string, error) {
	blocks, err := r.Prompts.Blocks(prompt.Data{
		Stage: org.StageSynthesize, Tier: r.step.Tier, Nonce: r.nonce, Contract: prompt.SynthesizeContract{},
	})
	if err != nil {
		return "", fmt.Errorf("render rules for step %s: %w", r.step.ID, err)
	}
	var b strings.Builder
	for _, x := range blocks {
		if x.Name == "B0" || x.Name == "B6" || x.Name == "B9" {
			b.WriteString(x.Text + "\n")
		}
	}
	return b.String(), nil
}

func digestInput(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("hash input: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// hearNews hears what the founder said of this step, and what the watcher has to say, before a stage begins. It stands
// with the founder's steering of the project, but is no part of the input that checkpoints
// are kept for: what was done before it was said holds.
func (r *run) hearNews(ctx context.Context) error {
	said, err := r.Advice(ctx, r.step.ID)
	if err != nil {
		return fmt.Errorf("read advice for step %s: %w", r.step.ID, err)
	}
	for _, s := range said {
		if !slices.Contains(r.about.Steering, s) {
			r.about.Steering = append(r.about.Steering, s)
		}
	}
	return nil
}

// stage runs do once per step, round and input: its result is saved before
// anything else happens, and a step that starts again reads it.
func stage[T any](ctx context.Context, c course, name string, seq int, do func(context.Context) (T, error)) (T, error) {
	var out T
	r := c.root()
	seq += r.lane
	key, input := org.StageSlot(name, seq), r.hash
	output, kept, err := r.shelf.recall(key, input)
	if err != nil {
		return out, err
	}
	if kept {
		if err := json.Unmarshal([]byte(output), &out); err != nil {
			return out, fmt.Errorf("read checkpoint %s of step %s: %w", key, r.step.ID, err)
		}
	} else {
		if err := r.hearNews(ctx); err != nil {
			return out, err
		}
		r.recordCrash("before " + name)
		if out, err = do(ctx); err != nil {
			return out, err
		}
		raw, err := json.Marshal(out)
		if err != nil {
			return out, fmt.Errorf("write checkpoint %s of step %s: %w", key, r.step.ID, err)
		}
		output = string(raw)
		r.recordCrash("unsaved " + name)
		p := work.Checkpoint{Step: r.step.ID, Round: r.step.Round(), Stage: name, Seq: seq, InputHash: input, Output: output, At: r.Now()}
		if err := r.shelf.keep(ctx, r.claim.Lease, p); err != nil {
			return out, fmt.Errorf("save checkpoint %s of step %s: %w", key, r.step.ID, err)
		}
		r.advanced = true
		r.recordCrash("after " + name)
	}
	r.hash, err = digestInput([]string{input, name, output})
	return out, err
}

// shelf keeps what the stages of a round gave.
type shelf interface {
	// recall returns what a stage gave on that input, and whether that is kept.
	recall(slot, input string) (output string, kept bool, err error)
	keep(ctx context.Context, l work.Lease, p work.Checkpoint) error
}

// checkpoints is the shelf of ordinary work: what the database has of a round, by slot.
type checkpoints struct {
	saved   map[string]work.Checkpoint
	records Records
}

func (c checkpoints) recall(slot, input string) (string, bool, error) {
	p, ok := c.saved[slot]
	return p.Output, ok && p.InputHash == input, nil
}

func (c checkpoints) keep(ctx context.Context, l work.Lease, p work.Checkpoint) error {
	return c.records.SaveCheckpoint(ctx, l, p)
}

// consult asks the models of a stage about the step, and reads the object that they reply.
// It fills in what the prompts of all stages of a step have.
func consult[T any](ctx context.Context, c course, name string, seq int, d prompt.Data) (T, error) {
	var out T
	r := c.root()
	d.Stage, d.Tier, d.Nonce, d.Project, d.Task = name, cmp.Or(org.StageOf(name).Tier, r.step.Tier), r.nonce, prompt.ProjectOf(r.about), prompt.TaskOf(r.step, r.about)
	d.Volatile.Day = r.Now()
	blocks, err := r.Prompts.Blocks(d)
	if err != nil {
		return out, err
	}
	given := work.StageInput{Step: &r.step, Context: &r.about, Evidence: d.Evidence}
	if d.Evidence != nil {
		given.Inquiry = &d.Evidence.Inquiry
	}
	reply, err := r.Client.Do(ctx, llm.Request{
		Purpose: name, Caller: r.callerOf(seq), Tier: d.Tier, Blocks: blocks, Schema: r.Prompts.Schema(name), Input: given,
	})
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(reply.Object, &out); err != nil {
		return out, fmt.Errorf("read reply: %w", err)
	}
	return out, nil
}

func (r *run) callerOf(seq int) llm.Caller {
	return llm.Caller{
		Project: r.step.Project, Mission: r.step.Mission, Step: r.step.ID, Agent: r.step.Agent,
		Round: r.step.Round(), Seq: seq + r.lane,
	}
}

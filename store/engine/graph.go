package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/dag"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/ledger"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// chiefAgent assembles the documents when there is one.
const chiefAgent org.AgentID = "agent-content"

type edge struct {
	Key  string     // of a step of this plan, or
	Step org.StepID // of an earlier mission
	Soft bool
}

type node struct {
	work.PlannedStep
	edges    []edge
	priority int64
}

// graph is a plan as it is stored: in the planner's order, with the assembly
// step last.
type graph struct{ steps []node }

type earlierWork struct {
	keys map[string][]org.StepID // step keys and roadmap items to steps
	done map[string]bool         // roadmap items that were ticked: needing them is met
}

func (e earlierWork) collectKeys() map[string]bool {
	out := map[string]bool{}
	for k := range e.keys {
		out[k] = true
	}
	for k := range e.done {
		out[k] = true
	}
	return out
}

func readEarlierWork(t *sqldb.Tx, p org.ProjectID) (earlierWork, error) {
	e := earlierWork{keys: map[string][]org.StepID{}, done: map[string]bool{}}
	var rows []struct {
		ID   org.StepID
		Key  string
		Item string
	}
	err := t.All(&rows, `SELECT id, key, coalesce(item, '') AS item FROM steps WHERE project_id = ? AND superseded = 0 ORDER BY seq`, p)
	if err != nil {
		return e, err
	}
	for _, r := range rows {
		e.keys[r.Key] = []org.StepID{r.ID}
	}
	for _, r := range rows {
		if list, taken := e.keys[r.Item]; r.Item != "" && (!taken || r.Key != r.Item && !slices.Contains(list, r.ID)) {
			e.keys[r.Item] = append(list, r.ID)
		}
	}
	var gone []string
	if err := t.All(&gone, `SELECT item FROM roadmap_items WHERE project_id = ? AND done = 1`, p); err != nil {
		return e, err
	}
	for _, k := range gone {
		e.done[k] = true
	}
	return e, nil
}

// buildGraph checks a plan and adds the assembly step, the soft edges of final steps, and
// priorities.
func buildGraph(t *sqldb.Tx, m record.MissionRow, p org.Project, steps []work.PlannedStep) (graph, error) {
	if len(steps) == 0 {
		return graph{}, fmt.Errorf("the plan has no steps: %w", org.ErrConflict)
	}
	before, err := readEarlierWork(t, p.ID)
	if err != nil {
		return graph{}, err
	}
	if _, err := dag.Order(steps, before.collectKeys()); err != nil {
		return graph{}, err
	}
	if _, err := dag.Order(before.addBases(steps), before.collectKeys()); err != nil {
		return graph{}, err
	}
	assembly, err := planAssembly(t, m, p)
	if err != nil {
		return graph{}, err
	}
	g := graph{}
	inPlan := map[string]bool{assembly.Key: true}
	for _, s := range steps {
		if inPlan[s.Key] && s.Key == assembly.Key || len(before.keys[s.Key]) > 0 {
			return graph{}, fmt.Errorf("%w: %q", dag.ErrDuplicate, s.Key)
		}
		inPlan[s.Key] = true
	}
	for _, s := range steps {
		g.steps = append(g.steps, node{PlannedStep: s, edges: before.buildEdges(s, inPlan)})
	}
	g.deferFinalSteps()
	last := node{PlannedStep: assembly}
	for _, s := range g.steps {
		last.edges = append(last.edges, edge{Key: s.Key, Soft: true})
	}
	g.steps = append(g.steps, last)
	pace, err := ledger.PaceOf(t)
	if err != nil {
		return graph{}, err
	}
	g.computePriorities(pace)
	return g, nil
}

// addBases adds to the needs of steps what they build on, as far as it is there.
func (e earlierWork) addBases(steps []work.PlannedStep) []work.PlannedStep {
	known := e.collectKeys()
	for _, s := range steps {
		known[s.Key] = true
	}
	out := slices.Clone(steps)
	for i, s := range out {
		out[i].Needs = slices.Concat(s.Needs, slices.DeleteFunc(slices.Clone(s.BuildsOn), func(k string) bool { return !known[k] }))
	}
	return out
}

// buildEdges makes an edge of each need, once. Those of a final step are soft, and so is what a
// step builds on and does not need: it starts when that has ended.
func (e earlierWork) buildEdges(s work.PlannedStep, inPlan map[string]bool) []edge {
	var out []edge
	add := func(need string, soft bool) {
		ends := []edge{{Key: need}}
		if !inPlan[need] {
			ends = nil
			for _, id := range e.keys[need] {
				ends = append(ends, edge{Step: id})
			}
		}
		for _, d := range ends {
			hard := d
			if d.Soft = soft; !slices.Contains(out, d) && !slices.Contains(out, hard) {
				out = append(out, d)
			}
		}
	}
	for _, need := range s.Needs {
		add(need, s.Soft || s.Final)
	}
	for _, base := range s.BuildsOn {
		add(base, true)
	}
	return out
}

// deferFinalSteps lets each final step wait for all that comes before it: every step
// of an order that leaves final steps to the end where it can.
func (g *graph) deferFinalSteps() {
	placed := map[string]bool{}
	var before []string
	for len(before) < len(g.steps) {
		i := g.findNextStep(placed)
		s := &g.steps[i]
		if s.Final {
			for _, key := range before {
				if e := (edge{Key: key, Soft: true}); !slices.Contains(s.edges, e) {
					s.edges = append(s.edges, e)
				}
			}
		}
		placed[s.Key] = true
		before = append(before, s.Key)
	}
}

// findNextStep returns the first step all of whose needs are placed, a final one only when there is
// no other. The plan has no cycle, so there always is one.
func (g *graph) findNextStep(placed map[string]bool) int {
	final := -1
	for i, s := range g.steps {
		waits := slices.ContainsFunc(s.edges, func(e edge) bool { return e.Key != "" && !placed[e.Key] })
		switch {
		case placed[s.Key] || waits:
		case !s.Final:
			return i
		case final < 0:
			final = i
		}
	}
	return final
}

// computePriorities gives each step the expected time, in milliseconds, of the longest path from
// its start to the end of the mission.
func (g *graph) computePriorities(p ledger.Pace) {
	after := map[string][]int{}
	for i, s := range g.steps {
		for _, e := range s.edges {
			after[e.Key] = append(after[e.Key], i)
		}
	}
	var longest func(i int) int64
	longest = func(i int) int64 {
		s := &g.steps[i]
		if s.priority == 0 {
			var rest int64
			for _, j := range after[s.Key] {
				rest = max(rest, longest(j))
			}
			s.priority = p.Expected(s.PlannedStep) + rest
		}
		return s.priority
	}
	for i := range g.steps {
		longest(i)
	}
}

func planAssembly(t *sqldb.Tx, m record.MissionRow, p org.Project) (work.PlannedStep, error) {
	n, err := countMissions(t, p.ID)
	if err != nil {
		return work.PlannedStep{}, err
	}
	var agents []struct {
		ID       org.AgentID
		Category string
	}
	err = t.All(&agents, `SELECT id, category FROM agents WHERE active = 1 ORDER BY id <> ?, category <> 'chief', id LIMIT 1`, chiefAgent)
	if err != nil {
		return work.PlannedStep{}, err
	}
	if len(agents) == 0 {
		return work.PlannedStep{}, fmt.Errorf("there is no agent: %w", org.ErrConflict)
	}
	s := work.PlannedStep{
		Key: "assembly", Title: "Assemble: " + p.Title, Goal: "Join the results of all steps into one document.",
		Kind: org.KindAssembly, Depth: org.DepthSimple, Role: "Editor", Category: agents[0].Category, Agent: agents[0].ID, Tier: org.T2,
		Group: 0,
	}
	if n > 1 {
		s.Key = fmt.Sprintf("assembly-%d", m.Seq+1)
	}
	if p.Offline {
		s.Tier = org.T0
	}
	return s, nil
}

// insertSteps writes the graph: all steps, then all edges, then counters.
func insertSteps(t *sqldb.Tx, m record.MissionRow, g graph, held org.Hold) error {
	ids := map[string]org.StepID{}
	for _, s := range g.steps {
		id, err := t.NextID("s")
		if err != nil {
			return err
		}
		ids[s.Key] = org.StepID(id)
		if err := insertStep(t, m, ids[s.Key], s, held); err != nil {
			return fmt.Errorf("step %q: %w", s.Title, err)
		}
		if s.Code {
			if err := code.Plan(t, ids[s.Key], s.Patches, s.Change, s.ChangeFrom); err != nil {
				return fmt.Errorf("code of step %q: %w", s.Title, err)
			}
		}
	}
	for _, s := range g.steps {
		for _, e := range s.edges {
			need := e.Step
			if e.Key != "" {
				need = ids[e.Key]
			}
			err := t.Exec(`
				INSERT INTO step_dependencies (step_id, depends_on, soft) VALUES (?, ?, ?)
				    ON CONFLICT (step_id, depends_on) DO UPDATE SET soft = excluded.soft WHERE step_dependencies.soft > excluded.soft`,
				ids[s.Key], need, e.Soft)
			if err != nil {
				return fmt.Errorf("edge of %q: %w", s.Title, err)
			}
		}
	}
	return t.Exec(`UPDATE steps SET open_deps = (`+CountOpen+`) WHERE mission_id = ?`, m.ID)
}

// CountOpen counts what the step of the outer query still waits for: hard
// dependencies that have not completed and soft ones that have not ended.
const CountOpen = `
	SELECT count(*) FROM step_dependencies e JOIN steps n ON n.id = e.depends_on
	 WHERE e.step_id = steps.id
	   AND ((e.soft = 0 AND n.state <> 'completed') OR (e.soft = 1 AND n.state NOT IN ('completed', 'failed', 'cancelled')))`

func insertStep(t *sqldb.Tx, m record.MissionRow, id org.StepID, s node, held org.Hold) error {
	entities, err := sqldb.JSONText(sqldb.OrEmpty(s.Entities))
	if err != nil {
		return err
	}
	acceptance, err := sqldb.JSONText(sqldb.OrEmpty(s.Acceptance))
	if err != nil {
		return err
	}
	return t.Exec(`
		INSERT INTO steps (id, mission_id, project_id, key, item, title, goal, kind, depth, role, category, agent_id, tier,
		                   phase, grp, final, critical, grave, instead, entities, acceptance, state, held, priority, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
		id, m.ID, m.Project, s.Key, sqldb.Nullable(s.Item), strings.TrimSpace(s.Title), s.Goal, s.Kind, s.Depth, s.Role, s.Category, s.Agent,
		s.Tier, m.Phase, s.Group, s.Final, s.Critical, s.Grave, s.Instead, entities, acceptance, held, s.priority, t.Now)
}

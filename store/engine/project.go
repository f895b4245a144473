package engine

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/store/code"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// StartProject stores a project with its phases, roadmap, links and documents
// and enqueues the planning of its first mission.
func StartProject(t *sqldb.Tx, m org.Message, n org.NewProject) (org.ProjectID, error) {
	phases := n.Phases
	if len(phases) == 0 && n.Roadmap != nil {
		for i, label := range n.Roadmap.Phases {
			phases = append(phases, org.Phase{Index: i, Label: label})
		}
	}
	if len(phases) == 0 {
		return "", fmt.Errorf("start project %q: it has no phase", n.Title)
	}
	minted, err := t.NextID("p")
	if err != nil {
		return "", err
	}
	id := org.ProjectID(minted)
	source, notes := "", []string{}
	if n.Roadmap != nil {
		source, notes = n.Roadmap.Source, sqldb.OrEmpty(n.Roadmap.Notes)
	}
	noted, err := sqldb.JSONText(notes)
	if err != nil {
		return "", err
	}
	err = t.Exec(`
		INSERT INTO projects (id, message_id, transport, channel, title, goal, state, mode, template, depth, single, offline, roadmap,
		                      roadmap_notes, created_at)
		VALUES (?, ?, ?, ?, ?, ?, 'active', ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, m.ID, m.Channel.Transport, m.Channel.ID, n.Title, n.Goal, n.Mode, n.Template, n.Depth, n.Single, n.Offline, source, noted, t.Now)
	if err != nil {
		return "", err
	}
	for i, p := range phases {
		if err := t.Exec(`INSERT INTO phases (project_id, idx, label, task) VALUES (?, ?, ?, ?)`, id, i, p.Label, p.Task); err != nil {
			return "", err
		}
	}
	var continued *coding.Branch
	if n.Roadmap != nil && n.Roadmap.Code() {
		if continued, err = code.Begin(t, id, m, m.Text+"\n"+n.Roadmap.Title+"\n"+n.Roadmap.Intro, source); err != nil {
			return "", err
		}
	}
	if err := storeMaterial(t, id, m, n); err != nil {
		return "", err
	}
	err = t.Event(org.Event{Kind: org.EventProjectCreated, Message: m.ID, Project: id, Text: "Project started: " + n.Title})
	if err != nil {
		return "", err
	}
	if n.Roadmap != nil {
		if err := saveRoadmap(t, id, *n.Roadmap); err != nil {
			return "", err
		}
	}
	if err := setFirstGates(t, id, n); err != nil {
		return "", err
	}
	if err := Advance(t, id); err != nil || continued == nil {
		return id, err
	}
	return id, askBase(t, id, *continued)
}

// storeMaterial stores what the founder gave: links, and the text of attachments as documents that
// steps may cite. The roadmap itself is the order and no source.
func storeMaterial(t *sqldb.Tx, id org.ProjectID, m org.Message, p org.NewProject) error {
	for n, u := range p.URLs {
		if err := t.Exec(`INSERT INTO project_links (project_id, url, n) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, id, u, n); err != nil {
			return err
		}
	}
	for n, a := range m.Attachments {
		if a.Text == "" || a.Heard() || p.Roadmap != nil && (a.Text == p.Roadmap.Source || p.Roadmap.HasPatch(a.Name)) {
			continue
		}
		doc := sqldb.HexSum([]byte(a.Text))
		if err := t.Exec(`INSERT INTO documents (id, body, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, doc, a.Text, t.Now); err != nil {
			return err
		}
		err := t.Exec(`
			INSERT INTO project_documents (project_id, n, document_id, title, url, fetched_at) VALUES (?, ?, ?, ?, ?, ?)`,
			id, n, doc, a.SourceTitle(), "file:"+a.Name, t.Now)
		if err != nil {
			return err
		}
	}
	return nil
}

// saveRoadmap stores all items and edges of a roadmap, each item with the mission
// that is to do it; ticked items have none.
func saveRoadmap(t *sqldb.Tx, id org.ProjectID, r org.Roadmap) error {
	mission := map[string]int{}
	for seq, items := range roadmap.Missions(r, org.MaxSteps) {
		for _, it := range items {
			mission[it.Key] = seq
		}
	}
	for n, it := range r.Items {
		body, err := sqldb.JSONText(it)
		if err != nil {
			return err
		}
		seq, found := mission[it.Key]
		if !found {
			seq = noMission
		}
		err = t.Exec(`
			INSERT INTO roadmap_items (project_id, item, n, mission, phase, body, done) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			id, it.Key, n, seq, it.Phase, body, it.Done)
		if err != nil {
			return fmt.Errorf("item %s: %w", it.Key, err)
		}
	}
	for _, it := range r.Items {
		for _, need := range it.Needs {
			err := t.Exec(`INSERT INTO roadmap_edges (project_id, item, needs) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, id, it.Key, need)
			if err != nil {
				return fmt.Errorf("edge of item %s to %s: %w", it.Key, need, err)
			}
		}
	}
	return nil
}

// noMission marks a roadmap item that was done before.
const noMission = -1

type upcomingMission struct {
	Seq   int
	Phase int
	Label string
}

// findNextMission returns the first mission after all that began which has something to do. Without
// a roadmap there is one mission per phase.
func findNextMission(t *sqldb.Tx, p org.ProjectID) (found []upcomingMission, err error) {
	return found, sqldb.Wrap("look for the next mission of "+string(p), t.All(&found, `
		SELECT seq, phase, label
		  FROM (SELECT i.mission AS seq, i.phase, f.label
		          FROM roadmap_items i JOIN phases f ON f.project_id = i.project_id AND f.idx = i.phase
		         WHERE i.project_id = ? AND i.done = 0
		        UNION ALL
		        SELECT idx AS seq, idx AS phase, label FROM phases
		         WHERE project_id = ? AND NOT EXISTS (SELECT 1 FROM roadmap_items WHERE project_id = ?)) AS m
		 WHERE seq > (SELECT coalesce(max(seq), -1) FROM missions WHERE project_id = ?)
		 ORDER BY seq LIMIT 1`, p, p, p, p))
}

// countMissions counts over the whole life of a project.
func countMissions(t *sqldb.Tx, p org.ProjectID) (int, error) {
	var n int
	err := t.Get(&n, `
		SELECT CASE WHEN EXISTS (SELECT 1 FROM roadmap_items WHERE project_id = ?)
		            THEN (SELECT count(DISTINCT mission) FROM roadmap_items WHERE project_id = ? AND done = 0)
		            ELSE (SELECT count(*) FROM phases WHERE project_id = ?) END`, p, p, p)
	return n, err
}

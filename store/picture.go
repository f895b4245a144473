package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// picturesOf returns the newest picture of each mission of a project, by hash.
func picturesOf(ctx context.Context, q getter, p org.ProjectID) (map[org.MissionID]org.File, error) {
	var rows []struct {
		Mission org.MissionID `db:"mission_id"`
		SHA256  string        `db:"sha256"`
	}
	err := many(ctx, q, &rows, `
		SELECT v.mission_id, v.sha256 FROM pictures v JOIN missions m ON m.id = v.mission_id WHERE m.project_id = ?`, p)
	if err != nil {
		return nil, fmt.Errorf("read pictures: %w", err)
	}
	out := map[org.MissionID]org.File{}
	for _, r := range rows {
		out[r.Mission] = org.File{Name: "plan.png", SHA256: r.SHA256}
	}
	return out, nil
}

// Picture returns the picture of a project's newest planned mission, or
// org.ErrNotFound when none was drawn yet.
func (d *DB) Picture(ctx context.Context, p org.ProjectID) (org.File, error) {
	var sums []string
	err := many(ctx, d.read, &sums, `
		SELECT v.sha256 FROM pictures v JOIN missions m ON m.id = v.mission_id WHERE m.project_id = ? ORDER BY m.seq DESC LIMIT 1`, p)
	if err != nil {
		return org.File{}, fmt.Errorf("picture of %s: %w", p, err)
	}
	if len(sums) == 0 {
		return org.File{}, fmt.Errorf("picture of %s: %w", p, org.ErrNotFound)
	}
	data, err := d.Blob(ctx, sums[0])
	return org.File{Name: "plan.png", SHA256: sums[0], Data: data}, err
}

// PictureDue returns a planned mission whose picture no longer shows how its
// steps stand and is older than rest, or that has none. A mission that has
// ended does not wait. Only missions whose chat shows pictures have one. It
// returns org.ErrNoWork when all are up to date.
func (d *DB) PictureDue(ctx context.Context, rest time.Duration) (org.Drawing, error) {
	var out org.Drawing
	err := d.view(ctx, func(q getter) error {
		now := d.now()
		var due []struct {
			ID      org.MissionID
			Project org.ProjectID `db:"project_id"`
			Seq     int64
		}
		err := many(ctx, q, &due, pictureDue, micros(now.Add(-pictureLater)), org.ThreadedTransport, micros(now.Add(-rest)))
		if err != nil {
			return err
		}
		if len(due) == 0 {
			return org.ErrNoWork
		}
		m, err := missionOf(ctx, q, due[0].ID)
		if err != nil {
			return err
		}
		out.Mission, out.Seq = m.mission(), due[0].Seq
		if out.Project, err = projectOf(ctx, q, due[0].Project); err != nil {
			return err
		}
		out.Steps, err = stepsOf(ctx, q, `mission_id = ? AND superseded = 0`, m.ID)
		return err
	})
	if errors.Is(err, org.ErrNoWork) {
		return out, org.ErrNoWork
	}
	return out, wrap("look for a picture to draw", err)
}

// pictureLater is how long after a mission's end its last picture may still be
// drawn, when no worker ran in between.
const pictureLater = 24 * time.Hour

// pictureDue takes how late a mission may have ended, the transport that shows
// pictures, and how old a picture is redrawn. It looks at open and lately ended missions only.
const pictureDue = `
	SELECT id, project_id, seq FROM (
	       SELECT m.id, m.project_id, m.ended_at, coalesce(v.seq, 0) AS drawn, coalesce(v.at, 0) AS drawn_at,
	              (SELECT e.seq FROM events e
	                WHERE e.project_id = m.project_id AND e.mission_id = m.id
	                  AND e.kind IN ('mission_planned', 'step_started', 'step_in_review', 'step_rejected', 'step_completed',
	                                 'step_failed', 'step_cancelled', 'step_held', 'step_released', 'mission_completed', 'mission_failed',
	                                 'mission_cancelled')
	                ORDER BY e.seq DESC LIMIT 1) AS seq
	         FROM missions m JOIN projects p ON p.id = m.project_id LEFT JOIN pictures v ON v.mission_id = m.id
	        WHERE m.id IN (SELECT id FROM missions WHERE state IN ('planning', 'in_progress', 'paused')
	                       UNION ALL SELECT id FROM missions WHERE ended_at > ?)
	          AND m.planned = 1 AND p.single = 0 AND p.transport = ?) AS standing
	 WHERE drawn < seq AND (drawn_at <= ? OR ended_at IS NOT NULL) ORDER BY seq LIMIT 1`

// SavePicture keeps the picture of a drawing in place of the mission's older
// one. A newer one that is there already stays.
func (d *DB) SavePicture(ctx context.Context, v org.Drawing, png []byte) error {
	err := d.tx(ctx, func(t *tx) error {
		t.method = "save-picture"
		var newer int
		if err := t.get(&newer, `SELECT count(*) FROM pictures WHERE mission_id = ? AND seq >= ?`, v.Mission.ID, v.Seq); err != nil || newer > 0 {
			return err
		}
		var old []string
		if err := t.all(&old, `SELECT sha256 FROM pictures WHERE mission_id = ?`, v.Mission.ID); err != nil {
			return err
		}
		sum, err := t.blob(png)
		if err != nil {
			return err
		}
		err = t.exec(`
			INSERT INTO pictures (mission_id, sha256, seq, at) VALUES (?, ?, ?, ?)
			    ON CONFLICT (mission_id) DO UPDATE SET sha256 = excluded.sha256, seq = excluded.seq, at = excluded.at`, v.Mission.ID, sum, v.Seq, t.now)
		if err != nil {
			return err
		}
		for _, o := range old {
			if err := t.dropBlob(o); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap("save picture of "+string(v.Mission.ID), err)
}

// dropBlob deletes the bytes of a file unless something still shows them.
func (t *tx) dropBlob(sum string) error {
	return t.exec(`
		DELETE FROM blobs
		 WHERE sha256 = ?
		   AND NOT EXISTS (SELECT 1 FROM pictures WHERE pictures.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM delivery_files WHERE delivery_files.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM attachments WHERE attachments.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM skill_files WHERE skill_files.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM deliverables WHERE deliverables.pdf = blobs.sha256)`, sum)
}

// firstPicture keeps the picture that was drawn with the plan.
func (t *tx) firstPicture(m org.MissionID, png []byte) error {
	sum, err := t.blob(png)
	if err != nil {
		return err
	}
	if err := t.journal(); err != nil { // the picture shows what it says so far
		return err
	}
	err = t.exec(`
		INSERT INTO pictures (mission_id, sha256, seq, at) VALUES (?, ?, (SELECT max(seq) FROM events), ?)
		    ON CONFLICT (mission_id) DO UPDATE SET sha256 = excluded.sha256, seq = excluded.seq, at = excluded.at`, m, sum, t.now)
	if err != nil {
		return fmt.Errorf("keep picture of %s: %w", m, err)
	}
	return nil
}

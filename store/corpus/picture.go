package corpus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store/record"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// PicturesOf returns the newest picture of each mission of a project, by hash.
func PicturesOf(ctx context.Context, q sqldb.Getter, p org.ProjectID) (map[org.MissionID]org.File, error) {
	var rows []struct {
		Mission org.MissionID `db:"mission_id"`
		SHA256  string        `db:"sha256"`
	}
	err := sqldb.Many(ctx, q, &rows, `
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
func (d *Corpus) Picture(ctx context.Context, p org.ProjectID) (org.File, error) {
	var sums []string
	err := sqldb.Many(ctx, d.db.Read, &sums, `
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
func (d *Corpus) PictureDue(ctx context.Context, rest time.Duration) (reports.Drawing, error) {
	var out reports.Drawing
	if err := d.db.NumberLines(ctx); err != nil { // a picture is known by the number of the newest line that it shows
		return out, err
	}
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		now := d.db.Now()
		var due []struct {
			ID      org.MissionID
			Project org.ProjectID `db:"project_id"`
			Seq     int64
		}
		err := sqldb.Many(ctx, q, &due, pictureDue, sqldb.Micros(now.Add(-pictureLater)), org.ThreadedTransport, sqldb.Micros(now.Add(-rest)))
		if err != nil {
			return err
		}
		if len(due) == 0 || !sqldb.Numbered(due[0].Seq) { // its newest line was committed since
			return org.ErrNoWork
		}
		m, err := record.MissionOf(ctx, q, due[0].ID)
		if err != nil {
			return err
		}
		out.Mission, out.Seq = m.Mission(), due[0].Seq
		if out.Project, err = record.ProjectOf(ctx, q, due[0].Project); err != nil {
			return err
		}
		out.Steps, err = record.StepsOf(ctx, q, `mission_id = ? AND superseded = 0`, m.ID)
		return err
	})
	if errors.Is(err, org.ErrNoWork) {
		return out, org.ErrNoWork
	}
	return out, sqldb.Wrap("look for a picture to draw", err)
}

const pictureLater = 24 * time.Hour

// pictureDue takes how late a mission may have ended, the transport that shows
// pictures, and how old a picture is redrawn. It looks at open and lately ended missions only.
const pictureDue = `
	SELECT id, project_id, seq FROM (
	       SELECT m.id, m.project_id, m.ended_at, coalesce(v.seq, 0) AS drawn, coalesce(v.at, 0) AS drawn_at,
	              (SELECT e.seq FROM events e
	                WHERE e.project_id = m.project_id AND e.mission_id = m.id
	                  AND e.kind IN ('mission_planned', 'step_started', 'step_in_review', 'step_rejected', 'step_completed',
	                                 'step_failed', 'step_cancelled', 'step_held', 'step_released', 'hold_lifted', 'mission_completed', 'mission_failed',
	                                 'mission_cancelled')
	                ORDER BY e.seq DESC LIMIT 1) AS seq
	         FROM missions m JOIN projects p ON p.id = m.project_id LEFT JOIN pictures v ON v.mission_id = m.id
	        WHERE m.id IN (SELECT id FROM missions WHERE state IN ('planning', 'in_progress', 'paused')
	                       UNION ALL SELECT id FROM missions WHERE ended_at > ?)
	          AND m.planned = 1 AND p.single = 0 AND p.transport = ?) AS standing
	 WHERE drawn < seq AND (drawn_at <= ? OR ended_at IS NOT NULL) ORDER BY seq LIMIT 1`

// SavePicture keeps the picture of a drawing in place of the mission's older
// one. A newer one that is there already stays.
func (d *Corpus) SavePicture(ctx context.Context, v reports.Drawing, png []byte) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "save-picture"
		var newer int
		if err := t.Get(&newer, `SELECT count(*) FROM pictures WHERE mission_id = ? AND seq >= ?`, v.Mission.ID, v.Seq); err != nil || newer > 0 {
			return err
		}
		var old []string
		if err := t.All(&old, `SELECT sha256 FROM pictures WHERE mission_id = ?`, v.Mission.ID); err != nil {
			return err
		}
		sum, err := Blob(t, png)
		if err != nil {
			return err
		}
		err = t.Exec(`
			INSERT INTO pictures (mission_id, sha256, seq, at) VALUES (?, ?, ?, ?)
			    ON CONFLICT (mission_id) DO UPDATE SET sha256 = excluded.sha256, seq = excluded.seq, at = excluded.at`, v.Mission.ID, sum, v.Seq, t.Now)
		if err != nil {
			return err
		}
		for _, o := range old {
			if err := DropBlob(t, o); err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Wrap("save picture of "+string(v.Mission.ID), err)
}

// DropBlob deletes the bytes of a file unless something still shows them.
func DropBlob(t *sqldb.Tx, sum string) error {
	return t.Exec(`
		DELETE FROM blobs
		 WHERE sha256 = ?
		   AND NOT EXISTS (SELECT 1 FROM pictures WHERE pictures.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM delivery_files WHERE delivery_files.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM attachments WHERE attachments.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM skill_files WHERE skill_files.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM deliverable_files WHERE deliverable_files.sha256 = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM code_steps WHERE code_steps.patch = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM code_offers WHERE code_offers.patch = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM remote_asks WHERE remote_asks.patch = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM integration_steps WHERE integration_steps.patch = blobs.sha256)
		   AND NOT EXISTS (SELECT 1 FROM deliverables WHERE deliverables.pdf = blobs.sha256)`, sum)
}

// FirstPicture keeps the picture that was drawn with the plan.
func FirstPicture(t *sqldb.Tx, m org.MissionID, png []byte) error {
	sum, err := Blob(t, png)
	if err != nil {
		return err
	}
	if err := t.Journal(); err != nil { // the picture shows what it says so far
		return err
	}
	err = t.Exec(`
		INSERT INTO pictures (mission_id, sha256, seq, at) VALUES (?, ?, (SELECT max(seq) FROM events), ?)
		    ON CONFLICT (mission_id) DO UPDATE SET sha256 = excluded.sha256, seq = excluded.seq, at = excluded.at`, m, sum, t.Now)
	if err != nil {
		return fmt.Errorf("keep picture of %s: %w", m, err)
	}
	return nil
}

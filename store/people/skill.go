package people

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/store/corpus"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// AddSkill keeps a skill that passed all scanners and the founder's eyes, and
// pins the hash of each of its files. A skill of that name gives org.ErrConflict:
// it must be taken away first, so that none is replaced unseen.
func (d *People) AddSkill(ctx context.Context, s work.OutsideSkill) error {
	vetted, err := sqldb.JSONText(s.Vetted)
	if err != nil {
		return fmt.Errorf("add skill %s: %w", s.Name, err)
	}
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "add-skill"
		n, err := t.Change(`
			INSERT INTO skills (name, description, vetted, added_at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING`,
			s.Name, s.Description, vetted, t.Now)
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return fmt.Errorf("add skill %s: %w", s.Name, err)
		}
		for _, f := range s.Files {
			sum, err := corpus.Blob(t, f.Data)
			if err != nil {
				return err
			}
			if err := t.Exec(`INSERT INTO skill_files (skill, path, sha256) VALUES (?, ?, ?)`, s.Name, f.Path, sum); err != nil {
				return fmt.Errorf("pin %s of skill %s: %w", f.Path, s.Name, err)
			}
		}
		return t.Event(org.Event{Kind: org.EventSkillAdded, Text: "Added the skill " + s.Name + ": every scanner passed it and a person read each line."})
	})
}

// RemoveSkill takes a skill out of use at once. It returns org.ErrNotFound for
// an unknown one.
func (d *People) RemoveSkill(ctx context.Context, name string) error {
	return d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remove-skill"
		if err := t.Exec(`DELETE FROM skill_files WHERE skill = ?`, name); err != nil {
			return fmt.Errorf("remove skill %s: %w", name, err)
		}
		n, err := t.Change(`DELETE FROM skills WHERE name = ?`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("remove skill %s: %w", name, err)
		}
		return t.Event(org.Event{Kind: org.EventSkillRemoved, Text: "Took the skill " + name + " out of use."})
	})
}

// Skills returns the skills from outside by name. Each file's hash is computed
// anew and compared with the one that was approved; a skill of which one file
// differs or is gone is refused whole.
func (d *People) Skills(ctx context.Context) ([]work.OutsideSkill, error) {
	var out []work.OutsideSkill
	err := d.db.View(ctx, func(q sqldb.Getter) (err error) {
		out, err = SkillsOf(ctx, q)
		return err
	})
	return out, sqldb.Wrap("read skills", err)
}

// SkillsOf reads the skills that were let in.
func SkillsOf(ctx context.Context, q sqldb.Getter) ([]work.OutsideSkill, error) {
	var rows []struct {
		Name, Description, Vetted string
		AddedAt                   int64 `db:"added_at"`
	}
	if err := sqldb.Many(ctx, q, &rows, `SELECT name, description, vetted, added_at FROM skills ORDER BY name`); err != nil {
		return nil, fmt.Errorf("list skills: %w", err)
	}
	out := make([]work.OutsideSkill, 0, len(rows))
	for _, r := range rows {
		s := work.OutsideSkill{Name: r.Name, Description: r.Description, AddedAt: sqldb.Moment(r.AddedAt), Pinned: map[string]string{}}
		if err := sqldb.FromJSON(r.Vetted, &s.Vetted); err != nil {
			return nil, fmt.Errorf("read skill %s: %w", r.Name, err)
		}
		if err := readSkillFiles(ctx, q, &s); err != nil {
			return nil, fmt.Errorf("read skill %s: %w", r.Name, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func readSkillFiles(ctx context.Context, q sqldb.Getter, s *work.OutsideSkill) error {
	var rows []struct {
		Path, Sha256 string
		Data         []byte
		Size         sql.NullInt64
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT f.path, f.sha256, b.data, b.size FROM skill_files f LEFT JOIN blobs b ON b.sha256 = f.sha256
		 WHERE f.skill = ? ORDER BY f.path`, s.Name)
	if err != nil {
		return err
	}
	for _, r := range rows {
		s.Pinned[r.Path] = r.Sha256
		if !r.Size.Valid || sqldb.HexSum(r.Data) != r.Sha256 {
			s.Refused = r.Path + " is not what was approved"
			continue
		}
		s.Files = append(s.Files, work.SkillFile{Path: r.Path, Data: r.Data})
	}
	if len(rows) == 0 {
		s.Refused = "its files are gone"
	}
	if s.Refused != "" {
		s.Files = nil
	}
	return nil
}

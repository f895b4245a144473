package company

import (
	"context"
	"fmt"
	"slices"

	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memos"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Orders selects the founder's newest orders before one of them; it takes that one's id
// twice, empty for none, and how many. The index of orders is used only where they are
// asked for in these words.
const Orders = `
	SELECT id FROM memos WHERE kind = 'directive' AND (? = '' OR seq < (SELECT seq FROM memos WHERE id = ?)) ORDER BY seq DESC LIMIT ?`

// Under selects the messages that belong to those orders, and ProjectsUnder the projects
// that were opened for one of them; both take what Orders takes.
const (
	Under         = `root IN (` + Orders + `)`
	ProjectsUnder = `for_memo <> '' AND for_memo IN (SELECT id FROM memos WHERE ` + Under + `)`
)

// CompanyBook returns the company as the founder looks at it, with n orders of his that are
// older than one of them, or the newest. Where it was never on, one question is asked.
func (d *Departments) CompanyBook(ctx context.Context, before org.MemoID, n int) (company.Book, error) {
	var out company.Book
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		s, err := readState(ctx, q)
		if err != nil || s.Cap == 0 {
			return err
		}
		out.Cap = org.NanoUSD(s.Cap)
		if s.Working {
			if out.State, err = readStanding(ctx, q, s, d.db.Now()); err != nil {
				return err
			}
		}
		out.Orders, out.Older, err = readOrders(ctx, q, s, before, n)
		return err
	})
	return out, sqldb.Wrap("read the company", err)
}

// readOrders also returns the order after which there are more, empty for none.
func readOrders(ctx context.Context, q sqldb.Getter, s state, before org.MemoID, n int) (out []company.Thread, older org.MemoID, err error) {
	var ids []org.MemoID
	if err := sqldb.Many(ctx, q, &ids, Orders, before, before, n+1); err != nil || len(ids) == 0 {
		return nil, "", sqldb.Wrap("list the orders", err)
	}
	if len(ids) > n {
		ids, older = ids[:n], ids[n-1]
	}
	written, err := memos.Of(ctx, q, Under, before, before, n)
	if err != nil {
		return nil, "", err
	}
	opened, err := readProjects(ctx, q, ProjectsUnder, before, before, n)
	if err != nil {
		return nil, "", err
	}
	for _, id := range ids {
		out = append(out, buildThread(s, id, written, opened))
	}
	return out, older, nil
}

func buildThread(s state, root org.MemoID, written []company.Memo, opened []company.Project) company.Thread {
	out := company.Thread{On: s.Working, Root: root}
	of := map[org.MemoID]bool{}
	for _, m := range written {
		if m.Root == root {
			out.Memos, of[m.ID] = append(out.Memos, m), true
			out.Held = out.Held || m.State == company.MemoDeferred && m.Reason == heldByFounder
		}
	}
	for _, p := range opened {
		if of[p.For] {
			out.Projects = append(out.Projects, p)
			out.Held = out.Held || p.State == org.ProjectPaused && p.PausedBy == ""
		}
	}
	return out
}

// CompanyThread returns all that belongs to what a message came of, or org.ErrNotFound.
func (d *Departments) CompanyThread(ctx context.Context, id org.MemoID) (company.Thread, error) {
	var out company.Thread
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		m, err := readMemo(ctx, q, id)
		if err != nil {
			return err
		}
		s, err := readState(ctx, q)
		if err != nil {
			return err
		}
		written, err := memos.Of(ctx, q, `root = ?`, m.Root)
		if err != nil {
			return err
		}
		opened, err := readProjects(ctx, q, `for_memo <> '' AND for_memo IN (SELECT id FROM memos WHERE root = ?)`, m.Root)
		out = buildThread(s, m.Root, written, opened)
		return err
	})
	return out, sqldb.Wrap("read what belongs to "+string(id), err)
}

// CompanyDepartment returns a department as the founder looks at it, or org.ErrNotFound for
// one of a company that was never on.
func (d *Departments) CompanyDepartment(ctx context.Context, dep org.Department) (company.DepartmentBook, error) {
	var out company.DepartmentBook
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		s, err := readState(ctx, q)
		if err != nil {
			return err
		}
		if s.Cap == 0 {
			return fmt.Errorf("department %s: %w", dep, org.ErrNotFound)
		}
		out.On = s.Working
		open, err := memos.Of(ctx, q, memos.Waiting)
		if err != nil {
			return err
		}
		departments, err := readDepartments(ctx, q, open)
		if err != nil {
			return err
		}
		for _, r := range departments {
			if r.Department == dep {
				out.DepartmentState = r
			}
		}
		for _, m := range open {
			if m.To == dep || m.From == dep {
				out.Waiting = append(out.Waiting, m)
			}
		}
		out.Turns, err = readTurns(ctx, q, dep)
		return err
	})
	return out, sqldb.Wrap("read department "+string(dep), err)
}

// readTurns leaves out the turns to which nothing was new.
func readTurns(ctx context.Context, q sqldb.Getter, dep org.Department) ([]company.DirectorTurn, error) {
	var rows []struct {
		N       int
		At      int64
		Mode    company.DirectorMode
		Summary string
		Fault   string
		Deeds   string
		Memos   string
	}
	err := sqldb.Many(ctx, q, &rows, `
		SELECT n, at, mode, summary, fault, deeds, memos FROM sittings WHERE department = ? AND state <> 'idle' ORDER BY n DESC LIMIT ?`, dep, directorMemory)
	if err != nil {
		return nil, fmt.Errorf("read turns of %s: %w", dep, err)
	}
	out := make([]company.DirectorTurn, 0, len(rows))
	for _, r := range rows {
		t := company.DirectorTurn{N: r.N, At: sqldb.Moment(r.At), CEO: r.Mode == company.ModeCEO, Summary: r.Summary, Fault: r.Fault}
		if err := sqldb.FromJSON(r.Deeds, &t.Deeds); err != nil {
			return nil, err
		}
		if err := sqldb.FromJSON(r.Memos, &t.About); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// CompanyQuestions returns what directors asked the founder and wait for, oldest first.
func (d *Departments) CompanyQuestions(ctx context.Context) ([]company.Memo, error) {
	out, err := memos.Of(ctx, d.db.Read, `recipient = ? AND `+memos.Waiting, org.Founder)
	return out, sqldb.Wrap("read what directors ask", err)
}

// CompanyMessages returns at most n messages of the company, the newest first, that are
// older than one of them, or the newest of all when before is empty.
func (d *Departments) CompanyMessages(ctx context.Context, before org.MemoID, n int) ([]company.Memo, error) {
	const chosen = `seq IN (SELECT seq FROM memos WHERE ? = '' OR seq < (SELECT seq FROM memos WHERE id = ?) ORDER BY seq DESC LIMIT ?)`
	out, err := memos.Of(ctx, d.db.Read, chosen, before, before, n)
	slices.Reverse(out)
	return out, sqldb.Wrap("list the company's messages", err)
}

// CompanyReasons leads from a message back to the founder's order, or to the weekly review
// it began with: itself first.
func (d *Departments) CompanyReasons(ctx context.Context, id org.MemoID) ([]company.Memo, error) {
	out, err := memos.Reasons(ctx, d.db.Read, id)
	return out, sqldb.Wrap("read why there is "+string(id), err)
}

// SittingsAbout returns the turns of directors that opened a project, or were about messages of
// it or of the order that it came of, oldest first, with what each director was shown and answered.
func (d *Departments) SittingsAbout(ctx context.Context, p org.ProjectID) ([]company.KeptSitting, error) {
	var rows []struct {
		Department org.Department
		N          int
		Mode       company.DirectorMode
		Shown      string
		Answer     string
		Deeds      string
		Memos      string
		Setup      string
	}
	var out []company.KeptSitting
	err := d.db.View(ctx, func(q sqldb.Getter) error {
		out = nil
		var about []org.MemoID
		if err := sqldb.Many(ctx, q, &about, `
			SELECT id FROM memos WHERE project_id = ? OR root IN (SELECT m.root FROM memos m JOIN projects p ON p.for_memo = m.id WHERE p.id = ? AND p.for_memo <> '')`, p, p); err != nil {
			return err
		}
		if err := sqldb.Many(ctx, q, &rows, `SELECT department, n, mode, shown, answer, deeds, memos, setup FROM sittings WHERE state = 'done' ORDER BY at, department, n`); err != nil {
			return err
		}
		for _, r := range rows {
			var deeds []company.Deed
			var of []org.MemoID
			if err := sqldb.FromJSON(r.Deeds, &deeds); err != nil {
				return err
			}
			if err := sqldb.FromJSON(r.Memos, &of); err != nil {
				return err
			}
			if !slices.ContainsFunc(deeds, func(d company.Deed) bool { return d.Project == p }) && !slices.ContainsFunc(of, func(id org.MemoID) bool { return slices.Contains(about, id) }) {
				continue
			}
			one := company.KeptSitting{Answer: r.Answer, Kept: r.Shown != "", Setup: r.Setup}
			if one.Kept {
				if err := sqldb.FromJSON(r.Shown, &one.Sitting); err != nil {
					return err
				}
			}
			one.Sitting.Lease.Department, one.Sitting.Lease.N, one.Sitting.Mode = r.Department, r.N, r.Mode
			out = append(out, one)
		}
		return nil
	})
	return out, sqldb.Wrap("read the turns about "+string(p), err)
}

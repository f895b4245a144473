package eval_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// rowsOf reads every row of every table of an office's database, past its
// store: table to rows, each as "column=value" joined by bars.
func rowsOf(ctx context.Context, home string) (out map[string][]string, err error) {
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(home, "frasier.db")+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	names, err := texted(ctx, db, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\_segments' ESCAPE '\'`)
	if err != nil {
		return nil, err
	}
	out = map[string][]string{}
	for _, n := range names {
		name := strings.TrimSuffix(strings.TrimPrefix(n, "name="), " | ")
		if out[name], err = texted(ctx, db, `SELECT * FROM "`+name+`"`); err != nil {
			return nil, fmt.Errorf("read table %s: %w", name, err)
		}
	}
	return out, nil
}

// texted reads all columns of all rows as text.
func texted(ctx context.Context, db *sql.DB, query string) (out []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	cols, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		cells := make([]sql.NullString, len(cols))
		into := make([]any, len(cols))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		var b strings.Builder
		for i, c := range cols {
			b.WriteString(c + "=" + cells[i].String + " | ")
		}
		out = append(out, b.String())
	}
	return out, rows.Err()
}

// column returns one column of rows that rowsOf read.
func column(rows []string, name string) []string {
	var out []string
	for _, r := range rows {
		_, rest, found := strings.Cut(" | "+r, " | "+name+"=")
		if found {
			value, _, _ := strings.Cut(rest, " | ")
			out = append(out, value)
		}
	}
	slices.Sort(out)
	return out
}

// filesIn lists all files below a folder with a hash of their bytes.
func filesIn(root string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			out[path] = d.Type().String()
			return nil
		}
		raw, err := os.ReadFile(path)
		out[path] = fmt.Sprintf("%x", sha256.Sum256(raw))
		return err
	})
	return out, err
}

// changed lists the files below root that are new, gone or not the same, by
// their path from it.
func changed(root string, before map[string]string) ([]string, error) {
	after, err := filesIn(root)
	if err != nil {
		return nil, err
	}
	var out []string
	for path, sum := range after {
		if before[path] != sum {
			out = append(out, strings.TrimPrefix(path, root+"/"))
		}
	}
	for path := range before {
		if after[path] == "" {
			out = append(out, "gone: "+strings.TrimPrefix(path, root+"/"))
		}
	}
	slices.Sort(out)
	return out, nil
}

// children counts the processes that this one started and that still run or
// were not waited for.
func children() (int, error) {
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return 0, err
	}
	n := 0
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			continue // the thread has ended
		}
		n += len(strings.Fields(string(raw)))
	}
	return n, nil
}

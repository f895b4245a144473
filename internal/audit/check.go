package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// WrongError is the first line of a file that is wrong.
type WrongError struct {
	Line int // of the file, from 1
	What string
}

func (e *WrongError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// Checked is what a whole file has.
type Checked struct {
	Count
	Project org.ProjectID // whose lines alone are in it; then nobody can tell whether the journal's are whole
}

// file is a file that is being checked, up to some line.
type file struct {
	seal  func(before string, l org.SealedLine) (string, error)
	row   int
	head  head
	lines int
	last  string // seal
	seq   int64
	sum   string
	parts map[reports.AuditPart]int
	ended bool
}

// Check reads a file to its end and computes each seal and sum again. seal is the seal
// of a line after another one's. It returns a *WrongError for the first line that is
// wrong.
func Check(r io.Reader, seal func(before string, l org.SealedLine) (string, error)) (Checked, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longest)
	f := &file{seal: seal, parts: map[reports.AuditPart]int{}}
	for in.Scan() {
		f.row++
		if what := f.next(in.Bytes()); what != "" {
			return Checked{}, &WrongError{f.row, what}
		}
	}
	err := in.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return Checked{}, &WrongError{f.row + 1, "it is too long for a line of this format"}
	case err != nil:
		return Checked{}, fmt.Errorf("read the audit: %w", err)
	case !f.ended:
		return Checked{}, &WrongError{f.row + 1, "the end is missing: the file was cut"}
	}
	out := Checked{Count: Count{Lines: f.lines}, Project: f.head.Project}
	for _, n := range f.parts {
		out.Records += n
	}
	return out, nil
}

// next takes one line and says what is wrong with it; empty when nothing is.
func (f *file) next(raw []byte) string {
	var kind struct {
		Kind string `json:"kind"`
	}
	if json.Unmarshal(raw, &kind) != nil {
		return "it is not a line of this format"
	}
	switch {
	case f.row == 1:
		if !exact(raw, &f.head) || f.head.Kind != "audit" || f.head.Format != format {
			return "it is not the head of an audit"
		}
		f.last, f.seq = f.head.Before, max(f.head.First-1, 0)
		return ""
	case f.ended:
		return "it stands after the end"
	case kind.Kind == "end":
		return f.end(raw)
	case kind.Kind == "":
		return f.line(raw)
	}
	return f.record(raw)
}

// exact reads a line that has no field that is not known: one that was put in would
// be seen by whoever reads the file, and by no sum.
func exact(raw []byte, into any) bool {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(into) == nil && !d.More()
}

// line takes a line of the journal.
func (f *file) line(raw []byte) string {
	var l org.SealedLine
	if !exact(raw, &l) || f.sum != "" {
		return "it is not a line of this format, or not in its place"
	}
	if f.head.Project != "" {
		if l.Project != string(f.head.Project) || l.Seq <= f.seq {
			return fmt.Sprintf("line %d of the log does not belong here", l.Seq)
		}
	} else if want, err := f.seal(f.last, l); err != nil || want != l.Seal || l.Seq <= f.seq {
		return fmt.Sprintf("line %d of the log was changed, or does not follow the one before", l.Seq)
	}
	f.lines, f.last, f.seq = f.lines+1, l.Seal, l.Seq
	return ""
}

// record takes a record.
func (f *file) record(raw []byte) string {
	var r record
	if !exact(raw, &r) {
		return "it is not a line of this format"
	}
	if f.sum == "" {
		f.sum = f.last
	}
	want, err := sumAfter(f.sum, r.AuditRecord)
	if err != nil || want != r.Sum {
		return fmt.Sprintf("the record of the %s %s was changed, or does not follow the one before", r.Kind, r.ID)
	}
	f.sum = want
	f.parts[r.Kind]++
	return ""
}

// end takes the last line.
func (f *file) end(raw []byte) string {
	var e foot
	if !exact(raw, &e) {
		return "it is not a line of this format"
	}
	if f.sum == "" {
		f.sum = f.last
	}
	switch {
	case e.Instance != f.head.Instance:
		return "the end is that of another instance's audit"
	case e.Lines != f.lines || e.Seal != f.last || e.Sum != f.sum || !maps.Equal(e.Counts, f.parts) || f.head.Project == "" && f.seq != f.head.Last:
		return "the end does not fit what stands before it"
	}
	f.ended = true
	return ""
}

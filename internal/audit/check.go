package audit

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
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

// Checked describes a whole file.
type Checked struct {
	Written
	// First and Last are the first and the last line of the log; the zero value where
	// there is none.
	First, Last org.SealedLine
	// Older says that the file is of a format whose seals do not hold its head: nobody can
	// tell whether lines were cut off its beginning or its end. It has no seal.
	Older   bool
	Project org.ProjectID // whose lines alone are in it; then nobody can tell whether the journal's are whole
}

// The file is checked up to some line.
type file struct {
	seal   func(before string, l org.SealedLine) (string, error)
	row    int
	head   head
	raw    []byte // of the head
	all    hash.Hash
	whole  string // the seal over all
	first  org.SealedLine
	latest org.SealedLine
	lines  int
	last   string // seal
	seq    int64
	sum    string
	parts  map[reports.AuditPart]int
	ended  bool
}

// Check reads a file to its end and computes each seal and sum again. seal is the seal
// of a line after another one's. It returns a *WrongError for the first line that is
// wrong.
func Check(r io.Reader, seal func(before string, l org.SealedLine) (string, error)) (Checked, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longest)
	in.Split(splitLines)
	f := &file{seal: seal, parts: map[reports.AuditPart]int{}, all: sha256.New()}
	for in.Scan() {
		f.row++
		if what := f.checkLine(in.Bytes()); what != "" {
			return Checked{}, &WrongError{f.row, what}
		}
		f.all.Write(in.Bytes())
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
	out := Checked{
		Written: Written{Count{Lines: f.lines}, f.whole}, First: f.first, Last: f.latest,
		Older: f.head.Format == older, Project: f.head.Project,
	}
	for _, n := range f.parts {
		out.Records += n
	}
	return out, nil
}

// Line ends are kept, so that not even these can differ.
func splitLines(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// It is empty when nothing is wrong.
func (f *file) checkLine(raw []byte) string {
	var kind struct {
		Kind string `json:"kind"`
	}
	if json.Unmarshal(raw, &kind) != nil {
		return "it is not a line of this format"
	}
	switch {
	case f.row == 1:
		if !readExactly(raw, &f.head) || f.head.Kind != "audit" || f.head.Format != format && f.head.Format != older {
			return "it is not the head of an audit"
		}
		f.raw = bytes.Clone(raw)
		f.last, f.seq = f.head.Before, max(f.head.First-1, 0)
		return ""
	case f.ended:
		return "it stands after the end"
	case kind.Kind == "end":
		return f.checkFoot(raw)
	case kind.Kind == "":
		return f.checkLogLine(raw)
	}
	return f.checkRecord(raw)
}

// The line must be written byte by byte as Write writes what was read: what stands in it besides,
// such as a second field of the same name, would be seen by whoever reads the file, and by no sum.
func readExactly(raw []byte, into any) bool {
	if json.Unmarshal(raw, into) != nil {
		return false
	}
	again, err := encodeLine(into)
	return err == nil && bytes.Equal(again, raw)
}

func (f *file) checkLogLine(raw []byte) string {
	var l org.SealedLine
	if !readExactly(raw, &l) || f.sum != "" {
		return "it is not a line of this format, or not in its place"
	}
	if f.head.Project != "" {
		if l.Project != string(f.head.Project) || l.Seq <= f.seq {
			return fmt.Sprintf("line %d of the log does not belong here", l.Seq)
		}
	} else if want, err := f.seal(f.last, l); err != nil || want != l.Seal || l.Seq <= f.seq {
		return fmt.Sprintf("line %d of the log was changed, or does not follow the one before", l.Seq)
	}
	if f.lines == 0 {
		f.first = l
	}
	f.latest = l
	f.lines, f.last, f.seq = f.lines+1, l.Seal, l.Seq
	return ""
}

func (f *file) checkRecord(raw []byte) string {
	var r record
	if !readExactly(raw, &r) {
		return "it is not a line of this format"
	}
	f.startRecordSums()
	want, err := sumAfter(f.sum, r.AuditRecord)
	if err != nil || want != r.Sum {
		return fmt.Sprintf("the record of the %s %s was changed, or does not follow the one before", r.Kind, r.ID)
	}
	f.sum = want
	f.parts[r.Kind]++
	return ""
}

// The sums of the records begin where the log has ended.
func (f *file) startRecordSums() {
	switch {
	case f.sum != "":
	case f.head.Format == older:
		f.sum = f.last
	default:
		f.sum = sumOfHead(f.raw, f.last)
	}
}

func (f *file) checkFoot(raw []byte) string {
	var e foot
	if !readExactly(raw, &e) {
		return "it is not a line of this format"
	}
	f.startRecordSums()
	if f.head.Format != older {
		seal, err := sealOf(f.all, e)
		if f.whole = seal; err != nil || seal != e.File {
			return "the end does not fit what stands before it"
		}
	}
	switch {
	case e.Instance != f.head.Instance:
		return "the end is that of another instance's audit"
	case f.head.Format == older && e.File != "" || e.Lines != f.lines || e.Seal != f.last || e.Sum != f.sum || !maps.Equal(e.Counts, f.parts) || f.head.Project == "" && f.seq != f.head.Last:
		return "the end does not fit what stands before it"
	}
	f.ended = true
	return ""
}

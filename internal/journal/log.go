package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	cursorName   = "workflow.log"
	defaultBytes = 16 << 20 // size at which the file is rotated
	defaultKeep  = 3        // rotated files that are kept
	tailBytes    = 1 << 20  // how much of the file's end is searched for its last entry
)

// Records reads the store for the exporter. *store.DB is one.
type Records interface {
	Reader
	Cursor(ctx context.Context, name string) (int64, error)
	SetCursor(ctx context.Context, name string, seq int64) error
}

// Log exports the journal to the workflow log. One process at a time may
// export to a file.
type Log struct {
	// Path is the file. It is made, readable by its owner only, at the first
	// entry.
	Path    string
	Records Records
	// MaxBytes is the size that the file does not exceed before it is renamed
	// to Path.1; 16 MiB when zero.
	MaxBytes int64
	// Keep bounds the renamed files that are kept; 3 when zero.
	Keep int

	after int64
	ready bool
}

// CatchUp appends the events that are not yet in the file and returns how many
// there were. Each pair of lines is one append; what was appended before a
// crash is found at the end of the file and not appended again, and a torn
// pair is cut off.
func (l *Log) CatchUp(ctx context.Context) (n int, err error) {
	if !l.ready {
		if l.after, err = l.findResumePoint(ctx); err != nil {
			return 0, err
		}
		l.ready = true
	}
	for {
		events, err := l.Records.Events(ctx, l.after, batch)
		if err != nil {
			return n, fmt.Errorf("read journal after %d: %w", l.after, err)
		}
		if len(events) == 0 {
			return n, nil
		}
		wrote, err := l.writeBatch(ctx, events)
		n += wrote
		if err != nil {
			l.ready = false // look at the file again before the next append
			return n, err
		}
	}
}

// The batch is made durable before the cursor moves.
func (l *Log) writeBatch(ctx context.Context, events []org.Event) (n int, err error) {
	f, size, err := l.openFile()
	if err != nil {
		return 0, err
	}
	defer func() {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	most := l.MaxBytes
	if most <= 0 {
		most = defaultBytes
	}
	for _, e := range events {
		pair, err := Pair(e)
		if err != nil {
			return n, err
		}
		if size > 0 && size+int64(len(pair)) > most {
			if f, size, err = l.rotate(f); err != nil {
				return n, err
			}
		}
		if _, err := f.Write(pair); err != nil {
			return n, fmt.Errorf("append event %d to workflow log: %w", e.Seq, err)
		}
		size += int64(len(pair))
		l.after = e.Seq
		n++
	}
	if err := f.Sync(); err != nil {
		return n, fmt.Errorf("sync workflow log: %w", err)
	}
	if err := l.Records.SetCursor(ctx, cursorName, l.after); err != nil {
		return n, fmt.Errorf("move cursor of workflow log: %w", err)
	}
	return n, nil
}

func (l *Log) openFile() (*os.File, int64, error) {
	f, err := os.OpenFile(l.Path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, 0, fmt.Errorf("open workflow log: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("open workflow log: %w", err), f.Close())
	}
	return f, info.Size(), nil
}

// A new file begins.
func (l *Log) rotate(full *os.File) (*os.File, int64, error) {
	if err := errors.Join(full.Sync(), full.Close()); err != nil {
		return nil, 0, fmt.Errorf("close full workflow log: %w", err)
	}
	keep := l.Keep
	if keep <= 0 {
		keep = defaultKeep
	}
	for i := keep; i > 0; i-- {
		from := l.Path
		if i > 1 {
			from = l.formatOldPath(i - 1)
		}
		if err := os.Rename(from, l.formatOldPath(i)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, 0, fmt.Errorf("rotate workflow log: %w", err)
		}
	}
	return l.openFile()
}

func (l *Log) formatOldPath(i int) string { return l.Path + "." + strconv.Itoa(i) }

// The end of the file decides when its last entry is an event of this journal; the cursor does
// when the file is missing, empty or of another journal.
func (l *Log) findResumePoint(ctx context.Context) (int64, error) {
	cursor, err := l.Records.Cursor(ctx, cursorName)
	if err != nil {
		return 0, fmt.Errorf("read cursor of workflow log: %w", err)
	}
	last, err := lastEntry(l.Path, true)
	if err == nil && last == nil {
		last, err = lastEntry(l.formatOldPath(1), false)
	}
	if err != nil || last == nil {
		return cursor, err
	}
	seq, err := strconv.ParseInt(last.Data["seq"], 10, 64)
	if err != nil {
		return cursor, nil //nolint:nilerr // The file is not ours; the cursor decides.
	}
	same, err := l.Records.Events(ctx, seq-1, 1)
	if err != nil {
		return 0, fmt.Errorf("read event %d: %w", seq, err)
	}
	if len(same) == 0 || same[0].Seq != seq || EntryOf(same[0]).TS != last.TS {
		return cursor, nil
	}
	return seq, nil
}

// It is nil when the file has no whole pair. With mend, what follows the last whole pair is cut
// off.
func lastEntry(path string, mend bool) (entry *Entry, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open workflow log: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read end of workflow log: %w", err)
	}
	from := max(0, info.Size()-tailBytes)
	tail, err := io.ReadAll(io.NewSectionReader(f, from, info.Size()-from))
	if err != nil {
		return nil, fmt.Errorf("read end of workflow log: %w", err)
	}
	entry, end := lastPair(tail)
	if mend {
		err = mendTail(f, from, tail, end)
	}
	return entry, err
}

// A torn pair stands behind the last whole one; an unfinished line that is not ours is ended. tail
// begins at offset from.
func mendTail(f *os.File, from int64, tail []byte, end int) error {
	rest := tail[end:]
	switch {
	case bytes.HasPrefix(rest, []byte(`{"ts":"`)) || (len(rest) > 0 && bytes.HasPrefix([]byte(`{"ts":"`), rest)):
		if err := f.Truncate(from + int64(end)); err != nil {
			return fmt.Errorf("cut torn entry off workflow log: %w", err)
		}
	case len(rest) > 0 && rest[len(rest)-1] != '\n':
		if _, err := f.WriteAt([]byte{'\n'}, from+int64(len(tail))); err != nil {
			return fmt.Errorf("end last line of workflow log: %w", err)
		}
	}
	return nil
}

// A JSON line with its human line after it is a pair; end is where that ends.
func lastPair(tail []byte) (*Entry, int) {
	end := bytes.LastIndexByte(tail, '\n') + 1
	for end > 0 {
		human := bytes.LastIndexByte(tail[:end-1], '\n') + 1
		if human > 0 && tail[human] == '#' {
			start := bytes.LastIndexByte(tail[:human-1], '\n') + 1
			var e Entry
			if json.Unmarshal(tail[start:human], &e) == nil && e.Data["seq"] != "" {
				return &e, end
			}
		}
		end = human
	}
	return nil, 0
}

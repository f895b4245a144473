package watch

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Diary is the file in which the watcher says what it thinks and why, a line
// each. Nothing is read from it: it may be deleted at any time.
// It may be used by many goroutines.
type Diary struct {
	Path string
	// MaxBytes is the size at which the file is renamed to Path.1, which then
	// takes the place of an older one; 4 MiB when zero.
	MaxBytes int64

	mu sync.Mutex
}

const diaryBytes = 4 << 20

// Note appends one line. Line ends and what else would move a terminal's
// cursor are taken out.
func (d *Diary) Note(at time.Time, format string, args ...any) (err error) {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	most := d.MaxBytes
	if most <= 0 {
		most = diaryBytes
	}
	if info, err := os.Stat(d.Path); err == nil && info.Size() > most {
		if err := os.Rename(d.Path, d.Path+".1"); err != nil {
			return fmt.Errorf("begin a new watcher.log: %w", err)
		}
	}
	f, err := os.OpenFile(d.Path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write watcher.log: %w", err)
	}
	_, err = f.WriteString(at.UTC().Format(time.RFC3339) + " " + joinLines(moment.Spell(fmt.Sprintf(format, args...), nil)) + "\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write watcher.log: %w", err)
	}
	return nil
}

func joinLines(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(safetext.Neutral(text), "\uFFFD"))
}

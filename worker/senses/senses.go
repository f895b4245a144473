// Package senses looks at pictures and listens to recordings that came with
// messages, so that whoever answers has their words.
//
// A picture is decoded behind the walls of package fence, since anybody may have
// made it, and then read by a model that sees, else by tesseract. Its figures are
// read once more by somebody else. What was read says by whom, and is quoted
// matter: it orders nothing. A recording goes to an endpoint for speech.
package senses

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Records gives files and takes what was read of them.
type Records interface {
	// ClaimReadings leases the files of one message; org.ErrNoWork when none waits.
	ClaimReadings(ctx context.Context, owner string, term time.Duration) ([]org.Reading, error)
	KeepReading(ctx context.Context, owner string, r org.Reading, text, note string) error
	// PutReadingOff gives a file back, not to be tried before a time.
	PutReadingOff(ctx context.Context, owner string, r org.Reading, after time.Time) error
}

// Reader reads the files of messages. All fields but Ear and Log must be set.
type Reader struct {
	Records Records
	Client  *llm.Client
	Prompts *prompt.Set
	// Walls stand around the decoding of pictures; a *fence.MissingError says why there are none.
	Walls func(ctx context.Context) (*fence.Fence, error)
	// Program is the path of this program, which decodes pictures when it is called with InsideArgument.
	Program string
	Ear     *Ear // nil: no endpoint for speech is set
	Owner   string
	Secret  string // of this database: marks what is from outside in prompts
	Now     func() time.Time
	Log     *slog.Logger
}

// fileText holds the text of a file, and a sentence for the founder about what was not read or is in
// doubt.
type fileText struct{ text, note string }

// Next reads the files of the message that has waited longest. It returns
// org.ErrNoWork when none waits.
func (r *Reader) Next(ctx context.Context) error {
	all, err := r.Records.ClaimReadings(ctx, r.Owner, claimTerm)
	if err != nil {
		return err
	}
	limited, stop := context.WithTimeout(ctx, claimTerm-claimTerm/5)
	defer stop()
	slots := make(chan struct{}, atOnce)
	failed, got := make([]error, len(all)), make([]fileText, len(all))
	twins := map[int]int{} // files with the same bytes as one before them
	var running sync.WaitGroup
	for i, one := range all {
		if j := slices.IndexFunc(all[:i], func(o org.Reading) bool { return o.Sense == one.Sense && bytes.Equal(o.Data, one.Data) }); j >= 0 {
			twins[i] = j
			continue
		}
		running.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			got[i], failed[i] = r.readPicture(limited, one)
		})
	}
	running.Wait()
	for i, j := range twins {
		if text := got[j].text; text != "" {
			all[i].Before = &org.Read{Name: all[j].Name, Text: text, Note: got[j].note, Words: all[j].Words}
		}
		_, failed[i] = r.readPicture(limited, all[i])
	}
	return errors.Join(failed...)
}

// Nobody is paid twice for the same bytes. A photo or a drawing that other words come with is
// looked at anew, since what it shows was told to those of before; so is one of which only the
// letters were read.
func (r *Reader) recallFile(one org.Reading) (fileText, bool) {
	b := one.Before
	if b == nil {
		return fileText{}, false
	}
	if one.Sense == org.SensePicture {
		a := org.Attachment{ContentType: "image/*", Text: b.Text}
		by, _ := a.SeenBy()
		kind, _, _ := strings.Cut(a.Shown(), ".")
		if by == tesseract && !r.Client.Offline() || (kind == "photo" || kind == "drawing") && one.Words != "" && one.Words != b.Words {
			return fileText{}, false
		}
	}
	note := b.Note
	if b.Name != "" {
		note = strings.ReplaceAll(note, b.Name, one.Name)
	}
	return fileText{b.Text, note}, true
}

// A file is tried again while the models, the endpoint of speech or the machine cannot read it;
// its message is answered without it meanwhile.
func triesAgain() retry.Policy { return retry.Policy{First: 20 * time.Second, Most: 5 * time.Minute} }

func (r *Reader) readPicture(ctx context.Context, one org.Reading) (got fileText, err error) {
	known, is := r.recallFile(one)
	switch {
	case is:
		got = known
	case one.Tries >= org.ReadingTries:
		got = fileText{note: fmt.Sprintf("I left %s out: reading it ended the program %d times. It is kept; save it anew, or tell me what is in it.", one.Name, one.Tries)}
	case one.Sense == org.SenseSound:
		got, err = r.listenTo(ctx, one)
	default:
		got, err = r.lookAt(ctx, one)
	}
	if ctx.Err() != nil {
		return fileText{}, nil //nolint:nilerr // given back when this process stops, and else when its claim ends
	}
	if err != nil {
		if r.Log != nil {
			r.Log.WarnContext(ctx, "a file is read later", "file", one.Name, "message", one.Message, "err", err)
		}
		wait, _ := triesAgain().Judge(err, 1, r.Now(), r.Now())
		return fileText{}, r.Records.PutReadingOff(ctx, r.Owner, one, r.Now().Add(wait))
	}
	err = r.Records.KeepReading(ctx, r.Owner, one, got.text, got.note)
	if errors.Is(err, org.ErrLeaseLost) {
		return fileText{}, nil // it was forgotten, or somebody else has read it
	}
	return got, err
}

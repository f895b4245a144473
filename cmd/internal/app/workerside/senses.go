package workerside

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/senses"
)

// Inside does what this program is called for behind the walls, and reports
// whether it was; its arguments are those behind the program's name. What went wrong is written
// to faults.
func Inside(args []string, faults io.Writer) (code int, was bool) {
	if slices.Equal(args, []string{senses.InsideArgument}) {
		return senses.Inside(faults), true
	}
	return fence.Inside(args, faults)
}

// ReadyForPictures says why pictures cannot be decoded behind walls here, empty when
// they can, and whether tesseract is there to read their letters.
func ReadyForPictures(ctx context.Context) (whyNot string, letters bool) {
	f, err := fence.New()
	if err == nil {
		err = f.Check(ctx)
	}
	for _, at := range []string{"/usr/bin/tesseract", "/usr/local/bin/tesseract"} {
		if _, missing := os.Stat(at); missing == nil {
			letters = true
		}
	}
	if missing, ok := errors.AsType[*fence.MissingError](err); ok {
		return missing.Why + " (" + missing.Fix + ")", letters
	}
	if err != nil {
		return err.Error(), letters
	}
	return "", letters
}

// newReader builds what looks at the pictures of messages and listens to their recordings. The
// walls are tried until they hold, and then no more.
func newReader(a *app.App) *senses.Reader {
	var mu sync.Mutex
	var tried *fence.Fence
	program, nameless := os.Executable()
	r := &senses.Reader{
		Records: a.Store, Client: a.Client, Prompts: a.Prompts, Program: program, Owner: a.Owner, Secret: a.Secret, Now: a.Now, Log: a.Log,
		Walls: func(ctx context.Context) (*fence.Fence, error) {
			mu.Lock()
			defer mu.Unlock()
			if nameless != nil {
				return nil, nameless // without its own program nothing decodes a picture
			}
			if tried != nil {
				return tried, nil
			}
			f, err := fence.New()
			if err == nil {
				err = f.Check(ctx)
			}
			if err == nil {
				tried = f
			}
			return f, err
		},
	}
	if s := a.Settings; s.SpeechURL != "" {
		r.Ear = &senses.Ear{
			URL: s.SpeechURL, Key: s.SpeechKey.Reveal(), Model: s.SpeechModel, Minute: senses.MinuteOf(s.SpeechURL, s.SpeechModel),
			HTTP: &http.Client{Transport: a.Metered(reports.TrafficModel)(nil)}, Ledger: a.Store, Now: a.Now, Log: a.Log,
		}
	}
	return r
}

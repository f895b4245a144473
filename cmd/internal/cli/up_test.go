package cli_test

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/cli"
)

// spoken is what a command said, and tells when it said a word.
type spoken struct {
	mu   sync.Mutex
	text bytes.Buffer
	word string
	said func()
}

// Write keeps what is said.
func (s *spoken) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.text.Write(p)
	if strings.Contains(s.text.String(), s.word) {
		s.said()
	}
	return n, err
}

// Whoever starts Frasier reads that it runs, where its dashboard is and how it ends, also in
// a file, which gets no link that signs in.
func TestUpSaysThatItRuns(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{"": "There is no dashboard", "127.0.0.1:0": "Dashboard: http://frasier.localhost:"} {
		for _, live := range []bool{false, true} {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			out := &spoken{word: "runs until", said: stop}
			if live && listen != "" {
				out.word = "/enter#"
			}
			in, keep := io.Pipe()
			code := cli.Run(ctx, cli.Process{
				Args: []string{"up"}, Dir: t.TempDir(), In: in, Out: out, Err: io.Discard, Live: live,
				Env: []string{"FRASIER_HOME=" + filepath.Join(t.TempDir(), "data"), "FRASIER_LLM=extractive", "FRASIER_LISTEN=" + listen},
			})
			keep.Close() //nolint:errcheck // nobody reads any more
			said := out.text.String()
			if code != cli.Done || !strings.Contains(said, "runs until you press Ctrl+C") || !live && (!strings.Contains(said, want) || strings.Contains(said, "/enter")) {
				t.Errorf("FRASIER_LISTEN=%q, terminal %v: exit %d, %q", listen, live, code, said)
			}
		}
	}
}

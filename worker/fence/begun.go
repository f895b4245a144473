package fence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Inside the command somebody says that the walls stand (6) and waits for the word to begin (5);
// more are the files before these, from 3. Walls are bound to the life of whoever built them only
// once they stand. When he is killed before, or ctx ends, the word never comes, and what waits for
// it ends; without this a program would begin that nobody ends.
func runAfterWalls(ctx context.Context, cmd *exec.Cmd, more []*os.File, run func() (Exit, error)) (e Exit, err error) {
	word, say, err := os.Pipe()
	if err != nil {
		return e, fmt.Errorf("hold a program back until its walls stand: %w", err)
	}
	hear, ready, err := os.Pipe()
	if err != nil {
		return e, errors.Join(fmt.Errorf("hold a program back until its walls stand: %w", err), word.Close(), say.Close())
	}
	cmd.ExtraFiles = append(more, word, ready)
	told := make(chan error)
	go func() {
		_, err := hear.Read(make([]byte, 1))
		if err == nil && ctx.Err() == nil { // what ends with ctx is not ended yet, so the walls are bound to it
			_, _ = io.WriteString(say, "begin\n") //nolint:errcheck // what does not hear it says so by its exit
		}
		told <- errors.Join(say.Close(), hear.Close())
	}()
	e, err = run()
	err = errors.Join(err, word.Close(), ready.Close()) // now nobody has the other end, and the listener hears that
	return e, errors.Join(err, <-told)
}

package fence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

// wordAt counts the files of a command before those of which runAfterWalls speaks.
const wordAt = 2

// findNumber gives the number under which the command finds the nth of its other files.
func findNumber(n int) int {
	if n >= wordAt {
		n += 2
	}
	return 3 + n
}

// Inside the command somebody says that the walls stand (6) and waits for the word to begin (5);
// more are the other files, two from 3 and the rest from 7. Walls are bound to the life of whoever built them only
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
	cmd.ExtraFiles = slices.Concat(more[:wordAt], []*os.File{word, ready}, more[wordAt:])
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

package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// StopWithin limits how long a process may go on after it was told to stop: what supervisors allow,
// who kill it afterwards. Nothing is lost by that, as by no kill, but a command in a terminal has
// nobody who would.
const StopWithin = 20 * time.Second

// Signals returns a context that ends when the process is told to stop. One that
// has not ended StopWithin later is ended, whatever it does; a second signal does
// so at once.
func Signals() (ctx context.Context, stop func()) { return watchSignals(StopWithin) }

func watchSignals(within time.Duration) (ctx context.Context, stop func()) {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ended := make(chan struct{})
	go func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		release() // from here on a signal has its usual effect
		select {
		case <-ended:
		case <-time.After(within):
			os.Exit(exitInternal) // nothing else ends what does not listen
		}
	}()
	return ctx, func() { close(ended); release() }
}

package discord

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Gone is for how long nobody has listened to the gateway, by what the process that does
// noted last; 0 while somebody does, or when nobody ever did. Any process may ask.
func Gone(ctx context.Context, notes interface {
	Note(ctx context.Context, transport, name string) (string, error)
}, now time.Time,
) (time.Duration, error) {
	const lateFrom = presentEvery + 30*time.Second // a note is as old as presentEvery while all is well
	text, err := notes.Note(ctx, Transport, presentNote)
	if err != nil || text == "" {
		return 0, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read when we were last there: %w", err)
	}
	if gone := now.Sub(time.UnixMicro(n)); gone > lateFrom {
		return gone, nil
	}
	return 0, nil
}

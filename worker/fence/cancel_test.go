package fence_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/worker/fence"
)

// A program that is ended because its worker is stopped has not failed: nobody is told an end of its own.
func TestAStopIsNoEndOfTheProgram(t *testing.T) {
	f := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	if e, err := f.Run(ctx, fence.Box{Work: t.TempDir()}, "/bin/sleep", "30"); !errors.Is(err, context.Canceled) || e.Reason == context.Canceled.Error() {
		t.Errorf("stopped: %+v, %v; want no reason, and context.Canceled", e, err)
	}
	if e, err := f.Run(t.Context(), fence.Box{Work: t.TempDir(), Limit: 200 * time.Millisecond}, "/bin/sleep", "30"); err != nil || e.Reason == "" {
		t.Errorf("too slow: %+v, %v; want a reason, and no error", e, err)
	}
}

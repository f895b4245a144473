package sqldb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// together bounds the methods that one commit takes: as many as there are workers in a process,
// and so few that none waits long for the others.
const together = 128

// writes has the methods of this process write to a file one after another.
// Those that wait at the same time share a transaction, so what a commit costs
// (the disk, the lock) is paid once for all of them; each has a savepoint, so
// one that fails undoes nothing of the others. Whoever finds nobody at it runs
// all that wait: no goroutine outlives a method.
type writes struct {
	lead    chan struct{} // has a value while somebody runs them
	mu      sync.Mutex
	waiting []*write
}

// write is a method that wants to write.
type write struct {
	ctx      context.Context // of who waits for it
	fn       func(t *Tx) error
	done     chan struct{}
	err      error
	panicked any
	did      Tx
}

// errUndone is returned by methods whose transaction ended with another one.
var errUndone = errors.New("it was undone because the transaction that it shared broke off")

func (w *writes) run(ctx context.Context, d *DB, fn func(t *Tx) error) error {
	r := &write{ctx: ctx, fn: fn, done: make(chan struct{})}
	w.mu.Lock()
	w.waiting = append(w.waiting, r)
	w.mu.Unlock()
	select {
	case <-r.done:
	case w.lead <- struct{}{}:
		w.runUntilDone(d, r)
	case <-ctx.Done():
		if w.take(r) != nil {
			return OrgError(fmt.Errorf("%w: %w", errLockWait, ctx.Err()))
		}
		<-r.done
	}
	if r.panicked != nil {
		panic(r.panicked)
	}
	return OrgError(r.err)
}

// take takes a method that nobody has begun out of those that wait, the one
// that has waited longest if r is nil. It returns nil when there is none.
func (w *writes) take(r *write) *write {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := 0
	if r != nil {
		i = slices.Index(w.waiting, r)
	}
	if i < 0 || i >= len(w.waiting) {
		return nil
	}
	r = w.waiting[i]
	w.waiting = slices.Delete(w.waiting, i, i+1)
	return r
}

// runUntilDone runs what waits until r is done.
func (w *writes) runUntilDone(d *DB, r *write) {
	defer func() { <-w.lead }()
	for {
		select {
		case <-r.done:
			return
		default:
		}
		if err := w.commit(d, r.ctx); err != nil && w.take(r) != nil {
			r.err = err
			return
		}
	}
}

// commit runs the methods that wait and commits them together. It returns an
// error when it could not begin; ctx is that of who waits for that.
func (w *writes) commit(d *DB, ctx context.Context) (err error) { //nolint:revive // the receiver is the queue
	unlock, err := d.lockFile(ctx)
	if err != nil {
		return err
	}
	var all []*write
	end := errUndone
	defer func() {
		end = errors.Join(end, unlock())
		for _, r := range all {
			if r.err == nil {
				r.err = end
			}
			close(r.done)
		}
	}()
	// It is short, and interrupting a statement would undo the whole transaction
	// behind our back; each method's own context is asked when it has run.
	ctx = context.WithoutCancel(ctx)
	x, err := d.write.BeginTxx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer rollback(x) //nolint:errcheck // what is not committed is undone, if need be by whoever opens the file next
	t := Tx{x: file{x}, Ctx: ctx, Dialect: d.Dialect, Method: "tx", setup: d.setup.Load()}
	for len(all) < together {
		r := w.take(nil)
		if r == nil {
			break
		}
		all = append(all, r)
		t.Now = d.Now().UnixMicro()
		r.did = t
		if undone := r.runInSavepoint(&r.did, d.crashPoint); undone != nil {
			end = fmt.Errorf("%w: %s", errUndone, undone.Error()) // the fault of one method is not that of the others
			return nil
		}
	}
	if end = commit(x); end == nil {
		d.noteCommitted(ctx, all)
	}
	return nil
}

// noteCommitted notes and tells of what was committed.
func (d *DB) noteCommitted(ctx context.Context, all []*write) {
	var line int64
	wake := false
	for _, r := range all {
		if r.err == nil {
			line, wake = max(line, r.did.line), wake || r.did.Wake
		}
	}
	d.noteLine(ctx, line)
	for _, r := range all {
		if r.err == nil {
			d.crashPoint(r.did.Method + ":committed")
		}
	}
	if wake {
		d.notifyOthers(ctx)
		d.notifyLocal()
	}
}

// runInSavepoint runs the method in a savepoint. Its own error is kept in it; one that
// is returned ends the whole transaction. A panic at its crash point, as a test has
// it, undoes it alone.
func (r *write) runInSavepoint(t *Tx, crashPoint func(string)) error {
	if r.err = r.ctx.Err(); r.err != nil {
		return nil //nolint:nilerr // who asked for it is told
	}
	if err := t.Exec(`SAVEPOINT method`); err != nil {
		return err
	}
	func() {
		defer func() {
			if r.panicked = recover(); r.panicked != nil {
				r.err = errors.New("it panicked")
			}
		}()
		if r.err = t.do(r.fn); r.err == nil {
			r.err = r.ctx.Err()
		}
		if r.err == nil {
			crashPoint(t.Method)
		}
	}()
	if r.err != nil {
		// When the disk is full SQLite undoes the whole transaction by itself, its
		// savepoints with it.
		if err := t.Exec(`ROLLBACK TO method`); err != nil {
			return fmt.Errorf("%w (%w)", r.err, err)
		}
	}
	return t.Exec(`RELEASE method`)
}

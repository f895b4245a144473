package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// life is one step's work with the folder in which it is opened, and what has happened to it.
type life struct {
	*openedStep
	r    *rand.Rand
	tree string
	made map[string]bool // each file of both trees as it stands in a folder, by its path and what it holds
	told []string
}

// inRows are the files of both trees, as a folder has them: they can be written again at any time.
func inRows(o *openedStep) map[string]bool {
	o.t.Helper()
	out := map[string]bool{}
	for _, tree := range []string{o.first, o.next} {
		if why := o.open(tree); why != "" {
			o.t.Fatal(why)
		}
		for at, file := range o.holds() {
			out[strings.TrimPrefix(at, o.dir)+"\x00"+file] = true
		}
	}
	return out
}

// person changes something in the folder: writes, moves, deletes, or begins a repository there.
func (l *life) person() {
	all := slices.Sorted(maps.Keys(l.holds()))
	if len(all) == 0 {
		return
	}
	at := pick(l.r, all)
	switch l.r.IntN(6) {
	case 0, 5:
		put(l.t, l.at(fmt.Sprintf("mine-%d/x.log", l.r.IntN(3))), fmt.Sprintf("mine %d", l.r.Uint64()))
	case 1:
		l.ok(os.Remove(at))
	case 2:
		l.ok(os.Rename(at, at+"-moved"))
	case 3:
		if l.r.IntN(4) == 0 {
			shell(l.t, l.dir, "git init -q .")
		}
	default:
		l.ok(os.Remove(at)) // it may be a link
		put(l.t, at, fmt.Sprintf("mine %d", l.r.Uint64()))
	}
}

// command is what a person has the office do with the folder; it may be killed in the middle.
func (l *life) command(what string, do func(context.Context) error) {
	ctx, stop := context.WithCancel(l.t.Context())
	defer stop()
	if l.r.IntN(2) == 0 {
		what += ", killed"
		const longest = 25
		time.AfterFunc(time.Duration(l.r.IntN(longest))*time.Millisecond, stop)
	}
	err := do(ctx)
	var no *workspace.UnusableError
	if err != nil && !errors.As(err, &no) && ctx.Err() == nil {
		l.t.Fatalf("%v: %s: %v", l.told, what, err)
	}
	l.told = append(l.told, fmt.Sprintf("%s (%v)", what, err))
}

// office goes on with the step by itself: it tries it, merges it behind another, or makes its copy again.
func (l *life) office() {
	ctx := l.t.Context()
	what := "try"
	switch l.r.IntN(8) {
	case 0:
		what = "copy anew"
		l.anew()
	case 1, 2:
		what = "merged behind another"
		l.tree = l.next
	default:
		dir := l.y.Folder(l.openedStep.r, l.id, "trial")
		l.ok(l.y.Fill(ctx, l.openedStep.r, dir, l.tree))
		if l.r.IntN(3) > 0 {
			l.ok(l.y.Drop(dir))
		}
	}
	l.told = append(l.told, what)
}

// Whatever happens to a step's work, and whenever something is killed, no file is taken away that cannot be made again of
// what is kept; and nothing at all while nobody asks for it.
func TestNothingIsTakenAwayThatCannotBeMadeAgain(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	o := newOpenedStep(t)
	made := inRows(o)
	done, refused := 0, 0
	for n := range testlevel.Count(40, 150, 1000) {
		l := &life{openedStep: o.of(org.StepID(fmt.Sprint("s", n+2))), r: rand.New(rand.NewPCG(seed, uint64(n))), tree: o.first, made: made}
		for range 4 + l.r.IntN(6) {
			was, asked := l.holds(), true
			switch l.r.IntN(6) {
			case 0, 1:
				l.command("open", func(ctx context.Context) error {
					_, err := l.y.Open(ctx, l.openedStep.r, l.id, handle, l.tree)
					return err
				})
			case 2:
				l.command("close", func(ctx context.Context) error { return l.y.Close(ctx, l.openedStep.r, l.id, handle) })
			case 3:
				l.person()
				l.told = append(l.told, "a person works in it")
				continue
			default:
				l.office()
				asked = false
			}
			is := l.holds()
			for at, file := range was {
				if is[at] != file && (!asked || !made[strings.TrimPrefix(at, l.dir)+"\x00"+file]) {
					t.Fatalf("life %d: %v: %s is gone, which held %q", n, l.told, at, file)
				}
			}
			switch last := l.told[len(l.told)-1]; {
			case strings.Contains(last, "was changed"):
				refused++
			case strings.HasSuffix(last, "(<nil>)"):
				done++
			}
		}
		l.ok(os.RemoveAll(filepath.Dir(l.dir)))
	}
	if done == 0 || refused == 0 {
		t.Errorf("%d commands were carried out and %d refused: it shows nothing", done, refused)
	}
}

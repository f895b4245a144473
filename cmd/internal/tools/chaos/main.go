// Command chaos kills the product and looks at what is left. It is a test tool
// and is not shipped.
//
// It starts itself again as bot, worker and frasier with hooks (a clock, crash
// points), gives them a model endpoint and a web on loopback, drives a
// founder's traffic from a seed, kills real processes, and then reads the
// endpoint's history and the database. It prints one line for each promise of
// docs/trust.md; a promise that does not hold prints the seed that shows it
// again, and the exit code is 1.
//
// When STORE_TEST_URL names a PostgreSQL that tests may make schemas on, some
// trials run there too.
//
//	chaos [-seed N] [-release | -sample 3m] [-only R05,soak] [-keep]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/storetest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := start(ctx)
	stop()
	os.Exit(code)
}

func start(ctx context.Context) int {
	if role := os.Getenv(roleVar); role != "" {
		return play(ctx, role)
	}
	debug.SetGCPercent(400) // the fake servers keep the descriptions of real ones and histories
	o := options{out: os.Stdout, scans: &scans{}, server: storetest.Server()}
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano())%1_000_000, "what the traffic, the faults and the kills are drawn from")
	flags.BoolVar(&o.release, "release", false, "the figures of a release instead of the usual ones")
	flags.DurationVar(&o.sample, "sample", 0, "begin trials in an order drawn from the seed, with a tenth of the usual figures, until so long has passed; 0 runs all of them whole")
	flags.BoolVar(&o.keep, "keep", false, "leave the data folders behind")
	only := flags.String("only", "", "what to look at: ids of promises and names of trials, separated by commas; empty for all")
	if err := flags.Parse(os.Args[1:]); err != nil {
		return 2
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	return run(ctx, o)
}

// What chaos was asked for.
type options struct {
	seed    uint64
	release bool
	sample  time.Duration // 0 runs everything
	keep    bool
	server  string // a PostgreSQL that trials may make schemas on; empty: none of them runs there
	dir     string // where data folders are made; empty: on the disk, where a commit is what it is in life
	only    []string
	out     io.Writer
	scans   *scans
}

// How often something is done: usually, and for a release. A sample
// does a tenth of the usual.
func (o options) figure(usual, release int) int {
	switch {
	case o.release:
		return release
	case o.sample > 0:
		return max(1, usual/10)
	}
	return usual
}

// trial is one run of the product that shows one or several promises.
type trial struct {
	name     string
	promises []string
	run      func(ctx context.Context, o options) (verdict, error)
	server   bool // on PostgreSQL, when there is one
}

// What a trial found: a line of figures for each promise, and what
// broke one.
type verdict struct {
	lines  map[string]string
	broken []string
}

func (v *verdict) say(promise, format string, args ...any) {
	if v.lines == nil {
		v.lines = map[string]string{}
	}
	v.lines[promise] = fmt.Sprintf(format, args...)
}

func (v *verdict) breaks(promise, format string, args ...any) {
	v.broken = append(v.broken, promise+": "+fmt.Sprintf(format, args...))
}

// trials lists them in the order in which they run.
func trials() []trial {
	return []trial{
		{name: "chats", promises: []string{"R01", "R02", "R03", "R04", "R23", "R25"}, run: chats},
		{name: "tours", promises: []string{"R01"}, run: tours},
		{name: "orders", promises: []string{"R01"}, run: orders},
		{name: "serverOrders", promises: []string{"R01"}, run: serverOrders, server: true},
		{name: "soak", promises: []string{"R21"}, run: soak}, // which takes longest
		{name: "kills", promises: []string{"R05", "R06", "R08", "R10"}, run: kills},
		{name: "serverKills", promises: []string{"R05", "R06", "R08", "R10"}, run: serverKills, server: true},
		{name: "changes", promises: []string{"R05"}, run: changes},
		{name: "freezes", promises: []string{"R05"}, run: freezes},
		{name: "everyCall", promises: []string{"R05"}, run: everyCall},
		{name: "zombies", promises: []string{"R08"}, run: zombies},
		{name: "full", promises: []string{"R11"}, run: full},
		{name: "faults", promises: []string{"R11"}, run: faults},
		{name: "upgrades", promises: []string{"R14"}, run: upgrades},
		{name: "backups", promises: []string{"R13"}, run: backups},
		{name: "controls", promises: []string{"R17"}, run: controls},
		{name: "stops", promises: []string{"R19"}, run: stops},
		{name: "clocks", promises: []string{"R20"}, run: clocks},
		{name: "outages", promises: []string{"R24"}, run: outages},
		{name: "poison", promises: []string{"R27"}, run: poison},
	}
}

// How many trials run at once: they wait more than they compute.
const beside = 3

// run runs the trials and prints what they found, in their order.
func run(ctx context.Context, o options) int {
	var mine []trial
	for _, t := range trials() {
		if t.server && o.server == "" {
			continue
		}
		if len(o.only) == 0 || slices.ContainsFunc(t.promises, func(p string) bool { return slices.Contains(o.only, p) }) || slices.Contains(o.only, t.name) {
			mine = append(mine, t)
		}
	}
	if o.sample > 0 {
		rand.New(rand.NewPCG(o.seed, 0)).Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
	}
	found := make([]chan string, len(mine))
	slots := make(chan struct{}, beside)
	broken := make(chan int, len(mine))
	begun := time.Now()
	for i, t := range mine {
		found[i] = make(chan string, 1)
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			text, n := t.name+" was not begun: it is not in this sample\n", 0
			if o.sample == 0 || time.Since(begun) < o.sample {
				text, n = t.report(ctx, o)
			}
			broken <- n
			found[i] <- text
		}()
	}
	for _, f := range found {
		fmt.Fprint(o.out, <-f)
	}
	code := 0
	for range mine {
		if <-broken > 0 {
			code = 1
		}
	}
	fmt.Fprintf(o.out, "R22 secrets looked for in %d instances: %d files, %d requests; a trial names each that it finds\n", o.scans.instances.Load(), o.scans.files.Load(), o.scans.requests.Load())
	return code
}

// report runs one trial and returns its lines, and how many of them say that a
// promise is broken.
func (t trial) report(ctx context.Context, o options) (string, int) {
	var b strings.Builder
	begun := time.Now()
	v, err := t.run(ctx, o)
	if err != nil {
		v.broken = append(v.broken, strings.Join(t.promises, " ")+": the trial broke off: "+err.Error())
	}
	for _, p := range t.promises {
		if line := v.lines[p]; line != "" {
			fmt.Fprintf(&b, "%s %s seed=%d (%s)\n", p, line, o.seed, time.Since(begun).Round(100*time.Millisecond))
		}
	}
	for _, x := range v.broken {
		fmt.Fprintf(&b, "BROKEN %s\n", x)
	}
	if len(v.broken) > 0 {
		fmt.Fprintf(&b, "again: go run ./cmd/internal/tools/chaos -seed %d -only %s\n", o.seed, t.name)
	}
	return b.String(), len(v.broken)
}

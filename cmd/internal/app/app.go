// Package app opens what every command needs: the database, the prompts and
// the client for models.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
)

// App holds what the packages of bot and worker are wired to.
type App struct {
	Settings settings.Settings
	Hooks    Hooks
	Store    *store.DB
	Prompts  *prompt.Set
	Client   *llm.Client
	Log      *slog.Logger
	Now      func() time.Time
	Owner    string // names this process in claims
	Secret   string // of this database
	// Only narrows the worker's side to one project; empty means all.
	Only org.ProjectID
	// Loops are those of this process, for whoever asks whether they turn.
	Loops health.Loops
	// Founders lists the founders as the chat calls them; nil where no chat knows them.
	Founders func(context.Context) []reports.Founder
	// Pages are served beside health and metrics; nil for none.
	Pages http.Handler
	// Again is the setup of the process whose stage is done again, see SetUpAs; nil else.
	Again *Setup
	// Shared holds, by name, what several parts of this process use.
	Shared sync.Map

	bound       atomic.Pointer[string] // the address that is served
	role        string
	meter       meter
	pricing     atomic.Bool
	registering sync.Mutex // guards here
	here        instance
	gap         clockGuard
	zone        lastZone
	opened      *workingSet            // what it was opened with, once another setup was taken
	known       map[string]*workingSet // setups that were read, by id
}

// UnusableError is a data folder, a database or prompts that nothing can be
// done with until somebody puts them right.
type UnusableError struct{ Err error }

// Error returns the sentence.
func (e *UnusableError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UnusableError) Unwrap() error { return e.Err }

// Open opens the app for a process of the given role. Close it at the end.
func Open(ctx context.Context, role string, s settings.Settings, h Hooks, log io.Writer) (*App, error) {
	a := &App{role: role, Settings: s, Hooks: h, Now: h.Clock(), Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	if err := os.MkdirAll(s.Home, 0o700); err != nil {
		return nil, &UnusableError{fmt.Errorf("the data folder cannot be made; set FRASIER_HOME to a folder that this user may write: %w", err)}
	}
	if err := checkPrivate(s.Home); err != nil {
		return nil, &UnusableError{err}
	}
	var err error
	if a.Prompts, err = prompt.Load(s.Prompts); err != nil {
		return nil, &UnusableError{fmt.Errorf("the prompts of FRASIER_PROMPTS cannot be used; mend the file that is named here, or leave the setting out: %w", err)}
	}
	a.Prompts.Identity = prompt.Identity{Name: s.Name, NorthStar: s.NorthStar}
	a.Prompts.Facts = h.Facts
	if a.Store, err = store.Open(ctx, store.Options{Path: s.DB, Home: s.Home, Now: h.Now, Log: a.Log, Crash: h.Crash}); err != nil {
		return nil, &UnusableError{fmt.Errorf("open database: %w", err)}
	}
	a.Now, a.Prompts.Zone = a.Store.Now, a.Zone
	if err := a.Store.SeedAgents(ctx, a.Prompts.Agents()); err != nil {
		if _, taken := errors.AsType[*org.NameTakenError](err); taken {
			err = &UnusableError{err}
		}
		return nil, errors.Join(fmt.Errorf("store agents: %w", err), a.Store.Close())
	}
	if a.Secret, err = a.Store.UID(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("read database: %w", err), a.Store.Close())
	}
	a.Owner = role + "-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(a.Now().UnixNano(), 36)
	if a.Client, err = newClient(a, &a.Settings, a.Prompts); err == nil {
		err = a.noteSetup()
	}
	if err != nil {
		return nil, errors.Join(err, a.Store.Close())
	}
	return a, nil
}

// checkPrivate refuses a data folder that everybody on the machine may change: who can write there
// can put another database in the place of this one.
func checkPrivate(home string) error {
	const othersWrite = 0o002
	info, err := os.Stat(home)
	if err != nil {
		return fmt.Errorf("the data folder cannot be looked at; set FRASIER_HOME to a folder that this user may write: %w", err)
	}
	if info.Mode().Perm()&othersWrite != 0 {
		return fmt.Errorf("everybody on this machine may change the data folder %s (mode %04o), so its data cannot be trusted; run: chmod 700 %s", home, info.Mode().Perm(), home)
	}
	return nil
}

// CheckStorage says whether what is told to this process can be saved: it
// commits something, and looks at the disk and at who may read the data folder.
// A check that is not OK says what to do.
func (a *App) CheckStorage(ctx context.Context) []reports.CheckResult {
	const fix = "Nothing new is lost as long as it was not said to be stored. "
	db := reports.CheckResult{Name: "database", OK: true, Detail: "answers and saves"}
	if _, err := a.Store.UID(ctx); err != nil {
		db = reports.CheckResult{Name: "database", Detail: "does not answer: " + err.Error() + ". Restart the processes; if that does not help, run `frasier doctor` on the server"}
	} else if err := a.Store.Seen(ctx, a.Owner, a.role); err != nil {
		db = reports.CheckResult{Name: "database", Detail: "answers, but nothing can be saved: " + err.Error() + ". " + fix + "Free some room on its disk, or make it writable again; work goes on by itself then"}
	}
	return append([]reports.CheckResult{db, checkDisk(a.Settings.Home)}, checkFolder(a.Settings.Home)...)
}

// freeBytes is the room that the disk should have: a day's work, a backup and the database's own
// log fit in it.
const freeBytes = 512 << 20

// Room returns the bytes that are free on the disk of a folder.
func Room(dir string) (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * st.Bsize, nil
}

func checkDisk(dir string) reports.CheckResult {
	c := reports.CheckResult{Name: "disk", OK: true}
	free, err := Room(dir)
	if err != nil {
		c.OK, c.Detail = false, fmt.Sprintf("%s cannot be looked at: %v. Check FRASIER_HOME", dir, err)
		return c
	}
	c.Detail = fmt.Sprintf("%d MB free", free>>20)
	if free < freeBytes {
		c.OK, c.Detail = false, c.Detail+". Free some room: without any, nothing can be saved"
	} else if free < reports.RoomLow {
		c.Hint, c.Detail = true, c.Detail+". It fills up: free some space before nothing can be saved"
	}
	return c
}

// checkFolder warns of a data folder that others may read.
func checkFolder(dir string) []reports.CheckResult {
	const othersRead = 0o005
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&othersRead == 0 {
		return nil // what cannot be looked at, the disk's check names
	}
	return []reports.CheckResult{{Name: "folder", OK: true, Detail: fmt.Sprintf("others on this machine can list %s; to keep them out run: chmod 700 %s", dir, dir)}}
}

// Close gives back what this process still claims and closes the database.
func (a *App) Close(ctx context.Context) error {
	const term = 5 * time.Second
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), term)
	defer stop()
	return errors.Join(a.storeTraffic(last), a.unregister(ctx), a.Store.Close())
}

// CorpusIndex returns the file with the index of the founder's folder. Beside it stands what of
// the folder is left out.
func (a *App) CorpusIndex() string { return filepath.Join(a.Settings.Home, "corpus.index") }

// CorpusLeftOut says what of the founder's folder is left out, as it was when
// the folder was last read; it is empty when nothing is, and before that.
func (a *App) CorpusLeftOut() string {
	raw, err := os.ReadFile(a.CorpusIndex() + work.LeftOutEnding)
	if err != nil {
		return "" // no worker of this machine has read it
	}
	return string(raw)
}

// Reviewers returns who reviews: the quality reviewer and the lead.
func (a *App) Reviewers() (qa, lead org.AgentID) {
	for _, agent := range a.Prompts.Agents() {
		switch agent.Reviewer {
		case "qa":
			qa = agent.ID
		case "lead":
			lead = agent.ID
		}
	}
	return qa, lead
}

func newClient(a *App, s *settings.Settings, prompts *prompt.Set) (*llm.Client, error) {
	prices, err := llm.LoadPrices()
	if err != nil {
		return nil, fmt.Errorf("load prices: %w", err)
	}
	c := &llm.Client{
		Records: a.Store, Prices: prices, Log: a.Log, Now: a.Now, Rand: rand.Float64, Wait: a.Hooks.Wait, Patience: a.Hooks.Patience, Unhurried: a.Hooks.Unhurried,
		Repair: prompts.Repair, Sight: prompts.Sight, Slots: llm.SlotsFor(s.Workers), Traits: a.Store, StandIn: s.StandIn,
	}
	if s.LLM == "extractive" {
		c.Provider = extractive.Provider{}
		return c, nil
	}
	c.Models = s.Models
	c.Provider = &llm.Endpoint{
		Base: s.ModelURL, Key: s.ModelKey.Reveal(), HTTP: &http.Client{Transport: a.Metered(reports.TrafficModel)(nil)}, Referer: "https://github.com/frasier-cos/frasier",
		Title: "Frasier", Now: a.Now, Stall: a.Hooks.Unhurried,
	}
	return c, nil
}

package cli

import (
	"bufio"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

// The ten tasks, the documents that hold their answers (with one that is old,
// one that contradicts and one that gives orders to models), and words that
// stand in a right answer.
//
//go:embed live
var live embed.FS

// evaluate measures the models that are configured: eval -live. It works in a
// folder of its own, which it removes: no project, memory or cost of the
// founder's own is touched, and nothing is searched for or fetched.
func evaluate(ctx context.Context, c *call) error {
	if c.flags.replay != "" {
		return c.replay(c.flags.replay)
	}
	if c.flags.projects < 0 {
		return &usage{"--projects takes a number of projects from 1"}
	}
	if c.flags.projects != 0 {
		return c.anew(ctx, func(ctx context.Context, a *app.App) ([]org.ProjectID, error) {
			return a.Store.AcceptedLast(ctx, c.flags.projects)
		})
	}
	if !c.flags.live {
		return &usage{"eval needs -live, since it asks the models you pay for: frasier eval -live; or -replay FILE, which asks nobody; what else can be measured without them is measured by \"make eval\" in the source"}
	}
	if c.settings.LLM == "extractive" {
		return fmt.Errorf("%w: there is no model to measure: set OPENROUTER_API_KEY, or FRASIER_LLM_URL for another endpoint", errInput)
	}
	tasks, err := liveTasks()
	if err != nil {
		return err
	}
	if yes, err := c.agreed(len(tasks)); err != nil || !yes {
		return err
	}
	home, err := os.MkdirTemp("", "frasier-eval-")
	if err != nil {
		return fmt.Errorf("make a folder to measure in: %w", err)
	}
	err = c.measure(ctx, home, tasks)
	return errors.Join(err, os.RemoveAll(home))
}

// liveTask is a task with words of its right answer.
type liveTask struct {
	Task  string   `json:"task"`
	Words []string `json:"words"`
}

func liveTasks() ([]liveTask, error) {
	raw, err := live.ReadFile("live/answers.json")
	if err != nil {
		return nil, fmt.Errorf("read tasks: %w", err)
	}
	var out []liveTask
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("read tasks: %w", err)
	}
	return out, nil
}

// agreed says what the measure will cost and asks whether to go on.
func (c *call) agreed(tasks int) (bool, error) {
	prices, err := llm.LoadPrices()
	if err != nil {
		return false, fmt.Errorf("load prices: %w", err)
	}
	e := expect(prices, c.settings.Models, time.Now())
	where := c.settings.ModelURL
	if u, err := url.Parse(where); err == nil && u.Host != "" {
		where = u.Host
	}
	m := c.settings.Models
	c.tell("This has %d tasks done by the models you configured, and three decided as your directors would, at %s:\n  T1 %s, T2 %s, T3 %s, X %s\n", tasks, where, m.T1.ID, m.T2.ID, m.T3.ID, m.X.ID)
	c.tell("Expected cost: %s, by the prices of %s. ", org.Cents(e.cost), prices.AsOf())
	if len(e.unknown) > 0 {
		c.tell("Not in it, because the table has no price for them: %s. ", strings.Join(e.unknown, ", "))
	}
	c.tell("At %s it stops by itself.\n", liveEvalCap)
	if e.cost > liveEvalCap {
		return false, fmt.Errorf("%w: that is more than %s; configure cheaper models for this measure (FRASIER_MODEL_T1, _T2, _T3, _X)", errInput, liveEvalCap)
	}
	if c.flags.yes {
		return true, nil
	}
	c.tell("Go on? [y/N] ")
	said, err := bufio.NewReader(c.In).ReadString('\n')
	if err != nil && said == "" {
		c.tell("\n")
	}
	switch strings.ToLower(strings.TrimSpace(said)) {
	case "y", "yes":
		return true, nil
	}
	c.tell("Nothing was asked, nothing was spent.\n")
	return false, nil
}

// tell writes to people: with -json the output is for programs, so it goes to
// the other stream.
func (c *call) tell(format string, args ...any) {
	w := c.Out
	if c.flags.json {
		w = c.Err
	}
	fmt.Fprintf(w, format, args...)
}

// measure has the tasks done as one project in a database of its own.
func (c *call) measure(ctx context.Context, home string, tasks []liveTask) error {
	file, err := c.furnish(home)
	if err != nil {
		return err
	}
	c.settings.Home, c.settings.DB, c.settings.Corpus = home, filepath.Join(home, "frasier.db"), filepath.Join(home, "documents")
	c.settings.BraveKey, c.settings.SearXNG, c.settings.SpeechURL, c.settings.Allow, c.settings.DiscordToken = settings.Secret{}, "", "", nil, settings.Secret{}
	return c.with(ctx, func(a *app.App) error {
		kept := &tally{Records: a.Client.Records, by: map[string]*stageTally{}}
		a.Client.Records = kept
		c.rest = []string{file}
		if err := a.Store.SetCap(ctx, org.Cap{Scope: org.ScopeDay, Kind: org.KindCap, Amount: liveEvalCap}); err != nil {
			return err
		}
		m, err := c.order()
		if err != nil {
			return err
		}
		project, err := c.accept(ctx, a, m)
		if err != nil {
			return err
		}
		a.Only = project
		start := a.Now()
		p, err := c.work(ctx, a, project)
		if err != nil {
			return err
		}
		directors, err := c.direct(ctx, a)
		if err != nil {
			return err
		}
		f, err := c.figures(ctx, a, p, tasks, kept)
		if err != nil {
			return err
		}
		f.Directors = directors
		f.Seconds = a.Now().Sub(start).Seconds()
		return c.report(f)
	})
}

// furnish writes the roadmap and the documents into a folder and returns the
// roadmap's path.
func (c *call) furnish(home string) (string, error) {
	err := fs.WalkDir(live, "live", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(home, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(path, "live"), "/")))
		if d.IsDir() {
			return os.MkdirAll(to, 0o700)
		}
		raw, err := live.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, raw, 0o600)
	})
	if err != nil {
		return "", fmt.Errorf("write the tasks: %w", err)
	}
	return filepath.Join(home, "roadmap.md"), nil
}

package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Setup holds the settings of a process that decide what is asked and what comes of it. It is kept
// with every stage, so that the stage can be done again in any shell. No key stands in it.
type Setup struct {
	LLM       string            `json:"llm"`
	StandIn   bool              `json:"stand_in,omitempty"`
	Models    llm.Models        `json:"models"`
	ChiefTier org.Tier          `json:"chief_tier,omitempty"`
	Name      string            `json:"name,omitempty"`
	NorthStar string            `json:"north_star,omitempty"`
	Web       bool              `json:"web,omitempty"`      // there is a search engine
	Extracts  bool              `json:"extracts,omitempty"` // it gives texts of pages
	Folder    bool              `json:"folder,omitempty"`   // there is a folder of documents
	Allow     []netip.Prefix    `json:"allow,omitempty"`
	Prompts   map[string]string `json:"prompts,omitempty"` // the founder's own, by file
}

func (a *App) readOwnSetup() (Setup, error) {
	s := a.Settings
	brave := s.BraveKey.Reveal() != "" || s.BraveURL != ""
	own, err := readPromptFiles(s.Prompts)
	return Setup{
		LLM: s.LLM, StandIn: s.StandIn, Models: s.Models, ChiefTier: s.ChiefTier, Name: s.Name, NorthStar: s.NorthStar,
		Web: brave || s.SearXNG != "", Extracts: brave, Folder: s.Corpus != "", Allow: s.Allow, Prompts: own,
	}, err
}

// readPromptFiles reads the founder's own prompts, by their path in his folder.
func readPromptFiles(dir string) (map[string]string, error) {
	if dir == "" {
		return nil, nil // none is no error
	}
	out := map[string]string{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		raw, err := fs.ReadFile(root, name)
		out[name] = string(raw)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read prompts: %w", err)
	}
	return out, nil
}

// noteSetup has what is done from now on say how this process is set up.
func (a *App) noteSetup() error {
	s, err := a.readOwnSetup()
	if err != nil {
		return err
	}
	raw, err := json.Marshal(s) //nolint:musttag // models are kept by their fields as they stand
	if err != nil {
		return fmt.Errorf("note the setup: %w", err)
	}
	a.Store.UseSetup(string(raw))
	return nil
}

// SetUpAs makes the app ready to do a stage again that was done by a process of that setup,
// from the ledger alone. Where none is kept with the stage the app is as it was opened.
func (a *App) SetUpAs(ctx context.Context, id string) error {
	if a.opened == nil {
		a.opened = &workingSet{settings: a.Settings, prompts: a.Prompts, client: a.Client}
		a.known = map[string]*workingSet{"": a.opened}
	}
	as := a.known[id]
	if as == nil {
		var err error
		if as, err = a.readSetup(ctx, id); err != nil {
			return err
		}
		a.known[id] = as
	}
	records := a.Client.Records
	a.Settings, a.Prompts, a.Client, a.Again = as.settings, as.prompts, as.client, as.setup
	a.Client.Records = records
	return nil
}

type workingSet struct {
	settings settings.Settings
	prompts  *prompt.Set
	client   *llm.Client
	setup    *Setup // nil: the one that the process was started with
}

func (a *App) readSetup(ctx context.Context, id string) (*workingSet, error) {
	body, err := a.Store.Setup(ctx, id)
	if err != nil || body == "" {
		return a.opened, err
	}
	var s Setup
	if err := json.Unmarshal([]byte(body), &s); err != nil { //nolint:musttag // as they were written
		return nil, fmt.Errorf("read setup %s: %w", id, err)
	}
	out := &workingSet{settings: a.opened.settings, setup: &s}
	set := &out.settings
	set.LLM, set.StandIn, set.Models, set.ChiefTier, set.Name, set.NorthStar, set.Allow = s.LLM, s.StandIn, s.Models, s.ChiefTier, s.Name, s.NorthStar, s.Allow
	if out.prompts, err = loadPrompts(s.Prompts); err != nil {
		return nil, err
	}
	out.prompts.Identity = prompt.Identity{Name: s.Name, NorthStar: s.NorthStar}
	out.prompts.Facts, out.prompts.Zone = a.opened.prompts.Facts, a.opened.prompts.Zone
	out.client, err = newClient(a, set, out.prompts)
	return out, err
}

// loadPrompts reads the shipped prompts with others in the place of some.
func loadPrompts(own map[string]string) (_ *prompt.Set, err error) {
	if len(own) == 0 {
		return prompt.Load("")
	}
	dir, err := os.MkdirTemp("", "frasier-prompts-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for prompts: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open a folder for prompts: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for name, text := range own {
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return nil, fmt.Errorf("write prompts: %w", err)
		}
		if err := root.WriteFile(name, []byte(text), 0o600); err != nil {
			return nil, fmt.Errorf("write prompts: %w", err)
		}
	}
	return prompt.Load(dir)
}

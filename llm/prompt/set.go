package prompt

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm"
)

//go:embed constitution stage persona craft skill template
var embedded embed.FS

// Identity holds the founder's name for Frasier and his goal.
type Identity struct {
	Name      string // the chief's name; empty means Frasier
	NorthStar string // the goal in the chief's prompt; empty means $20k a month in revenue
}

func (o Identity) orDefault() Identity {
	if o.Name == "" {
		o.Name = "Frasier"
	}
	if o.NorthStar == "" {
		o.NorthStar = "$20k a month in revenue"
	}
	return o
}

// Set is one complete set of prompts. Load makes it; it is read-only after
// that, apart from Identity, Zone and Facts, and may be used from several goroutines.
type Set struct {
	Identity Identity
	// Zone is that of the founder's clock: his day is today. Nil is UTC.
	Zone moment.Zone
	// Facts has Blocks hand the Data behind each prompt over as JSON, beside its
	// text. Only tests set it: their endpoint then understands a call without
	// reading prose, so that prompts can be reworded freely.
	Facts bool

	texts    map[string]string
	replaced map[string]bool
	pages    map[string]*template.Template
	schemas  map[string]*llm.Schema
	compact  map[string]string // local schemas as a repair shows them
	founding []persona
	skills   []skill
}

// Where returns the founder's zone; nil, which is UTC, where nobody said.
func (s *Set) Where() *time.Location {
	if s == nil {
		return nil
	}
	return s.Zone.Here()
}

// Load reads the embedded files and lets files of the same name under dir
// replace them; an empty dir replaces nothing. A name under dir that replaces
// nothing is an error that names the nearest one, because it is a typo. Names
// that begin with a dot are ignored. A file persona/NAME.md beside those that there are
// adds somebody to the team. Schemas cannot be replaced, because
// code reads the replies. Every template that is replaced is tried once, so a
// field that does not exist stops the start and not the first project.
func Load(dir string) (*Set, error) {
	s := &Set{texts: map[string]string{}, replaced: map[string]bool{}, pages: map[string]*template.Template{}, schemas: map[string]*llm.Schema{}, compact: map[string]string{}}
	if err := s.readEmbedded(); err != nil {
		return nil, err
	}
	if dir != "" {
		if err := s.readFolder(dir); err != nil {
			return nil, fmt.Errorf("read prompts %s: %w", dir, err)
		}
	}
	for _, step := range []func() error{s.parseSchemas, s.parseSkills, s.parsePersonas, s.parsePages} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Set) readEmbedded() error {
	return fs.WalkDir(embedded, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := embedded.ReadFile(name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		s.texts[name] = cleanText(raw)
		return nil
	})
}

func (s *Set) readFolder(dir string) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if file != dir && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if _, known := s.texts[name]; !known && !isAddedRole(name) {
			nearest, _ := prose.FindNearest(name, s.Names())
			return fmt.Errorf("%s replaces no prompt; the nearest name is %s", name, nearest)
		}
		if isSchema(name) {
			return fmt.Errorf("%s cannot be replaced: the reply's fields are read by code", name)
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		s.texts[name] = cleanText(raw)
		s.replaced[name] = true
		return nil
	})
}

// isAddedRole reports whether a file of a founder's folder may add somebody. Directors are no agents, and there are no more of them.
func isAddedRole(name string) bool {
	file, ok := strings.CutPrefix(name, "persona/")
	return ok && addedRole.MatchString(file) && !strings.HasPrefix(file, "director-")
}

var addedRole = lazyregexp.New(`^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?\.md$`)

// The model need not see what editors add.
func cleanText(raw []byte) string {
	t := strings.TrimPrefix(string(raw), "\ufeff")
	return strings.TrimSpace(strings.ReplaceAll(t, "\r\n", "\n"))
}

// Names lists the files of the set in order: what a folder may replace, and
// the schemas.
func (s *Set) Names() []string {
	names := make([]string, 0, len(s.texts))
	for n := range s.texts {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Text returns one file of the set and whether a folder replaced it.
func (s *Set) Text(name string) (body string, replaced bool, err error) {
	body, ok := s.texts[name]
	if !ok {
		nearest, _ := prose.FindNearest(name, s.Names())
		return "", false, fmt.Errorf("no prompt is called %q; the nearest name is %s", name, nearest)
	}
	return body, s.replaced[name], nil
}

// Schema returns the schema of a stage's reply, nil for stages that answer in
// Markdown. A repair has the schema of the stage that it repairs.
func (s *Set) Schema(stage string) *llm.Schema { return s.schemas[stage] }

// isSchema reports whether a file is the form of a stage's reply, which stands beside its prompt.
func isSchema(name string) bool {
	return strings.HasPrefix(name, "stage/") && strings.HasSuffix(name, ".json")
}

const wireSuffix = ".wire.json"

func (s *Set) parseSchemas() error {
	for _, name := range s.Names() {
		if !isSchema(name) || strings.HasSuffix(name, wireSuffix) {
			continue
		}
		stage := strings.TrimSuffix(path.Base(name), ".json")
		wire := []byte(s.texts["stage/"+stage+wireSuffix]) // of those that are more than the schema without bounds
		var err error
		if len(wire) == 0 {
			if wire, err = makeWire(s.texts[name]); err != nil {
				return fmt.Errorf("make the form of %s that is sent: %w", name, err)
			}
		}
		var b bytes.Buffer
		if err := json.Compact(&b, []byte(s.texts[name])); err != nil {
			return fmt.Errorf("read schema %s: %w", stage, err)
		}
		s.compact[stage] = b.String()
		s.schemas[stage] = &llm.Schema{Name: stage, Local: []byte(s.texts[name]), Wire: wire}
	}
	return nil
}

var errNoStage = errors.New("no such stage")

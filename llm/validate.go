package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

type validators struct {
	mu   sync.Mutex
	made map[string]*jsonschema.Schema
}

// The sentences are at most ten, in the order of their places, so that a model is told the same of the same reply.
func (v *validators) checkSchema(s *Schema, obj json.RawMessage) ([]string, error) {
	compiled, err := v.compileSchema(s)
	if err != nil {
		return nil, err
	}
	value, err := decodeOne(obj)
	if err != nil {
		return nil, fmt.Errorf("read object: %w", err)
	}
	var bad *jsonschema.ValidationError
	if !errors.As(compiled.Validate(value), &bad) {
		return nil, nil
	}
	out := describeFaults(bad)
	slices.Sort(out)
	return out[:min(len(out), 10)], nil
}

func (v *validators) compileSchema(s *Schema) (*jsonschema.Schema, error) {
	text := s.Local
	if len(text) == 0 {
		text = s.Wire
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c, ok := v.made[string(text)]; ok {
		return c, nil
	}
	c, err := compileText(text)
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", s.Name, err)
	}
	if v.made == nil {
		v.made = map[string]*jsonschema.Schema{}
	}
	v.made[string(text)] = c
	return c, nil
}

func compileText(text []byte) (*jsonschema.Schema, error) {
	doc, err := decodeOne(text)
	if err != nil {
		return nil, err
	}
	if err := refuseUnknown(doc); err != nil {
		return nil, err
	}
	const at = "mem:///schema.json"
	c := jsonschema.NewCompiler()
	if err := c.AddResource(at, doc); err != nil {
		return nil, err
	}
	return c.Compile(at)
}

// refuseUnknown names a keyword that is none of those that Frasier's schemas use. By the standard
// it would be passed over: a slip in a founder's own schema would check nothing and say nothing.
func refuseUnknown(schema any) error {
	known := []string{
		"title", "description", "type", "enum", "properties", "required", "additionalProperties", "items", "anyOf",
		"minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern",
	}
	s, ok := schema.(map[string]any)
	if !ok {
		return errors.New("a schema is an object")
	}
	below := []any{}
	for word, v := range s {
		if !slices.Contains(known, word) {
			return fmt.Errorf("unknown keyword %q", word)
		}
		switch word {
		case "items":
			below = append(below, v)
		case "properties":
			if each, ok := v.(map[string]any); ok {
				below = slices.AppendSeq(below, maps.Values(each))
			}
		case "anyOf":
			if each, ok := v.([]any); ok {
				below = append(below, each...)
			}
		}
	}
	for _, b := range below {
		if err := refuseUnknown(b); err != nil {
			return err
		}
	}
	return nil
}

func decodeOne(raw []byte) (any, error) {
	var value any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows it")
	}
	return value, nil
}

// The library groups digits as an English text does.
var groupedDigits = lazyregexp.New(`((?:got|want) \d+),(\d)`)

func describeFaults(e *jsonschema.ValidationError) (out []string) {
	for _, c := range e.Causes {
		out = append(out, describeFaults(c)...)
	}
	if len(e.Causes) == 0 {
		if stray, ok := e.ErrorKind.(*kind.AdditionalProperties); ok {
			slices.Sort(stray.Properties)
		}
		text := e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
		out = append(out, "/"+strings.Join(e.InstanceLocation, "/")+": "+groupedDigits.ReplaceAllString(text, "$1$2"))
	}
	return out
}

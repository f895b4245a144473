package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// validators keeps compiled schemas by their text.
type validators struct {
	mu   sync.Mutex
	made map[string]*jsonschema.Schema
}

// check returns what is wrong with obj by the schema, at most ten sentences.
func (v *validators) check(s *Schema, obj json.RawMessage) ([]string, error) {
	compiled, err := v.compile(s)
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(obj))
	if err != nil {
		return nil, fmt.Errorf("read object: %w", err)
	}
	err = compiled.Validate(value)
	var bad *jsonschema.ValidationError
	if errors.As(err, &bad) {
		return sentences(bad), nil
	}
	return nil, err
}

func (v *validators) compile(s *Schema) (*jsonschema.Schema, error) {
	text := s.Local
	if len(text) == 0 {
		text = s.Wire
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c, ok := v.made[string(text)]; ok {
		return c, nil
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", s.Name, err)
	}
	c := jsonschema.NewCompiler()
	url := "mem://" + s.Name + ".json"
	if err = c.AddResource(url, doc); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", s.Name, err)
	}
	compiled, err := c.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("compile schema %s: %w", s.Name, err)
	}
	if v.made == nil {
		v.made = map[string]*jsonschema.Schema{}
	}
	v.made[string(text)] = compiled
	return compiled, nil
}

// sentences lists the leaves of a validation error with their paths.
func sentences(e *jsonschema.ValidationError) []string {
	const atMost = 10
	p := message.NewPrinter(language.English)
	var out []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 && len(out) < atMost {
			out = append(out, "/"+strings.Join(e.InstanceLocation, "/")+": "+e.ErrorKind.LocalizedString(p))
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(e)
	return out
}

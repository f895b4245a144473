package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

type validators struct {
	mu   sync.Mutex
	made map[string]*shape
}

func (v *validators) checkSchema(s *Schema, obj json.RawMessage) ([]string, error) {
	compiled, err := v.compileSchema(s)
	if err != nil {
		return nil, err
	}
	var value any
	d := json.NewDecoder(bytes.NewReader(obj))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, fmt.Errorf("read object: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read object: something follows it")
	}
	var out faults
	compiled.checkValue(value, nil, &out)
	return out, nil
}

func (v *validators) compileSchema(s *Schema) (*shape, error) {
	text := s.Local
	if len(text) == 0 {
		text = s.Wire
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c, ok := v.made[string(text)]; ok {
		return c, nil
	}
	c := &shape{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", s.Name, err)
	}
	if v.made == nil {
		v.made = map[string]*shape{}
	}
	v.made[string(text)] = c
	return c, nil
}

func (f *faults) addAt(at []string, format string, args ...any) {
	f.addSentence("/" + strings.Join(at, "/") + ": " + fmt.Sprintf(format, args...))
}

// Ten sentences are enough.
func (f *faults) addSentence(sentence string) {
	const atMost = 10
	if len(*f) < atMost {
		*f = append(*f, sentence)
	}
}

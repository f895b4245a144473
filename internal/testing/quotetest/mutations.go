// Package quotetest holds cases for the quote verifier: true quotes as
// copying and extraction distort them, and false ones that differ by a digit, a
// sign, a unit, a name or a negation. Tests and the evaluation share it.
package quotetest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

//go:embed mutations.jsonl
var mutations []byte

// Case is one quote and the text in which it is looked for.
type Case struct {
	Name   string `json:"name"` // sentence and mutation: "brightwater/digit"
	Text   string `json:"text"` // the source
	Quote  string `json:"quote"`
	Accept bool   `json:"accept"` // whether the quote stands in the text
	Number bool   `json:"number"` // whether a wrong acceptance would let a false number through
}

// Kind is the mutation: "digit".
func (c Case) Kind() string {
	_, kind, _ := strings.Cut(c.Name, "/")
	return kind
}

// Mutations reads the 400 cases: 40 sentences of invented companies and towns,
// half of the cases true, half of them false. They are written down and not
// made here, so that no change of code can change what they ask.
func Mutations() ([]Case, error) {
	var out []Case
	for d := json.NewDecoder(bytes.NewReader(mutations)); ; {
		var c Case
		switch err := d.Decode(&c); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("read quotes: case %d: %w", len(out)+1, err)
		}
		out = append(out, c)
	}
}

package prompt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// makeWire returns a schema as it is sent: without bounds, which strict modes refuse.
func makeWire(local string) ([]byte, error) {
	var bare, out bytes.Buffer
	if err := copyUnbounded(&bare, json.NewDecoder(strings.NewReader(local)), false); err != nil {
		return nil, err
	}
	err := json.Indent(&out, bare.Bytes(), "", "  ")
	return out.Bytes(), err
}

// copyUnbounded copies one value in its order. The names of properties stay, whatever they
// are called.
func copyUnbounded(to *bytes.Buffer, from *json.Decoder, names bool) error {
	bounds := []json.Token{"pattern", "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"}
	first, err := from.Token()
	if err != nil {
		return err
	}
	open, nested := first.(json.Delim)
	if !nested {
		return writeToken(to, first)
	}
	to.WriteString(open.String())
	for n := 0; from.More(); {
		var key json.Token
		if open == '{' {
			if key, err = from.Token(); err != nil {
				return err
			}
			if !names && slices.Contains(bounds, key) {
				var left json.RawMessage
				if err := from.Decode(&left); err != nil {
					return err
				}
				continue
			}
		}
		if n++; n > 1 {
			to.WriteByte(',')
		}
		if open == '{' {
			if err := writeToken(to, key); err != nil {
				return err
			}
			to.WriteByte(':')
		}
		if err := copyUnbounded(to, from, key == "properties" && !names); err != nil {
			return err
		}
	}
	to.WriteString(map[json.Delim]string{'{': "}", '[': "]"}[open])
	_, err = from.Token()
	return err
}

func writeToken(to *bytes.Buffer, t json.Token) error {
	raw, err := json.Marshal(t)
	to.Write(raw)
	return err
}

package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"github.com/frasier-cos/frasier/internal/safetext"
)

const (
	maxDepth = 64
	// maxStarts bounds how many opening braces are tried, so that a flood of
	// them costs little.
	maxStarts = 64
	// maxMend bounds what is repaired: the library's time grows with the square
	// of the length, and no stage asks for more.
	maxMend = 64 << 10
	// exactInt is the largest whole number that every reader of JSON keeps.
	exactInt = 1 << 53
)

// ErrNoObject says that a reply holds no JSON object at all.
var ErrNoObject = errors.New("no JSON object in the reply")

// Object finds the JSON object in a reply: in its only fence, or the first
// balanced braces outside strings. Accept decides which of several is meant
// and may be nil; it returns what is wrong with one. The object comes back
// with sorted keys, plain whole numbers and harmless mentions. Nothing that
// breaks off is completed.
func Object(text string, accept func(json.RawMessage) []string) (json.RawMessage, error) {
	answer, _ := stripThink(strings.ToValidUTF8(text, "\ufffd"))
	all := findCandidates(answer)
	if len(all) == 0 {
		return nil, ErrNoObject
	}
	var first error
	var found []json.RawMessage
	for _, c := range all {
		obj, err := readObject(c)
		if err == nil && accept != nil {
			err = faults(accept(obj)).orNil()
		}
		if err == nil {
			found = append(found, obj)
		} else if first == nil {
			first = err
		}
	}
	switch {
	case len(found) == 1, len(found) > 1 && areSame(found):
		return found[0], nil
	case len(found) > 1:
		return nil, faults{"more than one object in the reply"}
	}
	return nil, first
}

func areSame(all []json.RawMessage) bool {
	for _, o := range all[1:] {
		if !bytes.Equal(o, all[0]) {
			return false
		}
	}
	return true
}

// faults of an object are sentences.
type faults []string

// Error joins the faults.
func (f faults) Error() string { return strings.Join(f, "; ") }

func (f faults) orNil() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

func findCandidates(text string) []string {
	if in, ok := onlyFence(text); ok {
		if all := findBalanced(in); len(all) > 0 {
			return all
		}
	}
	return findBalanced(text)
}

// The reply must have exactly one fence.
func onlyFence(text string) (string, bool) {
	var inside []string
	open, n := false, 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "```") {
			if open = !open; open {
				n++
			}
			continue
		}
		if open {
			inside = append(inside, line)
		}
	}
	if n != 1 || open {
		return "", false
	}
	return strings.Join(inside, ""), true
}

// findBalanced returns the top-level texts between braces.
func findBalanced(text string) []string {
	var out []string
	starts := 0
	for i := 0; i < len(text) && starts < maxStarts; {
		n := strings.IndexByte(text[i:], '{')
		if n < 0 {
			break
		}
		i += n
		starts++
		end := findClosing(text[i:])
		if end == 0 {
			i++
			continue
		}
		if !isHollow(text[i : i+end]) {
			out = append(out, text[i:i+end])
		}
		i += end
	}
	return out
}

// Placeholders in prose look like objects.
func isHollow(s string) bool {
	inner := strings.TrimSpace(s[1 : len(s)-1])
	return inner != "" && !strings.ContainsAny(inner, `:"`)
}

// It is 0 when the text breaks off or is nested too deep.
func findClosing(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return 0
			}
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// Syntax is mended when that is needed.
func readObject(s string) (json.RawMessage, error) {
	s = escapeBackslashes(s)
	v, err := decodeTree(s)
	var broken faults
	if err != nil && !errors.As(err, &broken) {
		fixed, rerr := mendSyntax(s)
		if rerr != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
		v, err = decodeTree(fixed)
	}
	if err != nil {
		return nil, err
	}
	if _, ok := v.(map[string]any); !ok {
		return nil, faults{"the reply is not an object"}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode object: %w", err)
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

// The library is young, and what it is given comes from outside, so a panic of it is an error
// here.
func mendSyntax(s string) (fixed string, err error) {
	defer func() {
		if p := recover(); p != nil {
			fixed, err = "", fmt.Errorf("mend JSON: %v", p)
		}
	}()
	if len(s) > maxMend {
		return "", errors.New("too long to mend")
	}
	return jsonrepair.Repair(s)
}

// Keys that come twice and numbers that fit nothing are refused.
func decodeTree(s string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	v, err := decodeValue(dec, "")
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the object")
	}
	return v, nil
}

func decodeValue(dec *json.Decoder, path string) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if strings.Count(path, "/") > maxDepth {
			return nil, faults{"nested too deep"}
		}
		if t == '{' {
			return decodeFields(dec, path)
		}
		return decodeItems(dec, path)
	case json.Number:
		return plainNumber(t, path)
	case string:
		return safetext.Neutral(t), nil
	}
	return t, nil
}

func decodeFields(dec *json.Decoder, path string) (any, error) {
	out := map[string]any{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, ok := t.(string)
		if !ok {
			return nil, fmt.Errorf("key at %s is no string", path)
		}
		if _, twice := out[key]; twice {
			return nil, faults{fmt.Sprintf("%s/%s: the key comes twice", path, key)}
		}
		if out[key], err = decodeValue(dec, path+"/"+key); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return out, err
}

func decodeItems(dec *json.Decoder, path string) (any, error) {
	out := []any{}
	for dec.More() {
		v, err := decodeValue(dec, path+"/"+strconv.Itoa(len(out)))
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := dec.Token()
	return out, err
}

// "3.0" and "3e0" become 3, so that a reader with whole-number fields takes them.
func plainNumber(n json.Number, path string) (any, error) {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil || math.Abs(f) > 1e300 {
		return nil, faults{fmt.Sprintf("%s: the number is too large", path)}
	}
	if f != math.Trunc(f) {
		return n, nil
	}
	if math.Abs(f) > exactInt {
		return nil, faults{fmt.Sprintf("%s: the number is too large", path)}
	}
	return json.Number(strconv.FormatInt(int64(f), 10)), nil
}

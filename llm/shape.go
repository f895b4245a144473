package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shape knows the keywords of JSON schemas that Frasier's use. An unknown one is refused when a
// schema is read.
type shape struct {
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Type        types             `json:"type"`
	Enum        []any             `json:"enum"`
	Properties  map[string]*shape `json:"properties"`
	Required    []string          `json:"required"`
	Additional  *bool             `json:"additionalProperties"`
	Items       *shape            `json:"items"`
	AnyOf       []*shape          `json:"anyOf"`
	MinItems    *int              `json:"minItems"`
	MaxItems    *int              `json:"maxItems"`
	MinLength   *int              `json:"minLength"`
	MaxLength   *int              `json:"maxLength"`
	Minimum     *float64          `json:"minimum"`
	Maximum     *float64          `json:"maximum"`
	Pattern     *regexp.Regexp    `json:"pattern"`
}

// Without types any value may stand.
type types []string

// UnmarshalJSON reads one name or a list of names, in whatever order.
func (t *types) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*t = types{one}
	} else if err := json.Unmarshal(raw, (*[]string)(t)); err != nil {
		return err
	}
	known := []string{"null", "boolean", "number", "integer", "string", "array", "object"}
	for _, name := range *t {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%q is no type", name)
		}
	}
	*t = slices.DeleteFunc(known, func(name string) bool { return !slices.Contains(*t, name) })
	return nil
}

// A value of the wrong type, or that is none of those listed, has no other faults.
func (s *shape) checkValue(v any, at []string, out *faults) {
	if is := typeOf(v); len(s.Type) > 0 && !slices.Contains(s.Type, is) && (!isWhole(v) || !slices.Contains(s.Type, "integer")) {
		out.addAt(at, "got %s, want %s", is, strings.Join(s.Type, " or "))
		return
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum, func(want any) bool { return isListed(v, want) }) {
		out.addAt(at, "value must be %s", s.formatChoices())
		return
	}
	switch v := v.(type) {
	case map[string]any:
		s.checkProperties(v, at, out)
	case []any:
		limits{"Items", s.MinItems, s.MaxItems}.checkLength(len(v), at, out)
		for i, item := range v {
			if s.Items != nil {
				s.Items.checkValue(item, append(at, strconv.Itoa(i)), out)
			}
		}
	case string:
		limits{"Length", s.MinLength, s.MaxLength}.checkLength(utf8.RuneCountInString(v), at, out)
		if s.Pattern != nil && !s.Pattern.MatchString(v) {
			out.addAt(at, "%s does not match pattern %s", quoteText(v), quoteText(s.Pattern.String()))
		}
	case json.Number:
		s.checkNumber(v, at, out)
	}
	s.checkAnyOf(v, at, out)
}

func (s *shape) checkProperties(v map[string]any, at []string, out *faults) {
	var missing, stray []string
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			missing = append(missing, quoteText(name))
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		out.addAt(at, "missing property %s", missing[0])
	default:
		out.addAt(at, "missing properties %s", strings.Join(missing, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if p := s.Properties[name]; p != nil {
			p.checkValue(v[name], append(at, name), out)
		} else if s.Additional != nil && !*s.Additional {
			stray = append(stray, quoteText(name))
		}
	}
	if len(stray) > 0 {
		out.addAt(at, "additional properties %s not allowed", strings.Join(stray, ", "))
	}
}

// limits bound a length; nil is no bound.
type limits struct {
	of        string
	low, high *int
}

func (l limits) checkLength(got int, at []string, out *faults) {
	if l.low != nil && got < *l.low {
		out.addAt(at, "min%s: got %d, want %d", l.of, got, *l.low)
	}
	if l.high != nil && got > *l.high {
		out.addAt(at, "max%s: got %d, want %d", l.of, got, *l.high)
	}
}

// A number that is too large to be read is infinite.
func (s *shape) checkNumber(v json.Number, at []string, out *faults) {
	got, err := v.Float64()
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		out.addAt(at, "got %s, want a number", v)
	}
	if s.Minimum != nil && got < *s.Minimum {
		out.addAt(at, "minimum: got %v, want %v", got, *s.Minimum)
	}
	if s.Maximum != nil && got > *s.Maximum {
		out.addAt(at, "maximum: got %v, want %v", got, *s.Maximum)
	}
}

// When no shape fits all say why.
func (s *shape) checkAnyOf(v any, at []string, out *faults) {
	var why faults
	for _, a := range s.AnyOf {
		var its faults
		a.checkValue(v, at, &its)
		if len(its) == 0 {
			return
		}
		why = append(why, its...)
	}
	for _, w := range why {
		out.addSentence(w)
	}
}

func (s *shape) formatChoices() string {
	var all []string
	for _, e := range s.Enum {
		if text, ok := e.(string); ok {
			all = append(all, quoteText(text))
		} else {
			all = append(all, fmt.Sprint(e))
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return "one of " + strings.Join(all, ", ")
}

// Numbers were read as they stand.
func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	default:
		return "object"
	}
}

func isWhole(v any) bool {
	n, ok := v.(json.Number)
	if !ok {
		return false
	}
	f, err := n.Float64()
	return err == nil && f == math.Trunc(f)
}

// A list or an object is never listed.
func isListed(v, want any) bool {
	if n, ok := v.(json.Number); ok {
		f, err := n.Float64()
		return err == nil && want == any(f)
	}
	switch v.(type) {
	case nil, bool, string:
		return v == want
	}
	return false
}

func quoteText(s string) string {
	s = strings.ReplaceAll(fmt.Sprintf("%q", s), `\"`, `"`)
	return "'" + strings.ReplaceAll(s[1:len(s)-1], `'`, `\'`) + "'"
}

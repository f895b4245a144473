package llmtest

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// schema is the part of JSON Schema that requests use.
type schema struct {
	Type       typeSet           `json:"type"`
	Enum       []any             `json:"enum"`
	Const      any               `json:"const"`
	Properties map[string]schema `json:"properties"`
	Order      []string          `json:"required"`
	Items      *schema           `json:"items"`
	AnyOf      []schema          `json:"anyOf"`
	OneOf      []schema          `json:"oneOf"`
	MinItems   int               `json:"minItems"`
	MaxItems   *int              `json:"maxItems"`
	MinLength  int               `json:"minLength"`
	MaxLength  *int              `json:"maxLength"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	Pattern    string            `json:"pattern"`
}

// typeSet is "string" or ["string","null"].
type typeSet []string

// UnmarshalJSON reads a name or a list of names.
func (t *typeSet) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = typeSet{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

func randomValue(d *rand.Rand, raw json.RawMessage) any {
	var s schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return map[string]any{}
	}
	return s.value(d)
}

func (s schema) value(d *rand.Rand) any {
	switch {
	case s.Const != nil:
		return s.Const
	case len(s.Enum) > 0:
		return s.Enum[d.IntN(len(s.Enum))]
	case len(s.AnyOf) > 0:
		return s.AnyOf[d.IntN(len(s.AnyOf))].value(d)
	case len(s.OneOf) > 0:
		return s.OneOf[d.IntN(len(s.OneOf))].value(d)
	}
	kind := "object"
	if len(s.Type) > 0 {
		kind = s.Type[d.IntN(len(s.Type))]
	}
	switch kind {
	case "object":
		return s.object(d)
	case "array":
		return s.array(d)
	case "string":
		return s.text(d)
	case "integer":
		lo, hi := s.bounds()
		return int64(lo) + d.Int64N(int64(hi-lo)+1)
	case "number":
		lo, hi := s.bounds()
		return lo + d.Float64()*(hi-lo)
	case "boolean":
		return d.IntN(2) == 0
	}
	return nil
}

func (s schema) object(d *rand.Rand) any {
	m := map[string]any{}
	for _, k := range s.Order {
		m[k] = s.Properties[k].value(d)
	}
	return m
}

func (s schema) array(d *rand.Rand) any {
	most := s.MinItems + 4
	if s.MaxItems != nil {
		most = min(most, *s.MaxItems)
	}
	n := s.MinItems
	if most > n {
		n += d.IntN(most - n + 1)
	}
	out := make([]any, 0, n)
	for range n {
		if s.Items != nil {
			out = append(out, s.Items.value(d))
		} else {
			out = append(out, randomText(d, 20))
		}
	}
	return out
}

func (s schema) bounds() (lo, hi float64) {
	lo, hi = 0, 100
	if s.Minimum != nil {
		lo = *s.Minimum
		hi = lo + 100
	}
	if s.Maximum != nil {
		hi = *s.Maximum
		if s.Minimum == nil {
			lo = min(0, hi)
		}
	}
	return lo, hi
}

func (s schema) text(d *rand.Rand) string {
	if s.Pattern != "" {
		for range 20 {
			if t := matching(d, s.Pattern); s.fits(t) {
				return t
			}
		}
	}
	most := 60
	if s.MaxLength != nil {
		most = min(*s.MaxLength, 200)
	}
	t := randomText(d, most)
	for len([]rune(t)) < s.MinLength {
		t += "x"
	}
	return t
}

func (s schema) fits(t string) bool {
	return s.MaxLength == nil || len([]rune(t)) <= *s.MaxLength
}

// randomText makes up to n runes out of words that have tripped programs before.
func randomText(d *rand.Rand, n int) string {
	words := []string{
		"alpha", "market", "14.5 %", "$2.3 billion", "überprüft", "日本語", "s1", "q1", "R1", "agent-research", "null", "true",
		"\u200b", "emoji 🙂", "\"quoted\"", "back\\slash", "new\nline", "<b>", "[S1:p1]", "@everyone", "-1", "0", "e\u0301", "…",
	}
	var b strings.Builder
	for i := range 1 + d.IntN(12) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[d.IntN(len(words))])
	}
	r := []rune(b.String())
	return string(r[:min(len(r), n)])
}

// matching makes a string that matches a pattern of literals, classes,
// repetitions, groups and alternatives.
func matching(d *rand.Rand, pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var b strings.Builder
	write(d, &b, re.Simplify())
	if ok, err := regexp.MatchString(pattern, b.String()); err != nil || !ok {
		return ""
	}
	return b.String()
}

func write(d *rand.Rand, b *strings.Builder, re *syntax.Regexp) {
	repeat := func(lo, hi int) {
		for range lo + d.IntN(hi-lo+1) {
			write(d, b, re.Sub[0])
		}
	}
	switch re.Op { //nolint:exhaustive // anchors and empty matches write nothing
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		i := 2 * d.IntN(len(re.Rune)/2)
		b.WriteRune(re.Rune[i] + rune(d.IntN(int(re.Rune[i+1]-re.Rune[i])+1)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpStar:
		repeat(0, 3)
	case syntax.OpPlus:
		repeat(1, 3)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpAlternate:
		write(d, b, re.Sub[d.IntN(len(re.Sub))])
	case syntax.OpConcat, syntax.OpCapture:
		for _, s := range re.Sub {
			write(d, b, s)
		}
	}
}

// poisoned puts poison before every string of an object that stands for text:
// ids, enumerations and quotes stay, so the object keeps its form.
func poisoned(text, poison string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return map[string]any{"text": poison}
	}
	return tainted(v, "", poison)
}

func tainted(v any, key, poison string) any {
	switch x := v.(type) {
	case map[string]any:
		for k, y := range x {
			x[k] = tainted(y, k, poison)
		}
		return x
	case []any:
		for i, y := range x {
			x[i] = tainted(y, key, poison)
		}
		return x
	case string:
		if freeText(key) {
			return x + " " + poison
		}
	}
	return v
}

func freeText(key string) bool {
	switch key {
	case "message", "title", "goal", "label", "task", "why", "reason", "text", "fix", "problem", "instruction", "q",
		"missing", "objective", "riskiest_assumption", "question", "fit", "known", "success", "assumptions", "claim":
		return true
	}
	return false
}

const neverWritten = "nobody ever wrote this sentence anywhere at all"

// strayed is the author's answer with ids that name nothing and quotes that
// stand nowhere; its form is right.
func strayed(r Request) string {
	good := author(r, verdicts{})
	var v any
	if len(r.Schema) == 0 || json.Unmarshal([]byte(good), &v) != nil {
		return "All is well [S98:p99].\n\n```evidence\n" + `{"c":"All is well","p":["S98:p99"],"q":"` + neverWritten + "\"}\n```\n"
	}
	return object(stray(v, ""))
}

var digits = regexp.MustCompile(`[0-9]+`)

func stray(v any, key string) any {
	switch x := v.(type) {
	case map[string]any:
		for k, y := range x {
			x[k] = stray(y, k)
		}
	case []any:
		for i, y := range x {
			x[i] = stray(y, key)
		}
	case string:
		switch key {
		case "quote", "found_quote", "evidence", "claim", "first", "second":
			return neverWritten
		case "id", "key", "sub_question", "passage_ids", "passage_id", "url_ids", "depends_on", "uses", "serves", "for", "requirement_id", "existing_agent", "limit_id":
			return digits.ReplaceAllString(x, "99")
		}
	}
	return v
}

// fitted makes v satisfy a schema: values of the right type stay, unknown
// fields go, missing ones become empty.
func fitted(raw json.RawMessage, v any) any {
	var s schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return v
	}
	return s.fit(v)
}

func (s schema) fit(v any) any {
	if list := append(s.AnyOf, s.OneOf...); len(list) > 0 {
		for _, a := range list {
			if a.takes(v) {
				return a.fit(v)
			}
		}
		return list[len(list)-1].fit(nil)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return s.Enum[0]
	}
	if !s.takes(v) {
		v = s.empty()
	}
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, p := range s.Properties {
			if y, ok := x[k]; ok || slices.Contains(s.Order, k) {
				out[k] = p.fit(y)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, y := range x {
			if s.Items != nil {
				y = s.Items.fit(y)
			}
			if s.MaxItems == nil || len(out) < *s.MaxItems {
				out = append(out, y)
			}
		}
		for len(out) < s.MinItems && s.Items != nil {
			out = append(out, s.Items.fit(nil))
		}
		return out
	case string:
		if s.MaxLength != nil && len([]rune(x)) > *s.MaxLength {
			return string([]rune(x)[:*s.MaxLength])
		}
		for len([]rune(x)) < s.MinLength {
			x += "-"
		}
		return x
	}
	return v
}

// takes reports whether v has one of the schema's types.
func (s schema) takes(v any) bool {
	name := "null"
	switch x := v.(type) {
	case map[string]any:
		name = "object"
	case []any:
		name = "array"
	case string:
		name = "string"
	case bool:
		name = "boolean"
	case float64:
		name = "number"
		if x == float64(int64(x)) && slices.Contains(s.Type, "integer") {
			name = "integer"
		}
	}
	return slices.Contains(s.Type, name)
}

// empty is the emptiest value of the schema's types.
func (s schema) empty() any {
	switch {
	case slices.Contains(s.Type, "null"):
		return nil
	case slices.Contains(s.Type, "array"):
		return []any{}
	case slices.Contains(s.Type, "string"):
		return ""
	case slices.Contains(s.Type, "boolean"):
		return false
	case slices.Contains(s.Type, "object"):
		return map[string]any{}
	}
	if s.Minimum != nil {
		return *s.Minimum
	}
	return 0
}

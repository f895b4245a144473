package llmtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// settings are "key=value" pairs, as a path or a header carries them.
type settings []setting

type setting struct{ key, value string }

func parseSettings(text string) (settings, error) {
	var out settings
	for p := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		k, v, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok {
			return nil, fmt.Errorf("setting %q is not key=value", p)
		}
		out = append(out, setting{key: k, value: v})
	}
	return out, nil
}

// What a story is known by: its "story" setting when that stands
// alone, else all settings in one order.
func (s settings) name() string {
	if len(s) == 1 && s[0].key == "story" {
		return s[0].value
	}
	var parts []string
	for _, p := range s {
		parts = append(parts, p.key+"="+p.value)
	}
	slices.Sort(parts)
	return strings.Join(parts, ",")
}

// apply returns o changed by the settings.
func (s settings) apply(o Options) (Options, error) {
	o.Rules = slices.Clone(o.Rules)
	for _, p := range s {
		if err := p.apply(&o); err != nil {
			return o, fmt.Errorf("setting %s=%s: %w", p.key, p.value, err)
		}
	}
	return o, nil
}

func (p setting) apply(o *Options) (err error) {
	switch p.key {
	case "story":
	case "mode":
		o.Mode = Mode(p.value)
	case "key":
		o.Key = p.value
	case "seed":
		o.Seed, err = strconv.ParseUint(p.value, 10, 64)
	case "nth":
		o.Nth, err = strconv.Atoi(p.value)
	case "latency":
		o.Latency, err = time.ParseDuration(p.value)
	case "drip":
		o.Drip, err = time.ParseDuration(p.value)
	case "tools":
		o.Tools = ToolStyle(p.value)
	case "stream":
		o.Stream = StreamStyle(p.value)
	case "script":
		o.Script, err = ReadScript(p.value)
	case "replay":
		o.Replay = p.value
	case "fault":
		err = p.rule(o, "fault:")
	default:
		if !slices.Contains(deeds(), p.key) {
			return fmt.Errorf("unknown setting")
		}
		err = p.rule(o, "")
	}
	return err
}

// rule reads "STAGE", "STAGE:TITLE", "STAGE:TITLE:TIMES" or, for faults,
// "NAME", "NAME:STAGE", "NAME:STAGE:CALL", "NAME:STAGE:CALL:TIMES".
func (p setting) rule(o *Options, prefix string) error {
	f := append(strings.Split(p.value, ":"), "", "", "")
	r := Rule{Do: p.key, Stage: f[0], Title: f[1]}
	times := f[2]
	if prefix != "" {
		r = Rule{Do: prefix + f[0], Stage: f[1]}
		if times = f[3]; f[2] != "" {
			n, err := strconv.Atoi(f[2])
			if err != nil {
				return fmt.Errorf("which call: %w", err)
			}
			r.From = n
		}
		if times == "" && f[2] != "" {
			times = "1"
		}
	}
	if times != "" {
		n, err := strconv.Atoi(times)
		if err != nil {
			return fmt.Errorf("how often: %w", err)
		}
		r.Times = n
	}
	if err := r.check(); err != nil {
		return err
	}
	o.Rules = append(o.Rules, r)
	return nil
}

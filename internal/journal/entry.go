package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/frasier-cos/frasier/internal/org"
)

// The events of the workflow log.
const (
	Start         = org.LogStart
	PhaseStart    = org.LogPhaseStart
	PhaseComplete = org.LogPhaseComplete
	Milestone     = org.LogMilestone
	AgentSpawn    = org.LogAgentSpawn
	AgentComplete = org.LogAgentComplete
	Complete      = org.LogComplete
	Failed        = org.LogFailed
)

// Entry is the JSON line of one event in the workflow log. Its names are an
// interface.
type Entry struct {
	TS    string            `json:"ts"` // RFC 3339, UTC
	Cmd   string            `json:"cmd"`
	Phase string            `json:"phase"`
	Event string            `json:"event"`
	Agent string            `json:"agent,omitempty"`
	Data  map[string]string `json:"data"`
}

// EntryOf returns the entry of an event, by its kind's label.
func EntryOf(e org.Event) Entry {
	label := labelOf(e.Kind)
	cmd, phase, event := label.Cmd, strings.Trim(label.Phase, "()"), label.Event
	for _, named := range []string{e.Data["stage"], e.Data["purpose"]} {
		if named != "" && phase != label.Phase {
			phase = named
			break
		}
	}
	out := Entry{
		TS: e.At.UTC().Format("2006-01-02T15:04:05.000000Z"), Cmd: cmd, Phase: phase, Event: event,
		Agent: string(e.Agent), Data: map[string]string{},
	}
	maps.Copy(out.Data, buildDetails(e, phase, event))
	maps.Copy(out.Data, e.Data)
	for key, id := range map[string]string{
		"message": string(e.Message), "project": string(e.Project), "mission": string(e.Mission), "step": string(e.Step),
	} {
		if id != "" {
			out.Data[key] = id
		}
	}
	if e.Attempt > 0 {
		out.Data["attempt"] = strconv.Itoa(e.Attempt)
	}
	if e.Agent != "" && e.Mission != "" {
		out.Data["parent"] = string(e.Mission)
	}
	out.Data["seq"] = strconv.FormatInt(e.Seq, 10)
	out.Data["kind"] = string(e.Kind)
	return out
}

// labelOf returns a kind's label, also of one that a newer program wrote.
func labelOf(k org.EventKind) org.LogLabel {
	if l := k.Label(); l != (org.LogLabel{}) {
		return l
	}
	return org.LogLabel{Cmd: "project", Phase: "project", Event: Milestone}
}

func buildDetails(e org.Event, phase, event string) map[string]string {
	subject := string(e.Project)
	if e.Step != "" {
		subject = string(e.Step)
	}
	switch event {
	case Failed:
		d := map[string]string{"error": e.Text, "phase": phase, "recoverable": "false", "suggestion": ""}
		switch e.Kind { //nolint:exhaustive // the others are the end of something
		case org.EventDeliveryDropped, org.EventStepFailed:
			d["recoverable"] = "true" // "reannounce" and "redo"
		}
		if subject != "" {
			d["suggestion"] = "frasier why " + subject
		}
		return d
	case Start:
		return map[string]string{"args": e.Text, "context": subject}
	case AgentComplete:
		return map[string]string{"outputs": "", "next_suggested": ""}
	case Complete:
		d := map[string]string{"outputs": "", "next_suggested": ""}
		if e.Kind == org.EventProjectCompleted {
			d["outputs"], d["next_suggested"] = "deliverable.md deliverable.html deliverable.pdf deliverable.docx", "frasier export "+subject
		}
		return d
	case Milestone:
		return map[string]string{"description": e.Text, "metrics": formatFigures(e.Data)}
	}
	return nil
}

// Numbers of an event become "round=2 strike=2", in the order of their names.
func formatFigures(data map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if _, err := strconv.ParseFloat(data[name], 64); err == nil {
			out = append(out, name+"="+data[name])
		}
	}
	return strings.Join(out, " ")
}

// Pair returns the two lines of an event as they stand in the workflow log,
// each with its line end.
func Pair(e org.Event) ([]byte, error) {
	entry := EntryOf(e)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(entry); err != nil {
		return nil, fmt.Errorf("encode event %d: %w", e.Seq, err)
	}
	human := fmt.Sprintf("# %s:%s:%s - %s\n", formatLabel(entry.Cmd), formatLabel(entry.Phase), entry.Event, oneLine(e.Text))
	return append(escapeControls(b.Bytes()), human...), nil
}

// Labels are of capitals and hold no colon.
func formatLabel(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return '_'
	}, word)
}

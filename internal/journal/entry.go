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
	Start         = "START"
	PhaseStart    = "PHASE_START"
	PhaseComplete = "PHASE_COMPLETE"
	Milestone     = "MILESTONE"
	AgentSpawn    = "AGENT_SPAWN"
	AgentComplete = "AGENT_COMPLETE"
	Complete      = "COMPLETE"
	Failed        = "FAILED"
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

// EntryOf returns the entry of an event, by the table in the package's
// documentation.
func EntryOf(e org.Event) Entry {
	cmd, phase, event := classifyEvent(e.Kind)
	for _, named := range []string{e.Data["stage"], e.Data["purpose"]} {
		if named != "" && (e.Kind == org.EventStageDone || cmd == "model") {
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

// The table is that in the package's documentation.
func classifyEvent(k org.EventKind) (cmd, phase, event string) {
	switch k {
	case org.EventMessageReceived:
		return "converse", "message", Start
	case org.EventMessageHandled, org.EventMessageIgnored:
		return "converse", "message", Complete
	case org.EventCommand:
		return "converse", "command", Milestone
	case org.EventAccepted, org.EventDecided:
		return "project", "decision", Milestone
	case org.EventAgentHired, org.EventAgentTrained, org.EventLessonActive, org.EventSkillAdded, org.EventSkillRemoved, org.EventTokenAdded, org.EventTokenRemoved, org.EventSignedIn, org.EventSignedOut, org.EventRepository, org.EventCurated, org.EventNote:
		return "plan", "staff", Milestone
	case org.EventDirective:
		return "converse", "rule", Milestone
	case org.EventSteering:
		return "converse", "steering", Milestone
	case org.EventProjectCreated:
		return "project", "project", Start
	case org.EventPhaseAdvanced:
		return "project", "phase", Milestone
	case org.EventProjectCompleted, org.EventProjectCancelled:
		return "project", "project", Complete
	case org.EventProjectFailed:
		return "project", "project", Failed
	case org.EventScheduled, org.EventScheduleRun, org.EventScheduleEnded:
		return "project", "schedule", Milestone
	case org.EventAlert, org.EventCounterMended:
		return "watch", "alert", Milestone
	case org.EventCompanyOn, org.EventCompanyOff, org.EventSittingDone, org.EventHealth:
		return "company", "decision", Milestone
	case org.EventMemoSent, org.EventMemoSettled:
		return "company", "message", Milestone
	case org.EventMemoStuck, org.EventSittingAborted:
		return "company", "message", Failed
	case org.EventCapSet, org.EventGateSet:
		return "project", "budget", Milestone
	case org.EventProjectPaused, org.EventProjectResumed, org.EventProjectReopened, org.EventProjectArchived, org.EventProjectRestored,
		org.EventShared, org.EventUnshared, org.EventPublished:
		return "project", "project", Milestone
	case org.EventMissionPlanning, org.EventMissionReplanned:
		return "plan", "mission", PhaseStart
	case org.EventMissionPlanned:
		return "plan", "mission", Milestone
	case org.EventMissionCompleted, org.EventMissionCancelled:
		return "plan", "mission", PhaseComplete
	case org.EventMissionFailed:
		return "plan", "mission", Failed
	case org.EventStepReady, org.EventStepHeld, org.EventStepReopened, org.EventDiagnosed, org.EventEscalation, org.EventStageDone, org.EventPlaced, org.EventIsolation, org.EventArrived, org.EventPushed, org.EventHook:
		return "work", "step", Milestone
	case org.EventAction:
		return "work", "action", Milestone
	case org.EventConnection:
		return "work", "connection", Milestone
	case org.EventStepStarted:
		return "work", "step", AgentSpawn
	case org.EventStepInReview, org.EventStepRejected, org.EventCritic:
		return "work", "review", Milestone
	case org.EventStepCompleted, org.EventStepCancelled, org.EventStepReleased, org.EventStepDropped:
		return "work", "step", AgentComplete
	case org.EventStepFailed:
		return "work", "step", Failed
	case org.EventDowngrade, org.EventGhost:
		return "model", "call", Milestone
	case org.EventDeliverySent, org.EventDeliveryHeld, org.EventDeliveryRetried:
		return "deliver", "delivery", Milestone
	case org.EventDeliveryDropped:
		return "deliver", "delivery", Failed
	}
	return "project", "project", Milestone
}

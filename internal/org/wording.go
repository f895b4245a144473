package org

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NothingToDo is the outcome of a project whose roadmap has no open item.
const NothingToDo = "every item of the roadmap is ticked already, so there is nothing to do"

// ReceivedText is the journal's line about a message that came in.
func ReceivedText(m Message) string {
	switch n := len(m.Attachments); n {
	case 0:
		return "Message from " + m.Author
	case 1:
		return fmt.Sprintf("Message from %s with %s", m.Author, m.Attachments[0].Name)
	default:
		return fmt.Sprintf("Message from %s with %d attachments", m.Author, n)
	}
}

// HandledText is the journal's line about a message that was answered.
func HandledText(t Turn) string {
	class := string(t.Classification.Class)
	if class == "" {
		class = "not classified"
	}
	return fmt.Sprintf("Handled as %s (%s, confidence %.2f)", t.Route, class, t.Classification.Confidence)
}

// CascadeCause says why a step fails together with one that it needs.
func CascadeCause(title, cause string) string {
	return fmt.Sprintf("needs %q, which failed: %s", title, strings.TrimSuffix(cause, "."))
}

// PlanCard is what the founder is told when a mission is planned: how many
// steps, who does them and in what order.
func PlanCard(p Project, m Mission, steps []Step, notes PlanNotes) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** is planned", p.Title)
	if len(p.Phases) > 1 {
		fmt.Fprintf(&b, ", %s (phase %d of %d)", m.Label, m.Phase+1, len(p.Phases))
	}
	number := map[StepID]int{}
	for _, s := range steps {
		if s.Kind != KindAssembly {
			number[s.ID] = len(number) + 1
		}
	}
	fmt.Fprintf(&b, ": %s.\n", Count(len(number), "step"))
	for _, s := range steps {
		if s.Kind == KindAssembly {
			continue
		}
		fmt.Fprintf(&b, "\n%d. %s", number[s.ID], s.Title)
		if s.Role != "" {
			fmt.Fprintf(&b, " (%s)", s.Role)
		}
		var after []string
		for _, id := range s.DependsOn {
			if n, ok := number[id]; ok {
				after = append(after, fmt.Sprint(n))
			}
		}
		switch {
		case s.Final && len(after) > 1:
			b.WriteString(", when the others have ended")
		case len(after) > 0:
			fmt.Fprintf(&b, ", after %s", strings.Join(after, ", "))
		}
	}
	if told := ForFounder(notes.Lint); len(told) > 0 {
		b.WriteString("\n\nNotes:")
		for _, n := range told {
			b.WriteString("\n- " + n)
		}
	}
	if len(notes.Assumptions) > 0 {
		b.WriteString("\n\nAssumed:")
		for _, a := range notes.Assumptions {
			b.WriteString("\n- " + a)
		}
	}
	return b.String()
}

// MissionVerdict says in a sentence how a mission ended and what is missing.
func MissionVerdict(state MissionState, steps []Step, deliverable bool) string {
	var missing []Step
	done, others := 0, 0
	for _, s := range steps {
		if s.State != StepCompleted {
			missing = append(missing, s)
		}
		if s.Final || s.Kind == KindAssembly {
			continue
		}
		others++
		if s.State == StepCompleted {
			done++
		}
	}
	switch {
	case state == MissionCompleted:
		return fmt.Sprintf("all of %s done", Count(len(steps), "step"))
	case state == MissionFailed && !deliverable && len(missing) == 0:
		return "the document was not assembled"
	default:
		return fmt.Sprintf("%d of %s done; missing: %s", done, Count(others, "step"), missingList(missing))
	}
}

// missingList names steps that did not complete, roots of failures first with
// their causes, at most five.
func missingList(missing []Step) string {
	const atMost = 5
	var roots, rest []string
	for _, s := range missing {
		if s.CauseStep == "" {
			roots = append(roots, fmt.Sprintf("%q (%s)", s.Title, strings.TrimSuffix(s.Cause, ".")))
		} else {
			rest = append(rest, fmt.Sprintf("%q", s.Title))
		}
	}
	all := append(roots, rest...)
	if len(all) > atMost {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:atMost], ", "), len(all)-atMost)
	}
	return strings.Join(all, ", ")
}

// MissionEndText is the journal's line about the end of a mission.
func MissionEndText(label string, state MissionState, outcome string) string {
	return fmt.Sprintf("%s: %s, %s", label, state, outcome)
}

// PhaseText says that a project enters phase number to.
func PhaseText(p Project, to int) string {
	label := func(i int) string {
		if i < 0 || i >= len(p.Phases) {
			return fmt.Sprintf("phase %d", i+1)
		}
		return p.Phases[i].Label
	}
	return fmt.Sprintf("**%s**: %s is finished, %s begins (phase %d of %d).", p.Title, label(p.Phase), label(to), to+1, len(p.Phases))
}

// ProjectVerdict is the outcome of a project that has its document, given the
// steps that did not complete.
func ProjectVerdict(missing []Step) string {
	if len(missing) == 0 {
		return "every step is done"
	}
	return "missing: " + missingList(missing)
}

// ProjectEndText is the journal's line about the end of a project.
func ProjectEndText(p Project) string {
	return fmt.Sprintf("Project %s: %s, %s", p.Title, p.State, p.Outcome)
}

// ResultText goes with the finished document.
func ResultText(p Project) string {
	if p.State == ProjectPartial {
		return fmt.Sprintf("**%s** is finished in part. %s.", p.Title, capital(p.Outcome))
	}
	return fmt.Sprintf("**%s** is finished.", p.Title)
}

// FailureText tells the founder, once, that a project failed and why.
func FailureText(p Project) string {
	return fmt.Sprintf("**%s** failed: %s.", p.Title, strings.TrimSuffix(p.Outcome, "."))
}

// NoticeText tells the founder something about a project that needs no answer
// here.
func NoticeText(p Project, body string) string { return fmt.Sprintf("**%s**: %s", p.Title, body) }

// EscalationText is a question to the founder about one step.
func EscalationText(p Project, step, body string) string {
	return fmt.Sprintf("**%s**, %q needs your decision: %s", p.Title, step, body)
}

// CrashCause is why a step fails whose workers die.
func CrashCause(times int) string {
	return fmt.Sprintf("the worker died %s while working on it", Count(times, "time"))
}

// Count is a number with its noun, which takes an s unless it is one: "1 call",
// "2 calls". It is pure.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// ForFounder leaves out what only Frasier needs to know of a plan, whole
// notes and the limits' names at their ends; why shows all of it.
func ForFounder(lint []string) []string {
	var out []string
	for _, n := range lint {
		if !strings.HasPrefix(n, UncheckableNote) {
			if i := strings.LastIndex(n, " [LIM-"); i > 0 && strings.HasSuffix(n, "]") {
				n = n[:i]
			}
			out = append(out, n)
		}
	}
	return out
}

// UncheckableNote begins the lint's note on a step whose acceptance is for
// judges only.
const UncheckableNote = "no acceptance criterion of "

// ParkedCause is why a message was put aside.
func ParkedCause(times int) string {
	return fmt.Sprintf("the bot died %s while answering it", Count(times, "time"))
}

// ParkedText tells the founder that a message will not be answered.
func ParkedText(m Message, crashes int) string {
	const shown = 60 // characters of the message
	text := []rune(m.Text)
	said := string(text[:min(len(text), shown)])
	if len(text) > shown {
		said += "..."
	}
	return fmt.Sprintf("I cannot answer your message %q: it stopped me %s, so I put it aside. Say it in other words, or without its attachments.",
		said, Count(crashes, "time"))
}

// HiredText says who joined Frasier and what for.
func HiredText(name, role, why string) string {
	text := fmt.Sprintf("Hired: %s, %s", name, role)
	if why = strings.TrimSuffix(strings.TrimSpace(why), "."); why != "" {
		text += ". " + why
	}
	return text + "."
}

// TrainedText says that an agent was taught.
func TrainedText(name string, rejections int) string {
	return fmt.Sprintf("%s's work was sent back %s, so the reviewers' points are part of the persona now.", name, Count(rejections, "time"))
}

// ReminderText names the questions of a project that still wait for the
// founder.
func ReminderText(p Project, questions []string) string {
	if len(questions) == 1 {
		return fmt.Sprintf("**%s** still waits for your decision: %s", p.Title, questions[0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** still waits for %s of yours:", p.Title, Count(len(questions), "decision"))
	for _, q := range questions {
		b.WriteString("\n- " + q)
	}
	return b.String()
}

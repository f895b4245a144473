package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/work"
)

// Doubts lists what code cannot be certain of, for a critic to answer one by one: a first
// paragraph that speaks of the task, a last one without an end, what copy says of customers and
// deeds, and rows of a table that take several figures from one passage, whose labels may be
// swapped.
func Doubts(step org.Step, d Draft) []string {
	const rowsAtMost = 4
	var out []string
	all := splitPieces(d.Text)
	if len(all) > 0 && isThinkingAloud(all[0].text) {
		out = append(out, fmt.Sprintf("Does the first paragraph speak of the task in place of doing it? %q", clipBeginning(all[0].text)))
	}
	if a := findAdvice(all); a != "" {
		out = append(out, fmt.Sprintf("Is this the work itself, or advice on how somebody could do it? It says: %q", a))
	}
	out = append(out, askAnnouncements(all)...)
	if last, cut := findCutEnd(all); cut {
		out = append(out, fmt.Sprintf("Is the end missing? The text ends with %q", last))
	}
	if step.Kind == org.KindWriting || step.Kind == org.KindCreative {
		out = append(out, "Does it say anything of customers, users, results or what was done that neither a passage nor the founder's words say, in whatever language? Name each such statement.")
	}
	rows := 0
	for _, s := range Sentences(d.Text) {
		cells := 0
		for _, id := range removeDuplicates(s.Markers) {
			cells = max(cells, strings.Count(s.Text, "["+id))
		}
		if s.Row && cells > 1 && rows < rowsAtMost {
			rows++
			out = append(out, fmt.Sprintf("Does each figure of this row stand under its own label in the passage? %s", s.Text))
		}
	}
	return out
}

// Suspect reports whether code sees in a draft what readers would not pass, though it
// cannot be certain: it thinks aloud, breaks off, advises in place of working, or has
// another figure than the one that was decided. One reader alone does not let it out.
func Suspect(step org.Step, d Draft, decided []work.Figure) bool {
	all := splitPieces(d.Text)
	_, cut := findCutEnd(all)
	return cut || len(all) > 0 && isThinkingAloud(all[0].text) || findAdvice(all) != "" || len(OtherFigures(step, d, decided)) > 0
}

// findAdvice returns the first words of a text of which a third or more of the sentences tell
// somebody how to do the work; empty for a text that does it.
func findAdvice(all []piece) string {
	first, told, n := "", 0, 0
	for _, p := range all {
		if p.kind != piecePlain && p.kind != pieceItem {
			continue
		}
		for _, s := range Sentences(p.text) {
			n++
			if !givesAdvice(s.Text) {
				continue
			}
			if told++; first == "" {
				first = clipBeginning(s.Text)
			}
		}
	}
	if told == 0 || 3*told < n {
		return ""
	}
	return first
}

func givesAdvice(sentence string) bool {
	text := " " + strings.Join(prose.Words(StripMarkers(sentence)), " ") + " "
	return slices.ContainsFunc([]string{
		" it is advisable to ", " it is important to ", " it is recommended ", " it is worth considering ", " you should start by ", " start by defining ", " begin by defining ", " define your ", " identify your ",
		" consider using ", " consider which ", " consider what ", " be sure to ", " make sure to ", " make sure that your ", " a good plan should ", " a good mail ", " a good email ", " a strong subject line ",
		" should be researched ", " should be analysed ", " should be analyzed ", " should be compared carefully ", " you could compare ", " you can compare ", " research your ", " analyse your ", " analyze your ", " depends on your ",
		" es empfiehlt sich ", " es ist wichtig ", " man sollte ", " sie sollten zunächst ", " achten sie darauf ", " überlegen sie ", " definieren sie ", " legen sie fest ",
		" es aconsejable ", " es importante ", " se recomienda ", " conviene ", " defina su ", " il est conseillé ", " il est important ", " il convient de ", " définissez ", " è consigliabile ", " è importante ",
		" het is raadzaam ", " het is belangrijk ", " é aconselhável ", " é importante ", " warto ", " należy najpierw ",
	}, func(w string) bool { return strings.Contains(text, w) })
}

func askAnnouncements(all []piece) []string {
	const atMost = 3
	var out []string
	under := "the piece"
	opens := true
	for _, p := range all {
		if p.kind == pieceHeading {
			under, opens = fmt.Sprintf("what stands below %q", strings.TrimLeft(p.text, "# ")), true
			continue
		}
		if opens && p.kind == piecePlain && isAnnouncement(p.text) && len(out) < atMost {
			out = append(out, fmt.Sprintf("Does %s open with its answer, or does it only announce one? It begins: %q", under, clipBeginning(p.text)))
		}
		opens = false
	}
	return out
}

// isAnnouncement reports whether a paragraph begins by saying what the text is about to do.
func isAnnouncement(text string) bool {
	words := prose.Words(StripMarkers(text))
	head := strings.Join(words[:min(len(words), 8)], " ") + " "
	return slices.ContainsFunc([]string{
		"this section ", "this part ", "this document ", "this report ", "in this section ", "in this part ", "the following ", "below is ", "below are ", "below you ", "here we ", "here is an overview ", "an overview ",
		"im folgenden ", "dieser abschnitt ", "dieses dokument ", "in diesem abschnitt ", "nachfolgend ", "en esta sección ", "esta sección ", "a continuación ", "este documento ",
		"cette section ", "ce document ", "dans cette section ", "ci dessous ", "questa sezione ", "di seguito ", "questo documento ", "esta secção ", "a seguir ", "deze sectie ", "hieronder ", "w tej sekcji ",
	}, func(w string) bool { return strings.HasPrefix(head, w) })
}

// OtherFigures asks, of copy, about each figure in the unit of one that was decided and
// that is none of those decided: it may be for something else.
func OtherFigures(step org.Step, d Draft, decided []work.Figure) []string {
	const atMost = 6
	if step.Kind != org.KindWriting && step.Kind != org.KindCreative {
		return nil
	}
	var out []string
	asked := map[float64]bool{}
	for _, n := range quote.Numbers(StripMarkers(d.Text)) {
		var same []string
		agrees := false
		for _, f := range decided {
			for _, o := range quote.Numbers(f.Text) {
				if n.Unit != "" && n.Unit == o.Unit {
					agrees = agrees || n.Value == o.Value
					same = append(same, fmt.Sprintf("%s = %s (%s)", f.Name, f.Text, f.From))
				}
			}
		}
		if len(same) > 0 && !agrees && !asked[n.Value] && len(out) < atMost {
			asked[n.Value] = true
			out = append(out, fmt.Sprintf("Decided is %s. The text says %s: is that for something else, and right? If it is for the same, it is a fault.", strings.Join(same, ", "), strings.TrimSpace(n.Text)))
		}
	}
	return out
}

func isThinkingAloud(text string) bool {
	words := prose.Words(text)
	head := " " + strings.Join(words[:min(len(words), 12)], " ") + " "
	return slices.ContainsFunc([]string{
		" let me ", " the user ", " the founder wants ", " the founder needs ", " i need to ", " i should ", " i will write ", " the task ", " okay let ", " ok let ",
		" lass mich ", " ich soll ", " die aufgabe ", " der nutzer ", " voy a ", " la tarea ", " el usuario ", " je vais ", " la tâche ", " devo scrivere ",
	}, func(w string) bool { return strings.Contains(head, w) })
}

// Unfinished reports whether a text breaks off: its last paragraph, of some
// length, has no end.
func Unfinished(text string) bool {
	_, cut := findCutEnd(splitPieces(text))
	return cut
}

func findCutEnd(all []piece) (last string, cut bool) {
	if len(all) == 0 {
		return "", false
	}
	p := all[len(all)-1]
	text := strings.TrimSpace(StripMarkers(p.text))
	words := prose.Words(text)
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, "*_`\"'”’»)] "))
	if p.kind != piecePlain && p.kind != pieceItem || !unicode.IsLetter(end) && !unicode.IsDigit(end) && end != ',' && end != ';' || isSpaceless(end) || len(words) == 0 {
		return "", false
	}
	const enough = 12 // words; a closing line, a slogan and a name are shorter
	hangs := end == ',' && p.kind == piecePlain && len(words) >= enough || slices.Contains([]string{"the", "a", "an", "of", "and", "or", "to", "with", "that", "der", "die", "das", "und", "oder", "mit", "el", "la", "le", "de", "y"}, words[len(words)-1])
	if !hangs && (p.kind != piecePlain || len(words) < enough) {
		return "", false
	}
	const shown = 8
	return strings.Join(words[max(0, len(words)-shown):], " "), true
}

func clipBeginning(text string) string {
	const shown = 160
	if r := []rune(text); len(r) > shown {
		return string(r[:shown]) + "..."
	}
	return text
}

package roadmap

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
)

// hint names in a founder's words what an item needs, in a form that may mean something else. It
// binds only when it names one item; else it is said in a note and nothing is rejected.
type hint struct {
	target string
	words  string // as written
	inline bool   // it stood in the title, from which it was taken
	clause bool   // "Once the survey is done, ...": words about an item, not its name
}

// Words of dependence, of acceptance or of who does it, in one of the languages, stand before a
// colon.
func (w *dependWords) readField(line string) (field, string) {
	key, value, _ := strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	if f, known := w.fields[strings.ToLower(strings.TrimSpace(key))]; known {
		return f, strings.TrimSpace(value)
	}
	if m := w.keys.FindStringSubmatch(line); m != nil {
		return fieldMaybe, m[2]
	}
	return fieldNone, ""
}

// "Depends on the survey" means nothing but dependence, without a colon.
func (w *dependWords) readUnnamed(line string) (string, bool) {
	line = cutBytes(line, 400)
	if !utf8.ValidString(line) {
		return "", false
	}
	if m := w.plain.FindStringSubmatch(line); m != nil {
		return strings.TrimSuffix(m[1], "."), true
	}
	if at := w.around.FindStringSubmatchIndex(line); at != nil && at[0] == 0 && at[1] == len(line) { // "Setzt die Umfrage voraus"
		return findGroup(line, at), true
	}
	return "", false
}

func (w *dependWords) takeHints(d *draft, text string) string {
	const longest = 600
	if len(text) > longest {
		return text
	}
	if strings.ContainsAny(text, "([（【") {
		text = w.brackets.ReplaceAllStringFunc(text, func(mark string) string {
			d.maybe = append(d.maybe, hint{target: w.brackets.FindStringSubmatch(mark)[1], words: mark, inline: true})
			return " "
		})
	}
	for _, p := range []*regexp.Regexp{w.around, w.suffixed, w.behind, w.trailing} {
		if at := p.FindStringSubmatchIndex(text); at != nil && at[0] > 0 {
			d.maybe = append(d.maybe, hint{target: strings.TrimRight(findGroup(text, at), ". "), words: text[at[0]:], inline: true})
			text = text[:at[0]]
		}
	}
	if m := w.clause.FindStringSubmatch(text); m != nil {
		d.maybe = append(d.maybe, hint{target: m[1], words: strings.TrimSpace(text[:strings.Index(text, m[1])+len(m[1])]), clause: true})
	}
	return text
}

// Patterns have several groups, of which one matched.
func findGroup(text string, at []int) string {
	for i := 2; i+1 < len(at); i += 2 {
		if at[i] >= 0 {
			return strings.TrimSpace(text[at[i]:at[i+1]])
		}
	}
	return ""
}

// So many hints are looked up by their words.
const mostHints = 400

// Notes say what was made of the founder's words. Needs that run in a circle are left out.
func (r *resolver) addHints(needs [][]int) [][]int {
	looked := 0
	for i, d := range r.s.drafts {
		for _, h := range d.maybe {
			if d.gone || looked >= mostHints {
				break
			}
			looked++
			found, exact := r.findHinted(i, h)
			added := slices.Clone(needs[i])
			added = append(added, found...)
			slices.Sort(added)
			added = slices.Compact(added)
			before := needs[i]
			needs[i] = added
			if len(found) > 0 {
				if _, loop := sortDrafts(r.s.drafts, needs); loop != nil {
					needs[i] = before
					found = nil
				}
			}
			r.noteHint(d, h, found, exact)
		}
	}
	return needs
}

// What is plain needs no note.
func (r *resolver) noteHint(d *draft, h hint, found []int, exact bool) {
	switch {
	case len(found) == 0:
		if h.inline {
			d.Title = strings.TrimSpace(d.Title + chooseSpace(h.words) + strings.TrimSpace(h.words))
		}
		if !h.inline && !h.clause {
			d.Detail = strings.TrimSpace(d.Detail + "\n" + h.words)
		}
		if !h.clause || !isOpenClause(h.words) {
			r.s.notes = append(r.s.notes, fmt.Sprintf("%q waits for nothing: I found no item that %q names. To set it, write \"needs: TITLE\" below the item.", d.Title, h.words))
		}
	case !exact:
		names := make([]string, len(found))
		for n, k := range found {
			names[n] = fmt.Sprintf("%q", r.s.drafts[k].Title)
		}
		r.s.notes = append(r.s.notes, fmt.Sprintf("I read %q as: %q waits for %s.", h.words, d.Title, strings.Join(names, ", ")))
	}
}

// The words are put back behind a title.
func chooseSpace(words string) string {
	if strings.IndexByte(",;.", words[0]) >= 0 {
		return ""
	}
	return " "
}

// Such a clause may as well tell what happens from then on as what comes before.
func isOpenClause(clause string) bool {
	first, _, _ := strings.Cut(strings.ToLower(clause), " ")
	switch first {
	case "when", "wenn", "quand", "cuando", "quando", "als", "kiedy", "gdy", "när", "когда", "na", "po", "tras", "nach", "dopo", "après", "após":
		return true
	}
	return false
}

// Names and numbers count first, else the one item that holds all words of the hint.
func (r *resolver) findHinted(i int, h hint) (found []int, exact bool) {
	unknowns := len(r.unknowns)
	if list := formatNumberList(h.target); list != "" {
		h.target = list
	}
	found = r.resolveTargets(i, h.target)
	named := len(r.unknowns) == unknowns
	r.unknowns = r.unknowns[:unknowns]
	if named && len(found) > 0 && !slices.Contains(found, i) {
		return found, true
	}
	if isNothing(h.target) {
		return nil, true
	}
	if quoted := r.s.depends.quoted.FindAllStringSubmatch(h.target, -1); len(quoted) > 0 {
		var all []int
		for _, q := range quoted {
			all = append(all, r.resolveOne(i, q[1])...)
		}
		if len(all) >= len(quoted) && !slices.Contains(all, i) {
			return all, true
		}
	}
	if k := r.findByWords(i, h.target); k >= 0 {
		return []int{k}, false
	}
	return r.findJoined(i, h.target), false
}

// "A + B" and "the pages (A, B) are merged" name items one beside the other. Words before a
// bracket may only say what stands in it; nil when another part names nothing.
func (r *resolver) findJoined(i int, text string) []int {
	words := strings.Fields(text)
	for n := len(words); n > 0 && isFinishedWord(strings.ToLower(strings.Trim(words[n-1], "."))); n = len(words) {
		words = words[:n-1]
	}
	text = strings.Join(words, " ")
	var out []int
	for text != "" {
		part, sign := text, ""
		if at := strings.IndexAny(text, "+&,()[]"); at >= 0 {
			part, sign = text[:at], text[at:at+1]
		}
		text = text[len(part)+len(sign):]
		found := r.findNamed(i, part)
		if found == nil && !isWordless(part) && sign != "(" && sign != "[" {
			return nil
		}
		out = append(out, found...)
	}
	if slices.Contains(out, i) {
		return nil
	}
	return out
}

// Items are named by title or by words; "A and B" are two.
func (r *resolver) findNamed(i int, part string) []int {
	if found := r.resolveOne(i, part); found != nil {
		return found
	}
	if k := r.findByWords(i, part); k >= 0 {
		return []int{k}
	}
	before, behind, two := strings.Cut(part, " and ")
	if !two {
		return nil
	}
	a, b := r.findNamed(i, before), r.findNamed(i, behind)
	if a == nil || b == nil {
		return nil
	}
	return append(slices.Clone(a), b...)
}

// Exactly one other item's title must hold all the words; else it is -1.
func (r *resolver) findByWords(i int, text string) int {
	var words []string
	for _, w := range prose.Words(text) {
		if !prose.StopWord(w) && !isFinishedWord(w) && utf8.RuneCountInString(w) > 2 {
			words = append(words, cutStem(w))
		}
	}
	if len(words) == 0 {
		return -1
	}
	best := -1
	for k, d := range r.s.drafts {
		if k == i || d.gone {
			continue
		}
		has := map[string]bool{}
		for _, w := range prose.Words(d.Title) {
			has[cutStem(w)] = true
		}
		if slices.ContainsFunc(words, func(w string) bool { return !has[w] }) {
			continue
		}
		if best >= 0 {
			return -1
		}
		best = k
	}
	return best
}

// Forms of a word share its beginning.
func cutStem(word string) string {
	const letters = 5
	runes := []rune(word)
	if len(runes) > letters && unicode.IsLetter(runes[0]) {
		return string(runes[:letters])
	}
	return strings.TrimSuffix(word, "s")
}

// Such a word of a clause only says that something is over.
func isFinishedWord(word string) bool {
	switch word {
	case "done", "finished", "complete", "completed", "ready", "over", "approved", "signed", "there", "available", "live", "fertig", "abgeschlossen", "erledigt", "steht", "vorliegt", "ist", "sind",
		"der", "die", "das", "dem", "den", "terminé", "terminée", "fini", "finie", "faite", "fait", "est", "les", "des", "que", "terminada", "terminado", "hecha", "hecho", "lista", "listo", "esté", "está", "una", "los", "las",
		"finita", "finito", "fatta", "fatto", "pronta", "pronto", "concluída", "concluído", "feita", "feito", "klaar", "afgerond", "het", "gotowe", "gotowa", "zakończone", "zakończona", "zrobione", "jest", "afgesloten", "listos", "listas", "terminados", "aprobada", "aprobado", "firmado", "firmada", "signé", "signée", "signés", "validé", "validée", "prêt", "prête", "soit", "sera",
		"sia", "sarà", "approvato", "approvata", "estiver", "esteja", "aprovado", "aprovada", "genehmigt", "unterschrieben", "gemacht", "wurde", "worden", "goedgekeurd", "getekend", "zijn", "будет", "готов", "готова", "готово", "завершён", "завершена", "merged", "deployed", "shipped", "have", "has", "been", "are", "the", "and", "item", "step", "task":
		return true
	}
	return false
}

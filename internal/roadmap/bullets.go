package roadmap

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
)

type speller struct {
	src     []byte
	out     respelling
	lead    *regexp.Regexp
	tight   *regexp.Regexp
	pasted  *regexp.Regexp
	boxed   *regexp.Regexp
	stepped *regexp.Regexp
	letters *regexp.Regexp
	eastern *regexp.Regexp
	dated   *regexp.Regexp
	count   map[string]int   // how many lines begin with a mark
	last    map[string]int   // the number before, by kind of numbering and indentation
	pending map[int]int      // lines of numbered kinds to their number
	over    map[int]bool     // numbered lines that stand over a list: they name it
	apart   map[int]bool     // lines that an empty one is put above
	inset   map[int]int      // lines of a list that is set in as a whole, to its columns
	signs   map[int]bool     // lines that begin with a sign and are items
	dates   map[int]dateLine // lines such as "31. Januar": Markdown takes them for item 31

	numberedAt, contentAt int   // columns of the last number that was written, and of the words behind it
	above                 []int // levels of Word above the present line, outermost first
}

// Programs put such spaces behind a mark.
const blanks = `[ \t\x{a0}\x{2002}\x{2003}\x{2009}\x{200b}\x{202f}\x{3000}]`

// Such letters follow a mark without a blank.
const eastAsian = `\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー「『【（〈《`

func newSpeller(src []byte) *speller {
	m := regexp.MustCompile
	return &speller{
		src:     src,
		lead:    m(`^(` + blanks + `*)(\\?[-*+]|[•‣⁃∙●○◦◉◘▪▫■▸▹►▶➢➤➔⇒→❖✦✧★☆‒–—―·§o・･◆◇▼▽△▲]\x{fe0f}?|[-*+]` + ")(" + blanks + `+)`),
		tight:   m(`^(` + blanks + `*)([•●○◉■▪▶►◆◇▼▽△▲★☆・･]\x{fe0f}?)()[^ \t\r\n]`),
		pasted:  m(`^(` + blanks + `*)([§·oüØvq])(\t` + blanks + `*)`),
		boxed:   m(`^(?:\\?\[(` + blanks + `|[xX✓✔]|)\\?\](` + blanks + `+|$)|([☐☑☒□◻⬜▢✅✔✓✗✘❌🔲🟩])\x{fe0f}?(` + blanks + `*))`),
		stepped: m(`^(` + blanks + `*)(?:\*\*|__)?([\pL]{2,15})` + blanks + `+(?:#|n[°ºo]\.?` + blanks + `*)?([0-9]{1,3})` + blanks + `*([:.)–—-])(?:\*\*|__)?` + blanks + `+`),
		letters: m(`^(` + blanks + `*)(?:\(?([a-zA-Z]|[ivx]{2,4}|[IVX]{2,4}|[а-яґєії]|[α-ω]|[가나다라마바사아자차카타파하]|[アイウエオカキクケコ])[)）]|([a-zA-Z]|[가나다라마바사아자차카타파하])[.]|\(([0-9]{1,3})\)|([0-9]{1,3})(?:[.]\)|\\[.)]|` + blanks + `?[–—-]))` + blanks + `+`),
		eastern: m(`^(` + blanks + `*)(?:([①-⑳❶-❿➀-➉⓵-⓾⑴-⒇⒈-⒛㈠-㈩]|[0-9]\x{fe0f}?\x{20e3}|🔟)` + blanks + `*|` +
			`[（(]?([０-９]{1,3})[．.）)、:：]` + blanks + `*|（([0-9]{1,3})）` + blanks + `*|([0-9]{1,3})(?:[、．）]` + blanks + `*|[.)][` + eastAsian + `])|` +
			`[（(]?([一二三四五六七八九十]{1,3})[、．.）)]` + blanks + `*)`),
		dated: m(`^ {0,3}([0-9]{1,9})\. +(\pL*)\.?( [0-9]{4})?(.*)`),
		count: map[string]int{}, last: map[string]int{}, pending: map[int]int{}, over: map[int]bool{}, apart: map[int]bool{}, inset: map[int]int{}, signs: map[int]bool{}, dates: map[int]dateLine{},
		out: respelling{boxes: map[int]origin{}},
	}
}

type bulletMark struct {
	indent []byte
	mark   string
	space  []byte
	length int  // of all of it
	sign   bool // it may be any sign, such as an emoji
}

// It is nil when the line begins with no mark.
func (s *speller) matchBullet(head []byte) *bulletMark {
	for _, p := range []*regexp.Regexp{s.pasted, s.lead, s.tight} {
		if m := p.FindSubmatch(head); m != nil {
			return &bulletMark{indent: m[1], mark: strings.TrimSuffix(string(m[2]), "\ufe0f"), space: m[3], length: len(m[1]) + len(m[2]) + len(m[3])}
		}
	}
	indent := countIndent(head)
	mark := measureSign(head[indent:])
	if mark == 0 || s.boxed.Match(head[indent:]) {
		return nil
	}
	behind := head[indent+mark:]
	space := len(behind) - len(bytes.TrimLeft(behind, " \t\u00a0"))
	if len(bytes.TrimSpace(behind)) == 0 {
		return nil
	}
	return &bulletMark{indent: head[:indent], mark: string(head[indent : indent+mark]), space: behind[:space], length: indent + mark + space, sign: true}
}

// What changes an emoji's look belongs to it; 0 for none. Keycaps are numbers.
func measureSign(text []byte) int {
	const emoji = 0x2190 // arrows and what stands behind them
	r, size := utf8.DecodeRune(text)
	if r < emoji || !unicode.Is(unicode.So, r) && !unicode.Is(unicode.Sm, r) || unicode.Is(unicode.Regional_Indicator, r) || parseCircled(r) > 0 || r >= 0x2460 && r < 0x2500 || r >= 0x3200 && r < 0x3400 {
		return 0
	}
	for {
		next, n := utf8.DecodeRune(text[size:])
		switch {
		case next == 0xfe0f, next >= 0x1f3fb && next <= 0x1f3ff:
			size += n
		case next == 0x200d: // joins the sign behind it
			_, joined := utf8.DecodeRune(text[size+n:])
			size += n + joined
		default:
			return size
		}
	}
}

// It returns false when Markdown knows all of them.
func (s *speller) countMarks() bool {
	found := false
	at, stepped, columns := 0, -1, 0
	for line := range bytes.Lines(s.src) {
		head := line[:min(len(line), 200)]
		m := s.matchBullet(head)
		switch {
		case m != nil && !m.sign:
			s.count[m.mark]++
			plain := strings.ContainsAny(m.mark, "-*+") && m.mark[0] != '\\' && (m.space[0] == ' ' || m.space[0] == '\t')
			found = found || !plain || s.boxed.Match(head[m.length:])
			if stepped >= 0 && countColumns(m.indent) <= columns {
				s.over[stepped] = true
			}
			stepped = -1
		case m != nil:
			s.count[m.mark]++
			stepped = -1
		case s.boxed.Match(head[countIndent(head):]):
			s.count["box"]++
			found = true
			if stepped >= 0 && countColumns(head[:countIndent(head)]) <= columns {
				s.over[stepped] = true
			}
			stepped = -1
		default:
			if n := s.countNumbered(at, head); n {
				stepped, columns = at, countColumns(head[:countIndent(head)])
				if s.stepped.Match(head) {
					columns = len(head) // "Week 1:" names what is indented below it, too
				}
			} else if len(bytes.TrimSpace(head)) > 0 {
				if stepped >= 0 && orderedMark.Match(head) && countColumns(head[:countIndent(head)]) <= columns {
					s.over[stepped] = true
				}
				stepped = -1
			}
		}
		at += len(line)
	}
	return s.markSigns() || s.markDates() || found || len(s.pending) > 0
}

// It returns false when the line has no number.
func (s *speller) countNumbered(at int, head []byte) bool {
	kind, number, _ := s.readNumber(head)
	if kind == "" {
		return false
	}
	indent := string(head[:countIndent(head)])
	goesOn := strings.HasPrefix(kind, "east") && number > 1 && s.last["east"+indent] == number-1
	if number > 1 && (s.last[kind] == number-1 || goesOn) {
		if number == 2 {
			s.pending[s.last[kind+" at"]] = 1
		}
		s.pending[at] = number
	}
	s.last[kind], s.last[kind+" at"] = number, at
	if strings.HasPrefix(kind, "east") {
		s.last["east"+indent] = number
	}
	return true
}

// Markdown does not know such numbers. kind includes the indentation; length is that of the mark.
func (s *speller) readNumber(line []byte) (kind string, number, length int) {
	if m := s.stepped.FindSubmatch(line); m != nil {
		n, err := strconv.Atoi(string(m[3]))
		if err != nil {
			return "", 0, 0
		}
		return "word " + string(m[1]) + strings.ToLower(string(m[2])), n, len(m[0])
	}
	if m := s.eastern.FindSubmatch(line); m != nil {
		for i, sign := range map[int]string{2: "circle", 3: "full", 4: "full", 5: "half", 6: "han"} {
			if len(m[i]) == 0 {
				continue
			}
			length = len(m[0])
			if _, size := utf8.DecodeLastRune(m[0]); i == 5 && !bytes.ContainsAny(m[0], "、．）") {
				length -= size // the first letter of the words
			}
			return "east " + sign + string(m[1]), parseEasternNumber(string(m[i])), length
		}
	}
	m := s.letters.FindSubmatch(line)
	if m == nil {
		return "", 0, 0
	}
	for i, sign := range map[int]string{2: ")", 3: ".", 4: "()", 5: "n"} {
		if len(m[i]) > 0 {
			return sign + string(m[1]), parseOrdinal(string(m[i]), s.last[sign+string(m[1])]), len(m[0])
		}
	}
	return "", 0, 0
}

// Marks stand in a circle, on a key, in brackets, in full-width digits or in Chinese.
func parseEasternNumber(mark string) int {
	r, _ := utf8.DecodeRuneInString(mark)
	switch {
	case r == '🔟':
		return 10
	case parseCircled(r) > 0:
		return parseCircled(r)
	case r >= '⑴' && r <= '⒇':
		return int(r-'⑴') + 1
	case r >= '⒈' && r <= '⒛':
		return int(r-'⒈') + 1
	case r >= '㈠' && r <= '㈩':
		return int(r-'㈠') + 1
	}
	return parseHanNumber(convertDigits(strings.TrimRight(mark, "\ufe0f\u20e3")))
}

// A letter that may also be a roman numeral is what goes on from the number before.
func parseOrdinal(mark string, before int) int {
	if n, err := strconv.Atoi(mark); err == nil {
		return n
	}
	low := strings.ToLower(mark)
	if n := parseRoman(low); n > 0 && (len(low) > 1 || n == before+1 && low != "c" && low != "d") {
		return n
	}
	for _, alphabet := range []string{"abcdefghijklmnopqrstuvwxyz", "абвгдежзиклмнопрст", "абвгґдеєжзиіїйклмн", "αβγδεζηθικλμνξοπρστυφχψω", "가나다라마바사아자차카타파하", "アイウエオカキクケコ"} {
		if i := slices.Index([]rune(alphabet), []rune(low)[0]); i >= 0 && (i > 3 && i == before || i <= 3) {
			return i + 1
		}
	}
	if low[0] >= 'a' && low[0] <= 'z' {
		return int(low[0]-'a') + 1
	}
	return 0
}

func parseRoman(low string) int {
	for i, r := range strings.Fields("i ii iii iv v vi vii viii ix x xi xii") {
		if low == r {
			return i + 1
		}
	}
	return 0
}

// Some signs begin an item only where several lines have them.
func (s *speller) isItemMark(at int, m *bulletMark) bool {
	if m.sign {
		return s.signs[at]
	}
	switch m.mark {
	case "§", "·", "o", "ü", "Ø", "v", "q":
		if bytes.HasPrefix(m.space, []byte("\t")) { // out of Word or Outlook
			return s.count["§"]+s.count["·"]+s.count["o"]+s.count["ü"]+s.count["Ø"]+s.count["v"]+s.count["q"] > 1
		}
		return s.count[m.mark] > 1 && (m.mark == "·" || len(m.space) > 1)
	case "‒", "–", "—", "―", "→", "⇒", "★", "☆", "▼", "▽", "△", "▲":
		return s.count[m.mark] > 1
	}
	return len(m.space) > 0 || s.count[m.mark] > 1 || m.mark == "•" || m.mark == "・" || m.mark == "･"
}

// Word marks levels by signs alone: "o" below "·", "§" below "o".
func (s *speller) computeWordDepth(mark string) int {
	const wide = 2 // columns of the mark that is written
	level := slices.Index([]string{"·", "o", "§"}, mark)
	if level < 0 || s.count["·"] == 0 {
		s.above = s.above[:0]
		return 0
	}
	for len(s.above) > 0 && s.above[len(s.above)-1] >= level {
		s.above = s.above[:len(s.above)-1]
	}
	deeper := 0
	if n := len(s.above); n > 0 && s.above[n-1] == level-1 {
		deeper = wide * n
	}
	s.above = append(s.above, level)
	return deeper
}

// Signs begin items beside others that have a sign, a box or a number, or when several lines have
// the same one. A sign over a list of another kind names that list.
func (s *speller) markSigns() bool {
	type mark struct {
		at    int
		sign  string
		plain bool // a mark of another kind
		empty bool
	}
	var lines []mark
	at := 0
	for line := range bytes.Lines(s.src) {
		head := line[:min(len(line), 200)]
		l := mark{at: at, empty: len(bytes.TrimSpace(head)) == 0}
		at += len(line)
		if m := s.matchBullet(head); m != nil && m.sign {
			l.sign = m.mark
		} else if m != nil || s.isOrderedItem(head) {
			l.plain = true
		} else if s.boxed.Match(head[countIndent(head):]) {
			l.sign = "box"
		} else if m := s.eastern.FindSubmatch(head); m != nil && len(m[2]) > 0 {
			l.sign = "circle"
		}
		if len(lines) > 0 && l.empty && lines[len(lines)-1].empty {
			continue
		}
		lines = append(lines, l)
	}
	found := false
	item := map[int]bool{}
	for i, l := range lines {
		if l.sign == "" || l.sign == "box" || l.sign == "circle" {
			item[i] = l.sign != ""
			continue
		}
		next := mark{}
		if i+1 < len(lines) {
			next = lines[i+1]
			if next.empty && i+2 < len(lines) && lines[i+2].plain {
				next = lines[i+2]
			}
		}
		names := next.plain || (next.sign == "box" || next.sign == "circle") && (i == 0 || !item[i-1])
		beside := i > 0 && item[i-1] || next.sign != "" || s.count[l.sign] > 1
		item[i] = beside && !names
		if item[i] {
			s.signs[l.at] = true
			found = true
		}
	}
	return found
}

// Markdown itself knows such items.
func (s *speller) isOrderedItem(head []byte) bool {
	rest := bytes.TrimLeft(bytes.TrimLeft(head, " \t"), "0123456789")
	return len(rest) > 1 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' ' && len(rest) < len(bytes.TrimLeft(head, " \t"))
}

// dateLine says how a line is written that begins with a day of a month.
type dateLine int

const (
	dateNone dateLine = iota
	dateWords
	dateItem // one of several that say what happens on a day
)

// Lines that begin with a day of a month are no item of a numbered list when neither the number
// before nor the next one stands beside them.
func (s *speller) markDates() bool {
	const yearLike = 100 // "2024. A good year." begins no list
	type numbered struct {
		at, number int
		dated      bool
		says, over bool
	}
	var lines []numbered
	at, says := 0, 0
	for line := range bytes.Lines(s.src) {
		head := line[:min(len(line), 120)]
		if m := s.dated.FindSubmatch(head); m != nil {
			n, err := strconv.Atoi(string(m[1]))
			lines = append(lines, numbered{
				at: at, number: n, dated: err == nil && (n >= yearLike || n > 0 && n <= 31 && isMonthName(strings.ToLower(string(m[2])))),
				says: n < yearLike && len(prose.Words(string(m[4]))) > 0,
			})
		} else if n := len(lines); n > 0 && s.matchBullet(head) != nil && bytes.Count(s.src[lines[n-1].at:at], []byte("\n")) <= 2 {
			lines[n-1].over = true
		}
		at += len(line)
	}
	for i, l := range lines {
		follows := i > 0 && lines[i-1].number == l.number-1
		goesOn := i+1 < len(lines) && lines[i+1].number == l.number+1
		if !l.dated || follows || goesOn {
			continue
		}
		s.dates[l.at] = dateWords
		if l.says && !l.over {
			says++
			s.dates[l.at] = dateItem
		}
	}
	if says == 1 {
		for at := range s.dates {
			s.dates[at] = dateWords
		}
	}
	return len(s.dates) > 0
}

func isMonthName(word string) bool {
	w, known := getPatterns().counters.words[word]
	const whole = 4 // letters: shorter ones are everyday words as well ("set", "mar")
	return known && w.kind == "month" && (utf8.RuneCountInString(word) >= whole || strings.Contains(" jan feb apr mai mei maj jun jul aug sep okt oct nov dez dec ", " "+word+" "))
}

func countIndent(line []byte) int {
	return len(line) - len(bytes.TrimLeft(line, " \t\u00a0\u2002\u2003\u2009\u200b\u202f\u3000"))
}

// Such a word only counts items and says nothing of them.
func isStepWord(word string) bool {
	switch word {
	case "step", "task", "item", "todo", "action", "schritt", "aufgabe", "punkt", "étape", "etape", "tâche", "tache", "paso", "tarea", "passo", "tarefa",
		"attività", "stap", "taak", "krok", "zadanie", "steg", "trin", "шаг", "задача", "adım", "vaihe", "lépés", "крок", "завдання", "βήμα", "pas", "korak", "bước", "langkah", "שלב":
		return true
	}
	return false
}

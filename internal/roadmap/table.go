package roadmap

import (
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/frasier-cos/frasier/internal/prose"
)

type columnKind int

const (
	columnOther columnKind = iota
	columnTitle
	columnNeeds
	columnRole
	columnAccept
	columnNumber
	columnStatus
	columnEffort
	columnTier
	columnHints // what it needs, as far as an item has that name
	columnWeak  // its title, when other columns say that these are items
)

func matchColumn(header string) columnKind {
	if c, known := columnWords()[prose.Fold(header)]; known {
		return c
	}
	switch strings.Trim(header, " .:") {
	case "#", "№", "Nº", "N°", "番号", "序号":
		return columnNumber
	}
	return columnOther
}

// Heads of columns are in the languages of founders and as programs of projects write them,
// folded.
var columnWords = sync.OnceValue(func() map[string]columnKind { //nolint:gochecknoglobals // made once, never changed
	out := map[string]columnKind{}
	for c, heads := range map[columnKind]string{
		columnTitle: "task|step|item|tasks|steps|items|task name|issue|summary|to do|todo|work item|deliverable|aufgabe|aufgaben|schritt|schritte|vorgang|vorgangsname|arbeitspaket|maßnahme|tarea|tareas|paso|actividad|nombre de tarea|tâche|tâches|étape|activité|nom de la tâche|action|" + //nolint:misspell // words of other languages
			"attività|compito|passo|nome attività|tarefa|tarefas|atividade|etapa|nome da tarefa|taak|taken|stap|activiteit|taaknaam|zadanie|zadania|krok|czynność|nazwa zadania|uppgift|opgave|oppgave|задача|задачи|шаг|этап|название задачи|завдання|крок|úkol|タスク|タスク名|作業|作業名|作業内容|やること|任务|任务名称|工作|事项|步骤|작업|작업 이름|할 일|업무|görev|εργασία",
		columnNeeds: "depends|depends on|needs|after|dependencies|dependency",
		columnHints: "predecessor|predecessors|blocked by|waits for|requires|prerequisite|prerequisites|vorgänger|abhängigkeit|abhängigkeiten|abhängig von|hängt ab von|nach|voraussetzung|voraussetzungen|predecesora|predecesoras|predecesor|predecesores|dependencia|dependencias|depende de|bloqueado por|" + //nolint:misspell // words of other languages
			"prédécesseur|prédécesseurs|dépendance|dépendances|dépend de|après|prérequis|predecessore|predecessori|dipendenza|dipendenze|dipende da|dopo|predecessora|predecessoras|dependência|dependências|depois de|voorganger|voorgangers|afhankelijkheid|afhankelijkheden|afhankelijk van|na|" +
			"poprzednik|poprzednicy|zależność|zależności|zależy od|po|föregångare|beroende|forgænger|предшественник|предшественники|зависимость|зависимости|зависит от|после|попередник|попередники|залежності|先行タスク|先行作業|依存|依存タスク|依存関係|前提|前置任务|依赖|依赖于|前置|선행 작업|선행|의존",
		columnRole:   "owner|role|assignee|assigned to|who|resource names|verantwortlich|verantwortliche|zuständig|wer|ressourcennamen|responsable|responsables|quién|quien|qui|responsabile|chi|responsável|quem|verantwoordelijk|eigenaar|wie|odpowiedzialny|kto|ansvarig|ansvarlig|ответственный|исполнитель|кто|відповідальний|担当|担当者|负责人|담당|담당자", //nolint:misspell // words of other languages
		columnAccept: "accept|done when|acceptance|acceptance criteria|abnahme|akzeptanzkriterien|fertig wenn|criterios de aceptación|critères d acceptation|criteri di accettazione|critérios de aceitação|acceptatiecriteria|kryteria akceptacji|критерии приёмки|完了条件|验收标准|완료 조건",
		columnNumber: "no|nr|number|id|lfd nr|pos|task id|num|núm|número|numéro|numero|numer|lp|номер|番号|序号|编号|번호",
		columnStatus: "done|status|state|erledigt|estado|hecho|statut|état|fait|stato|fatto|feito|klaar|stan|zrobione|статус|готово|状態|状态|상태",
		columnEffort: "effort|estimate",
		columnTier:   "tier",
		columnWeak:   "name|title|description|titel|name des vorgangs|bezeichnung|beschreibung|was|nombre|título|descripción|qué|nom|titre|description de la tâche|quoi|nome|titolo|descrizione|cosa|descrição|naam|omschrijving|wat|nazwa|tytuł|opis|co|namn|navn|название|наименование|описание|что|назва|名前|名称|内容|件名|标题|이름|제목|내용",
	} {
		for head := range strings.SplitSeq(heads, "|") {
			out[head] = c
		}
	}
	return out
})

// It is nil when the table is none of items: no column has titles. A head that many tables have,
// such as "Name", is one of titles only where another column says what an item waits for.
func matchColumns(headers []string) []columnKind {
	columns := make([]columnKind, len(headers))
	title, weak, needs := -1, -1, false
	for i, h := range headers {
		c := matchColumn(h)
		switch {
		case c == columnTitle && title < 0:
			title, columns[i] = i, c
		case c == columnWeak && weak < 0:
			weak = i
		case c != columnTitle && c != columnWeak:
			columns[i] = c
			needs = needs || c == columnNeeds || c == columnHints
		}
	}
	switch {
	case title >= 0:
	case weak >= 0 && needs:
		columns[weak] = columnTitle
	default:
		return nil
	}
	return columns
}

// The table must have a column of titles.
func (s *scanner) readTable(t *extast.Table, group string) unit {
	var u unit
	head := t.FirstChild()
	if head == nil {
		return u
	}
	headers := s.readCells(head)
	columns := matchColumns(headers)
	if columns == nil {
		return u
	}
	s.lists++
	list := s.lists
	for row := head.NextSibling(); row != nil; row = row.NextSibling() {
		d := s.readRow(row, headers, columns)
		if d.Title == "" || s.bullets.MatchString(d.Title) {
			continue // a lone list mark would be a list once linked
		}
		d.list = list
		at := s.addDraft(d, group)
		u.joinUnit(unit{first: []int{at}, last: []int{at}})
	}
	return u
}

func (s *scanner) readRow(row ast.Node, headers []string, columns []columnKind) *draft {
	d := &draft{boxAt: -1}
	i := -1
	for cell := row.FirstChild(); cell != nil && i+1 < len(columns); cell = cell.NextSibling() {
		i++
		if cell.Lines().Len() == 0 {
			continue
		}
		p := readPassage(s.src, cell)
		value := p.lines[0]
		switch columns[i] {
		case columnTitle:
			s.readTitleCell(d, p)
		case columnNeeds:
			d.setField(fieldNeeds, value)
		case columnHints:
			s.readPredecessors(d, headers[i], value)
		case columnRole:
			d.Role = "" // the column is clearer than a mark in the title
			d.setField(fieldRole, value)
		case columnAccept:
			d.setField(fieldAccept, value)
		case columnNumber:
			d.Number = strings.Trim(value, "#. )")
		case columnStatus:
			switch strings.ToLower(value) {
			case "done", "x", "[x]", "yes", "✓", "✔", "✅", "completed", "complete", "closed", "100%", "100 %", "erledigt", "fertig", "ja", "hecho", "hecha", "sí", "terminado", "fait", "terminé", "oui", "fatto", "finito", "feito", "concluído", "sim", "klaar", "gotowe", "zrobione", "tak", "готово", "выполнено", "да", "完了", "済", "完成", "已完成", "완료":
				d.Done = true
			}
		case columnEffort:
			d.Effort = strings.TrimPrefix(value, "~")
		case columnTier:
			d.takeMarks(s.patterns, "!"+strings.TrimPrefix(value, "!")+" "+d.Title)
		case columnOther, columnWeak:
			if value != "" {
				d.addDetail(headers[i] + ": " + value)
			}
		}
	}
	return d
}

// Programs of projects write "2;3", "1FS+2d", "#4". Only a step that begins when another one ends
// waits for it; what a cell says beyond that stays in the details.
func (s *scanner) readPredecessors(d *draft, header, value string) {
	if value == "" {
		return
	}
	var plain []string
	for piece := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(";,、；，", r) }) {
		piece = strings.TrimSpace(piece)
		m := s.predecessor.FindStringSubmatch(convertDigits(piece))
		switch {
		case m == nil:
			d.setField(fieldMaybe, value)
			return
		case m[2] != "" && !isStartAfter(m[2]):
		default:
			plain = append(plain, m[1])
		}
		if m != nil && len(m[2])+len(m[3]) > 0 {
			d.addDetail(header + ": " + piece)
		}
	}
	d.setField(fieldMaybe, strings.Join(plain, "; "))
}

// Letters between two steps say that the second begins when the first one ends, in the languages
// of Microsoft Project.
func isStartAfter(kind string) bool {
	switch strings.ToUpper(kind) {
	case "FS", "EA", "FC", "FD", "TI", "FI", "EB", "ZR", "ОН", "KB", "完了-開始":
		return true
	}
	return false
}

func (s *scanner) readTitleCell(d *draft, p *passage) {
	words := p.lines[0]
	d.linked = p.linked
	d.Line = s.findLine(p.starts[0])
	d.titleEnd = p.ends[0]
	d.Done = d.Done || p.linked
	if m := s.box.FindStringSubmatch(words); m != nil {
		d.hasBox, d.boxAt = true, p.starts[0]
		d.open = m[1] == " "
		d.Done = d.Done || !d.open
		words = words[len(m[0]):]
	}
	if d.Done {
		d.Reference = p.reference
	}
	number := d.Number
	d.takeMarks(s.patterns, strings.ReplaceAll(words, "~~", ""))
	if number != "" {
		d.Number = number
	}
}

// The text is plain.
func (s *scanner) readCells(row ast.Node) []string {
	var out []string
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		text := ""
		if c.Lines().Len() > 0 {
			text = readPassage(s.src, c).lines[0]
		}
		out = append(out, text)
	}
	return out
}

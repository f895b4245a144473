package roadmap_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// shape writes the items of a roadmap on one line: phase, title, what it needs, whether it is done.
func shape(r org.Roadmap) string {
	at := map[string]string{}
	for i, it := range r.Items {
		at[it.Key] = fmt.Sprint(i + 1)
	}
	var out []string
	for _, it := range r.Items {
		s := fmt.Sprintf("%d %s", it.Phase, it.Title)
		for _, n := range it.Needs {
			s += " <" + at[n]
		}
		if it.Done {
			s += " done"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func parse(t *testing.T, src string) org.Roadmap {
	t.Helper()
	r, err := roadmap.Parse("plan.md", src)
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return r
}

// Lists as Docs, Notion, Word and mail write them are lists, and a ticked one keeps its form.
func TestListsAsProgramsPasteThem(t *testing.T) {
	for _, c := range []struct{ name, src, want, ticked string }{
		{"bullets of Docs", "● Ask\n● Build\n", "0 Ask; 0 Build", "● [x] Ask ([result](r))\n● Build\n"},
		{"dots and rings", "• Ask:\n  ◦ ten people\n  ◦ five shops\n• Build\n", "0 ten people; 0 five shops; 0 Build", "• Ask:\n  ◦ [x] ten people ([result](r))\n  ◦ five shops\n• Build\n"},
		{"dashes of mail", "– Ask\n– Build\n", "0 Ask; 0 Build", "– [x] Ask ([result](r))\n– Build\n"},
		{"one dash is prose", "– as they say\n\n- Ask\n", "0 Ask", "– as they say\n\n- [x] Ask ([result](r))\n"},
		{"squares of Word", "▪\tAsk\n▪\tBuild\n", "0 Ask; 0 Build", "▪\t[x] Ask ([result](r))\n▪\tBuild\n"},
		{"hard spaces", "-\u00a0Ask\n-\u00a0Build\n", "0 Ask; 0 Build", "-\u00a0[x] Ask ([result](r))\n-\u00a0Build\n"},
		{"boxes", "☐ Ask\n☑ Build\n", "0 Ask; 0 Build done", "☑ Ask ([result](r))\n☑ Build\n"},
		{"boxes behind bullets", "- ☐ Ask\n- ☒ Build\n", "0 Ask; 0 Build done", "- ☑ Ask ([result](r))\n- ☒ Build\n"},
		{"green ticks", "⬜ Ask\n✅ Build\n", "0 Ask; 0 Build done", "✅ Ask ([result](r))\n✅ Build\n"},
		{"no bullet", "[ ] Ask\n[x] Build\n", "0 Ask; 0 Build done", "[x] Ask ([result](r))\n[x] Build\n"},
		{"empty box", "- [] Ask\n- [x] Build\n", "0 Ask; 0 Build done", "- [x] Ask ([result](r))\n- [x] Build\n"},
		{"escaped", "\\- \\[ \\] Ask\n\n\\- \\[x\\] Build\n", "0 Ask; 0 Build done", "\\- \\[x\\] Ask ([result](r))\n\n\\- \\[x\\] Build\n"},
		{"letters", "a) Ask\nb) Build\nc) Sell\n", "0 Ask; 0 Build <1; 0 Sell <2", "a) [x] Ask ([result](r))\nb) Build\nc) Sell\n"},
		{"roman", "i) Ask\nii) Build\niii) Sell\n", "0 Ask; 0 Build <1; 0 Sell <2", "i) [x] Ask ([result](r))\nii) Build\niii) Sell\n"},
		{"in brackets", "(1) Ask\n(2) Build\n", "0 Ask; 0 Build <1", "(1) [x] Ask ([result](r))\n(2) Build\n"},
		{"circled", "① Ask\n② Build\n", "0 Ask; 0 Build <1", "① [x] Ask ([result](r))\n② Build\n"},
		{"steps", "Step 1: Ask\nStep 2: Build\n", "0 Ask; 0 Build <1", "Step 1: [x] Ask ([result](r))\nStep 2: Build\n"},
		{"Schritte", "Schritt 1 – Fragen\nSchritt 2 – Bauen\n", "0 Fragen; 0 Bauen <1", "Schritt 1 – [x] Fragen ([result](r))\nSchritt 2 – Bauen\n"},
		{"in code", "- Ask\n\n```\n• no item\n☐ none\n```\n", "0 Ask", "- [x] Ask ([result](r))\n\n```\n• no item\n☐ none\n```\n"},
		{"initials", "A. Smith said so.\n\n- Ask\n", "0 Ask", "A. Smith said so.\n\n- [x] Ask ([result](r))\n"},
	} {
		r := parse(t, c.src)
		if got := shape(r); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		got := tick(c.src, map[string]string{"i1": "r"})
		if got != c.ticked {
			t.Errorf("%s: ticked %q, want %q", c.name, got, c.ticked)
		}
		if again := tick(got, map[string]string{"i1": "r"}); again != got {
			t.Errorf("%s: ticked twice %q", c.name, again)
		}
		if after := parse(t, got); !after.Items[0].Done || len(after.Items) != len(r.Items) {
			t.Errorf("%s: a ticked %q reads as %s", c.name, got, shape(after))
		}
	}
}

// Headings that differ by a number that rises are phases, in whatever words.
func TestPhasesByWhatCounts(t *testing.T) {
	for _, heads := range [][]string{
		{"Week 1", "Week 2", "Week 3"},
		{"Woche 1: Lage", "Woche 2: Bau"},
		{"1. Woche", "2. Woche"},
		{"KW 12", "KW 13"},
		{"Semaine 1", "Semaine 2"},
		{"Semana 1 - Idea", "Semana 2 - Oferta"},
		{"Settimana 1", "Settimana 2"},
		{"Tydzień 1", "Tydzień 2"},
		{"Sprint #1", "Sprint #2"},
		{"Q1", "Q2"},
		{"Q4 2026", "Q1 2027"},
		{"2026 Q4", "2027 Q1"},
		{"T1 2026", "T2 2026"},
		{"H1", "H2"},
		{"Month one", "Month two"},
		{"Erster Monat", "Zweiter Monat"},
		{"Premier mois", "Deuxième mois"},
		{"January", "February", "March"},
		{"November", "Dezember", "Januar"},
		{"März 2026", "April 2026"},
		{"Enero", "Febrero"},
		{"Sept 2026", "Oct 2026"},
		{"Day 1", "Day 2"},
		{"Monday", "Tuesday"},
		{"Montag", "Dienstag"},
		{"Etap 1", "Etap 2"},
		{"Fase I", "Fase II"},
		{"Krok pierwszy", "Krok drugi"},
		{"Part A", "Part B"},
		{"第1周", "第2周"},
		{"Неделя 1", "Неделя 2"},
		{"第1段階：調査", "第2段階：提案"},
		{"第１段階　調査", "第２段階　提案"},
		{"第一阶段：调研", "第二阶段：开发", "第三阶段：上线"},
		{"第十週", "第十一週"},
		{"一、调研", "二、开发"},
		{"（一）调研", "（二）开发"},
		{"①調査", "②提案"},
		{"1.調査", "2.提案"},
		{"１．調査", "２．提案"},
		{"フェーズ1：調査", "フェーズ2：提案"},
		{"フェーズ１", "フェーズ２"},
		{"ステップ1 聞く", "ステップ2 書く"},
		{"1週目", "2週目"},
		{"1か月目 準備", "2か月目 公開"},
		{"1月", "2月"},
		{"12月", "1月"},
		{"2027年1月", "2027年2月"},
		{"第1四半期", "第2四半期"},
		{"月曜日", "火曜日"},
		{"周一", "周二"},
		{"【第1段階】調査", "【第2段階】提案"},
		{"1단계: 조사", "2단계: 제안"},
		{"제1단계 조사", "제2단계 제안"},
		{"1주차", "2주차"},
		{"첫째 주", "둘째 주"},
		{"첫 번째 단계", "두 번째 단계"},
		{"1월", "2월"},
		{"단계 1", "단계 2"},
		{"월요일", "화요일"},
		{"Етап 1: Опитування", "Етап 2: Ціни"},
		{"Перший тиждень", "Другий тиждень"},
		{"Січень", "Лютий"},
		{"Φάση 1", "Φάση 2"},
		{"Ιανουάριος", "Φεβρουάριος"},
		{"שלב 1", "שלב 2"},
		{"المرحلة ١", "المرحلة ٢"},
		{"चरण १", "चरण २"},
		{"Tuần 1", "Tuần 2"},
		{"สัปดาห์ที่ 1", "สัปดาห์ที่ 2"},
		{"Hafta 1", "Hafta 2"},
		{"1 Research", "2 Build"},
		{"I. Research", "II. Build"},
		{"1–7 March", "8–14 March"},
		{"01.03.2026", "01.04.2026"},
		{"Now", "Next", "Later"},
		{"Iteration 1 (2 weeks)", "Iteration 2 (3 weeks)"},
	} {
		for _, form := range []string{"## %s\n- item %d\n\n", "**%s**\n\n- item %d\n\n", "%s:\n- item %d\n\n"} {
			if form[0] == '%' && (strings.ContainsAny(heads[0], ":-.") || heads[0] == "1 Research" || strings.HasPrefix(heads[0], "①") || strings.HasPrefix(heads[0], "１．") || strings.HasPrefix(heads[0], "一、") || strings.HasPrefix(heads[0], "（一）")) {
				continue
			}
			src := "# Plan\n\n"
			for i, h := range heads {
				src += fmt.Sprintf(form, h, i)
			}
			r, err := roadmap.Parse("plan.md", src)
			if err != nil || len(r.Phases) != len(heads) || len(r.Items) != len(heads) || r.Items[1].Phase != 1 {
				t.Errorf("%q: phases %q, items %s, error %v", src, r.Phases, shape(r), err)
			}
		}
	}
}

// What stands beside each other stays so, and the plan says it.
func TestPartsThatRunSideBySide(t *testing.T) {
	for _, heads := range [][]string{{"Research", "Build"}, {"Option 1", "Option 2"}, {"Team 1", "Team 2"}, {"Week 2", "Budget"}, {"Risk 1", "Risk 2"}, {"案1", "案2"}, {"方案一", "方案二"}, {"옵션 1", "옵션 2"}, {"選択肢①", "選択肢②"}} {
		r := parse(t, fmt.Sprintf("# Plan\n\n## %s\n- a\n\n## %s\n- b\n", heads[0], heads[1]))
		if len(r.Phases) != 1 || !strings.Contains(strings.Join(r.Notes, " "), "side by side") {
			t.Errorf("%q: phases %q, notes %q; want one phase and a note", heads, r.Phases, r.Notes)
		}
	}
	if r := parse(t, "- Week 1:\n  - a\n  - b\n- Week 2:\n  - c\n"); shape(r) != "0 a; 0 b; 0 c <1 <2" {
		t.Errorf("groups that count: %s", shape(r))
	}
}

// The words of dependence, in a title, below an item and as a line, bind when they name one item.
func TestWordsOfDependence(t *testing.T) {
	const before = "- Survey twelve customers\n- Compare three rivals\n"
	for _, item := range []string{
		"- Write\n  - Blocked by: Survey twelve customers", "- Write\n  - Depends on Survey twelve customers", "- Write (blocked by Survey twelve customers)", "- Write [requires: Survey twelve customers]",
		"- Write\n  requires: survey twelve customers", "- Write, depends on 1", "- Write\n  - needs: 1", "- Write\n  - depends on: item 1", "- Write\n  - hängt ab von: Survey twelve customers", "- Write (nach Survey twelve customers)",
		"- Write\n  - Voraussetzung: Survey twelve customers", "- Write\n  - après: Survey twelve customers", "- Write\n  - después de: Survey twelve customers", "- Write\n  - dipende da: Survey twelve customers", "- Write\n  - depois de: Survey twelve customers",
		"- Write\n  - hangt af van: Survey twelve customers", "- Write\n  - zależy od: Survey twelve customers", "- Write\n  - Prerequisite: the survey", "- Write\n- blocked by: Survey twelve customers", "- Write\n- Blocked by Survey twelve customers",
		"- Write\n- needs: Survey twelve customers", "- Write – waits for Survey twelve customers",
	} {
		if got := shape(parse(t, before+item+"\n")); got != "0 Survey twelve customers; 0 Compare three rivals; 0 Write <1" {
			t.Errorf("%q: got %s", item, got)
		}
	}
	for _, title := range []string{"Once the survey is done, write", "After the survey, write", "Sobald survey fertig ist, schreiben", "Une fois survey terminée, écrire", "Una vez hecha survey, escribir"} {
		r := parse(t, before+"- "+title+"\n")
		if len(r.Items) != 3 || len(r.Items[2].Needs) != 1 || r.Items[2].Title != title || !strings.Contains(strings.Join(r.Notes, " "), "I read") {
			t.Errorf("%q: got %s, notes %q", title, shape(r), r.Notes)
		}
	}
}

// The words of dependence of ten languages bind in every place that they stand in, and leave the name of the item alone.
func TestWordsOfDependenceInTenLanguages(t *testing.T) {
	for _, c := range [][]string{
		{"Zwölf Kunden befragen", "Schreiben (setzt „Zwölf Kunden befragen“ voraus)", "Schreiben, nach: Zwölf Kunden befragen", "Schreiben, erst wenn „Zwölf Kunden befragen“ erledigt ist", "Schreiben (hängt von Zwölf Kunden befragen ab)", "Schreiben, erst nach Zwölf Kunden befragen", "Schreiben, sobald die zwölf Kunden befragt sind", "Schreiben\n  - Setzt „Zwölf Kunden befragen“ voraus", "Schreiben\n  - Erst wenn: Zwölf Kunden befragen", "Schreiben\n  - Abhängig von: Zwölf Kunden befragen", "Schreiben – wartet auf Zwölf Kunden befragen"},
		{"Hablar con Ana", "Escribir (una vez que Hablar con Ana)", "Escribir, solo cuando «Hablar con Ana» esté listo", "Escribir\n  - Una vez que: Hablar con Ana", "Escribir, después de: Hablar con Ana", "Escribir (bloqueada por Hablar con Ana)", "Escribir; depende de Hablar con Ana", "Escribir, en cuanto Hablar con Ana esté terminado"},
		{"Ouvrir le compte", "Écrire\n  - Dépend d'Ouvrir le compte", "Écrire\n  - Dépend de Ouvrir le compte", "Écrire (dès que « Ouvrir le compte » est fait)", "Écrire, seulement après « Ouvrir le compte »", "Écrire, une fois que « Ouvrir le compte » est terminé", "Écrire (nécessite : Ouvrir le compte)", "Écrire, après : Ouvrir le compte"},
		{"Intervistare i clienti", "Scrivere (dopo: Intervistare i clienti)", "Scrivere, solo dopo Intervistare i clienti", "Scrivere, una volta che «Intervistare i clienti» sia finito", "Scrivere\n  - Bloccato da Intervistare i clienti", "Scrivere – richiede Intervistare i clienti", "Scrivere\n  - In attesa di: Intervistare i clienti"},
		{"Falar com Ana", "Escrever (depois de: Falar com Ana)", "Escrever, só depois de Falar com Ana", "Escrever, assim que “Falar com Ana” estiver pronto", "Escrever\n  - Bloqueado pelo Falar com Ana", "Escrever\n  - Depende do Falar com Ana", "Escrever; requer Falar com Ana"},
		{"Klanten vragen", "Schrijven (pas als “Klanten vragen” klaar is)", "Schrijven, pas na Klanten vragen", "Schrijven, zodra “Klanten vragen” af is", "Schrijven (hangt van Klanten vragen af)", "Schrijven\n  - Wacht op Klanten vragen", "Schrijven, na: Klanten vragen"},
		{"Zapytać klientów", "Pisać (zależy od: Zapytać klientów)", "Pisać, dopiero po Zapytać klientów", "Pisać, dopiero gdy „Zapytać klientów” jest gotowe", "Pisać\n  - Wymaga Zapytać klientów", "Pisać, po: Zapytać klientów", "Pisać (zablokowane przez Zapytać klientów)"},
		{"Спросить клиентов", "Писать (зависит от Спросить клиентов)", "Писать, только после Спросить клиентов", "Писать, как только «Спросить клиентов» готово", "Писать\n  - После: Спросить клиентов"},
		{"顧客に聞く", "書く（顧客に聞くの後）", "書く（前提：顧客に聞く）", "書く\n  - 依存: 顧客に聞く"},
		{"调研客户", "写（调研客户之后）", "写（依赖：调研客户）", "写\n  - 前置任务：调研客户"},
		{"고객 조사", "쓰기 (고객 조사 완료 후)", "쓰기 (선행: 고객 조사)"},
	} {
		for _, item := range c[1:] {
			src := "- " + c[0] + "\n- Etwas anderes 7\n- " + item + "\n"
			title := strings.TrimRight(strings.FieldsFunc(item, func(r rune) bool { return strings.ContainsRune(",;(（–\n ", r) })[0], " ")
			if got, want := shape(parse(t, src)), "0 "+c[0]+"; 0 Etwas anderes 7; 0 "+title+" <1"; got != want {
				t.Errorf("%q: got %s, want %s", item, got, want)
			}
		}
	}
	for _, title := range []string{"Preise senken, sobald Kosten sinken", "Compare prices before and after tax", "Plan für die Zeit nach dem Start", "Analizar qué pasa tras la compra", "Write once, run anywhere", "Check what is required: permits, licences", "调研售后服务（售后）"} {
		r := parse(t, "- Ask\n- "+title+"\n")
		if r.Items[1].Title != title || len(r.Items[1].Needs) > 0 {
			t.Errorf("everyday words %q: got %s", title, shape(r))
		}
	}
}

// Tables and files of values, as programs of projects write them, have columns of what a step waits for.
func TestColumnsOfWhatStepsWaitFor(t *testing.T) {
	const want = "0 Ask customers; 0 Set, price <1; 0 Build page <1; 0 Launch <2 <3"
	for name, src := range map[string]string{
		"Microsoft Project": "ID,Name,Duration,Predecessors\n1,Ask customers,3,\n2,\"Set, price\",2,1\n3,Build page,4,1FS+2d\n4,Launch,1,\"2,3\"\n",
		"GanttProject":      "\ufeffID;Name;Vorgänger\r\n1;Ask customers;\r\n2;Set, price;1\r\n3;Build page;1EA+2 Tage\r\n4;Launch;\"2;3\"\r\n",
		"tabs":              "Nr\tAufgabe\tAbhängig von\n1\tAsk customers\t\n2\tSet, price\tAsk customers\n3\tBuild page\t#1\n4\tLaunch\t2, 3\n",
		"no numbers":        "Tarea;Depende de\nAsk customers;\nSet, price;Ask customers\nBuild page;1\nLaunch;2;\n",
		"Russian":           "| № | Задача | Предшественники |\n|---|---|---|\n| 1 | Ask customers | |\n| 2 | Set, price | 1 |\n| 3 | Build page | 1ОН+2 дн |\n| 4 | Launch | 2;3 |\n",
		"Japanese":          "| 番号 | 作業 | 先行作業 |\n|---|---|---|\n| 1 | Ask customers | |\n| 2 | Set, price | １ |\n| 3 | Build page | 1 |\n| 4 | Launch | 2、3 |\n",
		"French":            "| N° | Tâche | Prédécesseurs |\n|---|---|---|\n| 1 | Ask customers | |\n| 2 | Set, price | 1 |\n| 3 | Build page | 1FD |\n| 4 | Launch | 2;3 |\n",
	} {
		want := want
		if name == "no numbers" {
			want = strings.TrimSuffix(want, " <3")
		}
		r, err := roadmap.Parse("plan.csv", src)
		if err != nil || shape(r) != want {
			t.Errorf("%s: got %s, error %v", name, shape(r), err)
			continue
		}
		if _, items := roadmap.Counts(src); items != len(r.Items) {
			t.Errorf("%s: %d items counted, want %d", name, items, len(r.Items))
		}
		ticked := tick(src, map[string]string{"i2": "r.md"})
		after, err := roadmap.Parse("plan.csv", ticked)
		if err != nil || !after.Items[1].Done || after.Items[0].Done || strings.ReplaceAll(ticked, " ([result](r.md))", "") != src {
			t.Errorf("%s: ticked %q reads as %s, error %v", name, ticked, shape(after), err)
		}
	}
	for _, src := range []string{"Name,Email\nAnn,a@b.example\n", "Name,ID,After tax\nAnn,1,3\n", "ID,Name,Amount\n1,Ask,3\n", "Task, needs: a\n"} {
		if _, items := roadmap.Counts(src); items != 0 {
			t.Errorf("%q: %d items", src, items)
		}
	}
	if r := parse(t, "| Task | Predecessor |\n|---|---|\n| Ask | |\n| Build | 1SS |\n| Sell | the lawyer |\n"); shape(r) != "0 Ask; 0 Build; 0 Sell" || len(r.Notes) == 0 || !strings.Contains(r.Items[1].Detail, "1SS") {
		t.Errorf("what binds nothing: %s, notes %q, detail %q", shape(r), r.Notes, r.Items[1].Detail)
	}
}

// What binds nothing is said, and nothing is lost or refused.
func TestWordsOfDependenceThatNameNothing(t *testing.T) {
	for item, kept := range map[string]string{
		"- Write (blocked by the lawyer)": "Write (blocked by the lawyer)", "- Write\n  - Requires Node 20": "Write", "- Once money is there, write": "Once money is there, write", "- Write, depends on the weather": "Write, depends on the weather",
	} {
		r := parse(t, "- Ask\n"+item+"\n")
		if len(r.Items) != 2 || len(r.Items[1].Needs) > 0 || r.Items[1].Title != kept || !strings.Contains(strings.Join(r.Notes, " "), "waits for nothing") {
			t.Errorf("%q: got %s, notes %q", item, shape(r), r.Notes)
		}
	}
	r := parse(t, "- A thing (requires B thing)\n- B thing (requires A thing)\n")
	if len(r.Items) != 2 || len(r.Items[0].Needs)+len(r.Items[1].Needs) != 1 || len(r.Notes) == 0 {
		t.Errorf("two that seem to wait for each other: %s, notes %q", shape(r), r.Notes)
	}
	if r := parse(t, "- needs: nothing yet\n- Ask\n"); shape(r) != "0 Ask" || len(r.Notes) == 0 {
		t.Errorf("a line of needs without an item: %s, notes %q", shape(r), r.Notes)
	}
}

// A list of half a million lines is refused in a sentence, at the cost of its own size.
func TestRoadmapsWithTooMuch(t *testing.T) {
	for name, src := range map[string]string{
		"items": strings.Repeat("- a\n", roadmap.ItemsAtMost+1), "lines": strings.Repeat("- a\n", 1<<19), "headings": strings.Repeat("# a\n", 1<<19), "words": strings.Repeat("a\n", 1<<20), "bullets": strings.Repeat("• a\n", 1<<18),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := roadmap.Parse("x.md", src)
		roadmap.Counts(src)
		runtime.ReadMemStats(&after)
		var f *roadmap.Fault
		if !errors.As(err, &f) || f.Code != roadmap.CodeTooLarge || !strings.Contains(f.Sentence, "2000") {
			t.Errorf("%s: got %v, want a refusal that names the limit", name, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 128<<20 {
			t.Errorf("%s: %d MiB allocated, want at most 128", name, got>>20)
		}
	}
	if r := parse(t, strings.Repeat("- a\n", roadmap.ItemsAtMost)); len(r.Items) != roadmap.ItemsAtMost {
		t.Errorf("%d items at the limit", len(r.Items))
	}
}

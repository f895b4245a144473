package roadmap_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// words writes titles, needs, details and what is done of a roadmap.
func words(t interface{ Fatalf(string, ...any) }, src string) string {
	r, err := roadmap.Parse("plan.md", src)
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	var out []string
	for _, it := range r.Items {
		out = append(out, fmt.Sprint(it.Phase, " ", it.Title, " ", it.Needs, " ", it.Done, " ", it.Detail))
	}
	return strings.Join(out, "\n")
}

// The same roadmap in every bullet and box that programs and people write gives the same plan.
func TestEveryBulletGivesTheSamePlan(t *testing.T) {
	bullets := strings.Split("- |* |+ |• |‣ |⁃ |● |○ |◦ |◉ |▪ |▫ |■ |▸ |► |▶ |➢ |➤ |➔ |→ |⇒ |❖ |✦ |★ |☆ |– |— |‒ |· |◆ |◇ |▼ |・|･|•|●|■|◆|・ |\u30fb\u3000|·\t|§\t|o\t|ü\t|Ø\t|v\t|q\t|§   |👉 |👉|➡️ |🔹 |🔸|🚀 |📌 |👩‍💻 |👉🏽 |▶️ |▶️|⭐ |\\- |\\* ", "|")
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(rapid.SampledFrom([]string{"Ask ten people", "Preise prüfen", "要件をまとめる", "Спросить клиентов", "가격 정하기", "Écrire la page"}), 2, 6).Draw(t, "items")
		mark := rapid.SampledFrom(bullets).Draw(t, "mark")
		end := rapid.SampledFrom([]string{"\n", "\n\n", "\r\n"}).Draw(t, "end")
		nested := rapid.Bool().Draw(t, "nested") && !strings.HasPrefix(mark, "\\") // Docs escapes only what stands at the edge
		box := rapid.SampledFrom([]string{"", "[ ] ", "[x] ", "☐ ", "☑ "}).Draw(t, "box")
		equal, src := "", ""
		for _, it := range items {
			equal += "- " + strings.NewReplacer("☐", "[ ]", "☑", "[x]").Replace(box) + it + end
			src += mark + box + it + end
			if nested {
				equal += "  - more words\n"
				src += "  " + mark + "more words\n"
			}
		}
		if got, want := words(t, src), words(t, equal); got != want {
			t.Fatalf("%q reads as\n%s\nwant that of %q\n%s", src, got, equal, want)
		}
	})
}

// The same numbered roadmap in every ordinal gives the same plan.
func TestEveryOrdinalGivesTheSamePlan(t *testing.T) {
	titles := []string{"見積を取る", "Ask the bank", "Договор подписать", "돈을 받기"}
	equal := ""
	for i, title := range titles {
		equal += fmt.Sprintf("%d. %s\n", i+1, title)
		if i == 1 {
			equal += "   - a note\n"
		}
	}
	want := words(t, equal)
	for _, marks := range []string{
		"①|②|③|④", "① |② |③ |④ ", "❶|❷|❸|❹", "➀ |➁ |➂ |➃ ", "⑴|⑵|⑶|⑷", "⒈|⒉|⒊|⒋", "㈠|㈡|㈢|㈣", "1️⃣ |2️⃣ |3️⃣ |4️⃣ ", "1️⃣|2️⃣|3️⃣|4️⃣", "1⃣ |2⃣ |3⃣ |4⃣ ",
		"１．|２．|３．|４．", "１. |２. |３. |４. ", "１）|２）|３）|４）", "（１）|（２）|（３）|（４）", "（1）|（2）|（3）|（4）", "1、|2、|3、|4、", "1．|2．|3．|4．", "①|②|③|４．", "一、|二、|三、|四、", "（一）|（二）|（三）|（四）", "一. |二. |三. |四. ",
		"가. |나. |다. |라. ", "가) |나) |다) |라) ", "ア）　|イ）　|ウ）　|エ）　", "а) |б) |в) |г) ", "α) |β) |γ) |δ) ", "a) |b) |c) |d) ", "A. |B. |C. |D. ", "i) |ii) |iii) |iv) ", "(1) |(2) |(3) |(4) ", "1\\. |2\\. |3\\. |4\\. ",
		"Step 1: |Step 2: |Step 3: |Step 4: ", "Шаг 1. |Шаг 2. |Шаг 3. |Шаг 4. ", "Krok 1 - |Krok 2 - |Krok 3 - |Krok 4 - ",
	} {
		for _, blank := range []string{"   ", "\u3000", "  ", "\t"} {
			src := ""
			for i, m := range strings.Split(marks, "|") {
				src += m + titles[i] + "\n"
				if i == 1 {
					src += blank + "・a note\n"
				}
			}
			if strings.Contains(marks, "Step") || strings.HasPrefix(marks, "Шаг") || strings.HasPrefix(marks, "Krok") {
				src = strings.ReplaceAll(src, blank+"・a note\n", "")
				if got, want := words(t, src), words(t, strings.ReplaceAll(equal, "   - a note\n", "")); got != want {
					t.Errorf("%q reads as\n%s\nwant\n%s", src, got, want)
				}
				continue
			}
			if got := words(t, src); got != want {
				t.Errorf("%q reads as\n%s\nwant\n%s", src, got, want)
			}
		}
	}
}

// Signs over a list name it, a day of a month is no number of an item, and a lone sign is prose.
func TestMarksThatBeginNoItem(t *testing.T) {
	for src, want := range map[string]string{
		"🎯 Goals\n- Ask\n- Build\n":                              "0 Ask; 0 Build",
		"🚀 We start soon.\n\n- Ask\n":                            "0 Ask",
		"Frist\n\n31. Januar\n\n- Fragen\n":                      "0 Fragen",
		"31. Januar 2027\n\nWir liefern.\n\n- Fragen\n":          "0 Fragen",
		"Das war\n\n2024. Ein Jahr.\n\n- Fragen\n":               "0 Fragen",
		"§ 5 BGB gilt.\n\n- Fragen\n":                            "0 Fragen",
		"1. Januar planen\n2. Februar planen\n":                  "0 Januar planen; 0 Februar planen <1",
		"1. Januar: Fragen\n15. März: Bauen\n":                   "0 1. Januar: Fragen; 0 15. März: Bauen",
		"■概要\n・聞く\n・書く\n":                                        "0 聞く; 0 書く",
		"2. Set prices\n\n- Ask\n":                               "0 Set prices; 0 Ask",
		"·\tAsk\n·\tBuild\no\tWalls\n§\tRed\no\tRoof\n·\tSell\n": "0 Ask; 0 Build; 0 Sell",
	} {
		if got := shape(parse(t, src)); got != want {
			t.Errorf("%q: got %s, want %s", src, got, want)
		}
	}
	r := parse(t, "·\tBuild\no\tWalls\n§\tRed\no\tRoof\n·\tSell\n")
	if want := (org.Item{Detail: "- Walls\n  - Red\n- Roof"}); r.Items[0].Detail != want.Detail {
		t.Errorf("levels of Word: %q, want %q", r.Items[0].Detail, want.Detail)
	}
}

package extract_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// Texts in the charsets that people's programs write, with and without a name
// of the charset, read as their letters and without a word of invisible ones.
func TestCharsets(t *testing.T) {
	const (
		japaneseText = "港のフェリーの料金は四十一ユーロです。詳しくは港湾事務所にお問い合わせください。"
		chineseText  = "港口渡轮的票价是四十一欧元，详情请咨询港务局。我们在春天提高价格。41"
		taiwanText   = "港口渡輪的票價是四十一歐元，詳情請洽港務局。我們在春天提高價格。"
		koreanText   = "항구 페리 요금은 사십일 유로입니다. 자세한 내용은 항만 사무소에 문의하십시오."
		russianText  = "Проезд на пароме стоит сорок один евро; подробности в портовой конторе."
		polishText   = "Zażółć gęślą jaźń: prom kosztuje czterdzieści jeden euro, więc płacą mało."
		greekText    = "Το εισιτήριο του πλοίου κοστίζει σαράντα ένα ευρώ το άτομο."
	)
	little := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	big := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for _, c := range []struct {
		name, media, want string
		enc               encoding.Encoding
		page              bool
	}{
		{"a.txt", "text/plain; charset=iso-2022-jp", japaneseText, japanese.ISO2022JP, true},
		{"escapes.txt", "", japaneseText, japanese.ISO2022JP, true},
		{"hz.txt", "text/plain; charset=hz-gb-2312", chineseText, simplifiedchinese.HZGB2312, true},
		{"hz escapes.txt", "", chineseText, simplifiedchinese.HZGB2312, true},
		{"sjis.csv", "", japaneseText, japanese.ShiftJIS, true},
		{"eucjp.csv", "", japaneseText, japanese.EUCJP, true},
		{"gbk.csv", "", chineseText, simplifiedchinese.GBK, true},
		{"big5.csv", "", taiwanText, traditionalchinese.Big5, true},
		{"euckr.csv", "", koreanText, korean.EUCKR, true},
		{"cp1251.csv", "", russianText, charmap.Windows1251, true},
		{"koi8.txt", "", russianText, charmap.KOI8R, true},
		{"cp1250.csv", "", polishText, charmap.Windows1250, true},
		{"greek.csv", "text/csv; charset=windows-1253", greekText, charmap.Windows1253, true},
		{"latin1.csv", "", "Café und Brötchen für 3,50", charmap.ISO8859_1, true},
		{"utf16le.txt", "", russianText, little, false},
		{"utf16be.txt", "", russianText, big, false},
		{"utf16 japanese.txt", "", japaneseText + "\r\n41", little, false},
	} {
		raw, err := c.enc.NewEncoder().String(c.want)
		if err != nil {
			t.Fatal(err)
		}
		r, err := extract.Text(c.name, c.media, []byte(raw))
		want := strings.ReplaceAll(c.want, "\r", "")
		if err != nil || r.Text != want {
			t.Errorf("Text(%s): got %q, error %v, want %q", c.name, r.Text, err, want)
		}
		if notes := strings.Join(r.Notes, " "); strings.Contains(notes, "invisible") || strings.Contains(notes, "could not be decoded") {
			t.Errorf("Text(%s): notes %q speak of letters that are none", c.name, notes)
		}
		if !c.page {
			continue
		}
		media := "text/html"
		if c.media != "" {
			media += strings.TrimPrefix(strings.TrimPrefix(c.media, "text/csv"), "text/plain")
		}
		page, err := extract.Page("https://a.example/", media, []byte("<p>"+raw+"</p>"))
		if err != nil || page.Text != want {
			t.Errorf("Page(%s): got %q, error %v, want %q", c.name, page.Text, err, want)
		}
	}
}

func TestCharsetOfAPageByItsMeta(t *testing.T) {
	for label, enc := range map[string]encoding.Encoding{"iso-2022-jp": japanese.ISO2022JP, "hz-gb-2312": simplifiedchinese.HZGB2312, "shift_jis": japanese.ShiftJIS} {
		raw, err := enc.NewEncoder().String("<title>x</title><p>港口 料金 ferry</p>")
		if err != nil {
			t.Fatal(err)
		}
		r, err := extract.Page("https://a.example/", "text/html", []byte(`<meta http-equiv="Content-Type" content="text/html; charset=`+label+`">`+raw))
		if err != nil || r.Text != "港口 料金 ferry" {
			t.Errorf("%s: got %q, error %v", label, r.Text, err)
		}
	}
}

func TestCharsetThatIsNotRead(t *testing.T) {
	_, err := extract.Text("a.txt", "text/plain; charset=utf-7", []byte("Caf+AOk-"))
	if !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("UTF-7: got error %v, want one that says what to save it as", err)
	}
}

// What programs write by themselves is no news; what could hide words is.
func TestInvisibleCharactersSaid(t *testing.T) {
	for text, noted := range map[string]bool{
		"soft\u00adhyphen and \u200fعربي\u200f": false, "می\u200cخواهم 👩\u200d💻": false, "\ufeffword": false, "pay\u200bpal": true, "x\u202egpj": true, "t\U000E0041g": true,
	} {
		r, err := extract.Text("a.txt", "", []byte(text))
		if got := strings.Contains(strings.Join(r.Notes, " "), "invisible"); err != nil || got != noted {
			t.Errorf("%q: notes %q, error %v; want a note: %v", text, r.Notes, err, noted)
		}
	}
}

// Each figure stands under its head and beside its name.
func TestTableSpans(t *testing.T) {
	var rows strings.Builder
	for i := range 12 {
		fmt.Fprintf(&rows, "<tr><td>m%d</td><td>%d</td></tr>", i+2, i+20)
	}
	r, err := extract.Text("x.html", "", []byte(`<table><tr><th>Fare</th><th colspan="2">Months</th></tr><tr><td rowspan="13">Adult</td><td>m1</td><td>19</td></tr>`+rows.String()+`</table>`))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| Fare | Months | Months |", "| Adult | m1 | 19 |", "| Adult | m2 | 20 |", "| Adult | m13 | 31 |"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q is not in\n%s", want, r.Text)
		}
	}
	began := pace.Spent()
	for _, hostile := range []string{
		"<table>" + strings.Repeat("<tr>"+strings.Repeat("<td rowspan=99999999 colspan=99999999999999999999>"+strings.Repeat("x", 90), 20), 200) + "</table>",
		strings.Repeat("<table><tr><td colspan=100 rowspan=100>word", 80),
	} {
		r, err := extract.Text("x.html", "", []byte(hostile))
		if err != nil || len(r.Text) > 8*len(hostile)+2<<20 {
			t.Errorf("%.60s: %d bytes, error %v", hostile, len(r.Text), err)
		}
	}
	if took := pace.Spent() - began; took > pace.Most(8*time.Second) {
		t.Errorf("tables that span much took %v", took)
	}
}

// A figure stands under its own head where heads and names span columns and rows.
func TestFiguresUnderTheirHeads(t *testing.T) {
	page := `<table><thead><tr><th rowspan="2">Port</th><th rowspan=2>No</th><th colspan="3">Month</th><th rowspan="2">Season</th></tr><tr><th>Jan</th><th>Feb</th><th>Mar</th></tr></thead>` +
		`<tbody><tr><td rowspan="2">Norden</td><td>1</td><td>21</td><td>22</td><td>23</td><td rowspan="2">high</td></tr><tr><td>2</td><td colspan="2">24</td><td>25</td></tr></tbody></table>`
	r, err := extract.Text("x.html", "", []byte(page))
	want := []string{"| Port | No | Month | Month | Month | Season |", "| Port | No | Jan | Feb | Mar | Season |", "| Norden | 1 | 21 | 22 | 23 | high |", "| Norden | 2 | 24 | 24 | 25 | high |"}
	for _, line := range want {
		if err != nil || !strings.Contains(strings.Join(strings.Fields(r.Text), " "), line) {
			t.Errorf("lacks %q in\n%s\n(error %v)", line, r.Text, err)
		}
	}
}

package llm_test

import (
	"encoding/json"
	"testing"

	"github.com/frasier-cos/frasier/llm"
)

// TestBackslashesSurvive gives objects as models write them, whose backslashes
// of formulas, paths and patterns are not doubled.
func TestBackslashesSurvive(t *testing.T) {
	for raw, want := range map[string]string{
		`Half is $\frac{1}{2}$`:                             `Half is $\frac{1}{2}$`,
		`angle $\theta$, density $\rho$, beta $\beta$`:      `angle $\theta$, density $\rho$, beta $\beta$`,
		`$\nu \times \nabla$ and \(\tau\)`:                  `$\nu \times \nabla$ and \(\tau\)`,
		`flow \bar{x} \neq \tilde{y}`:                       `flow \bar{x} \neq \tilde{y}`,
		`C:\new\table`:                                      `C:\new\table`,
		`Open C:\Users\tom\notes\readme.txt now`:            `Open C:\Users\tom\notes\readme.txt now`,
		`D:\notes\new.txt`:                                  `D:\notes\new.txt`,
		`C:\temp.log is full`:                               `C:\temp.log is full`,
		`match \bword\b and \d+\.\d{2}\s*`:                  `match \bword\b and \d+\.\d{2}\s*`,
		`\users\x and \uXYZ`:                                `\users\x and \uXYZ`,
		`El informe: C:\temp\rutas\nuevo\fin.xlsx\nÁbrelo.`: "El informe: C:\\temp\\rutas\\nuevo\\fin.xlsx\nÁbrelo.",
		`D:\new\list.csv\tready\nD:\new\sum.csv\topen`:      "D:\\new\\list.csv\tready\nD:\\new\\sum.csv\topen",
		`C:\inetpub\shop.com\new\table.txt`:                 `C:\inetpub\shop.com\new\table.txt`,
		`Missing: app\notifications\billing\tarif.php now`:  `Missing: app\notifications\billing\tarif.php now`,
		`see (..\new\templates\top.html)`:                   `see (..\new\templates\top.html)`,
		`main.go\nutil.go\ntest.go`:                         "main.go\nutil.go\ntest.go",
		`src\nbin\ntest.sh`:                                 "src\nbin\ntest.sh",
		`Preis\tnetto\t19.50\nbrutto\t22.61`:                "Preis\tnetto\t19.50\nbrutto\t22.61",
		`one\ntwo\n- three\tfour`:                           "one\ntwo\n- three\tfour",
		`one\r\ntwo`:                                        "one\ntwo",
		`Plan C:\nbuy bread\nsell oats`:                     "Plan C:\nbuy bread\nsell oats",
		`Plan C:\nbuy\nsell`:                                "Plan C:\nbuy\nsell",
		`It costs $5\nnot $6`:                               "It costs $5\nnot $6",
		`caf\u00e9 \"quoted\" a\/b`:                         `café "quoted" a/b`,
		`already $\\frac{1}{2}$ and C:\\new\\table \\d`:     `already $\frac{1}{2}$ and C:\new\table \d`,
		`name\tvalue\ntext\tnumber`:                         "name\tvalue\ntext\tnumber",
	} {
		obj, err := llm.Object(`{"message": "`+raw+`", "n": 1}`, nil)
		var got struct {
			Message string `json:"message"`
		}
		if err == nil {
			err = json.Unmarshal(obj, &got)
		}
		if err != nil || got.Message != want {
			t.Errorf("%s\n got %q, %v\nwant %q", raw, got.Message, err, want)
		}
	}
}

package deliver

import (
	"strconv"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/sheet"
)

const tablesName = "tables.xlsx"

// There is one workbook, and each table as separated values.
func (d Document) renderTables(p paper.Paper) (workbook, values []org.File, err error) {
	found := p.Tables()
	if len(found) == 0 {
		return nil, nil, nil
	}
	b := sheet.Book{Title: makeOneLine(d.Title), Tables: found, Comma: prose.CommaDecimals(d.findLanguage()), At: d.Project.CreatedAt}
	for _, s := range d.Sources {
		address := s.URL
		if !paper.Web(address) {
			address = "" // a part of the document, or a file of the founder's: its name says it
		}
		b.Sources = append(b.Sources, sheet.Source{Number: formatInt(s.N), Title: s.makeName(), Address: address})
	}
	raw, err := sheet.Workbook(b)
	if err != nil {
		return nil, nil, err
	}
	workbook = []org.File{{Name: tablesName, Data: raw}}
	taken := map[string]bool{}
	for _, t := range found[:min(len(found), sheet.TablesAtMost)] {
		raw, err := sheet.CSV(t, b.Comma)
		if err != nil {
			return nil, nil, err
		}
		base := makeFileName("table", t.Key, t.Title)
		name := base
		for n := 2; taken[name]; n++ {
			name = base + "-" + strconv.Itoa(n)
		}
		taken[name] = true
		values = append(values, org.File{Name: name + ".csv", Data: raw})
	}
	return workbook, values, nil
}

// English is taken when the words do not tell. Of a document that was made without a model only
// what was asked tells: the rest are words of our own.
func (d Document) findLanguage() string {
	asked, text := d.Project.Title, d.Opening
	for _, s := range d.Sections() {
		asked, text = asked+"\n"+s.Title, text+"\n"+s.Body
	}
	for _, m := range d.Missing {
		asked += "\n" + m.Title
	}
	text = asked + "\n" + text
	if found := prose.Language(asked); d.Project.Offline && found != "" {
		if found == "zh" && prose.HasKana(text) { // a title of Chinese letters alone may be Japanese
			return "ja"
		}
		return found
	}
	if found := prose.Language(text); found != "" {
		return found
	}
	return "en"
}

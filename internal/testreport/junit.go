package testreport

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
)

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	File    string     `xml:"file,attr"`
	Failure []junitSay `xml:"failure"`
	Error   []junitSay `xml:"error"`
	Skipped *struct{}  `xml:"skipped"`
}

type junitSay struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Reports in JUnit's form differ in all but their test cases. One that ends in the middle is read so far.
func (r *reading) readReports(files map[string][]byte) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		d := xml.NewDecoder(bytes.NewReader(files[name]))
		d.Strict = false
		for {
			token, err := d.Token()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					r.rest.WriteString("\n" + name + " can't be read: " + err.Error() + "\n")
				}
				break
			}
			start, is := token.(xml.StartElement)
			if !is || start.Name.Local != "testcase" {
				continue
			}
			var c junitCase
			if d.DecodeElement(&c, &start) == nil {
				r.recordCase(c)
			}
		}
	}
}

func (r *reading) recordCase(c junitCase) {
	name := c.Name
	if c.Class != "" {
		name = c.Class + "." + c.Name
	}
	if c.File != "" {
		r.Files = append(r.Files, c.File)
	}
	if c.Skipped != nil {
		r.Skipped++
		return
	}
	why := slices.Concat(c.Failure, c.Error)
	r.recordTest(name, len(why) > 0)
	for _, w := range why {
		text := w.Text
		if !strings.Contains(text, w.Message) {
			text = w.Message + "\n" + text
		}
		r.failures = append(r.failures, name+": "+strings.TrimSpace(text)+"\n")
	}
}

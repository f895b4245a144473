package extract

import (
	"errors"
	"path"
	"strings"
)

func readEPUB(s *source) (Result, error) {
	const what = "e-book"
	c, err := openContainer(s.raw)
	if err != nil {
		return Result{}, s.explainCorruption(err, what)
	}
	about, err := c.unpackPart("META-INF/container.xml")
	if err != nil {
		return Result{}, s.explainCorruption(err, what)
	}
	if locked, err := c.unpackOptional("META-INF/encryption.xml"); err == nil && strings.Contains(string(locked), "EncryptedData") && strings.Contains(string(locked), "aes") {
		return Result{}, newUnreadableError("%s is locked by the shop that sold it; I kept it but cannot read it.", s.name)
	}
	root := ""
	if err := walkXML(about, func(e element) {
		if e.start && e.name == "rootfile" && root == "" {
			root = e.getAttr("full-path")
		}
	}); err != nil {
		return Result{}, s.explainCorruption(err, what)
	}
	list, err := c.unpackPart(root)
	if err != nil {
		return Result{}, s.explainCorruption(err, what)
	}
	b := readPackage(list)
	var m markup
	pages := htmlMost
	for i, id := range b.spine {
		if m.hasEnough() || pages < 0 {
			break
		}
		body, err := c.unpackPart(resolvePart(path.Dir(root)+"/", b.files[id]))
		if errors.Is(err, errBomb) {
			return Result{}, s.explainCorruption(err, what)
		}
		if err != nil {
			s.addNote("Chapter %d of %s could not be read.", i+1, s.name)
			continue
		}
		if pages -= len(body); pages < 0 {
			s.addNote("%s is longer than I read at once; I read %d of %d chapters.", s.name, i, len(b.spine))
			break
		}
		chapter := &source{name: s.name, content: "text/html; charset=utf-8", raw: body}
		m.writeParagraph(removeListEnds(readHTML(chapter).Text))
	}
	return Result{Text: m.out.String(), Title: b.title, Published: b.date, Truncated: m.full || pages < 0}, nil
}

type book struct {
	title, date string
	files       map[string]string // by their ids
	spine       []string          // ids of the chapters
}

func readPackage(list []byte) book {
	b := book{files: map[string]string{}}
	inside := ""
	// A package that is damaged is read up to its fault.
	_ = walkXML(list, func(e element) { //nolint:errcheck // see above
		switch {
		case e.name == "" && inside == "title" && b.title == "":
			b.title = strings.TrimSpace(string(e.text))
		case e.name == "" && inside == "date" && b.date == "":
			if day := strings.TrimSpace(string(e.text)); len(day) >= len("2006-01-02") {
				b.date = day[:len("2006-01-02")]
			}
		case e.name == "":
		case !e.start:
			inside = ""
		case e.name == "item":
			b.files[e.getAttr("id")] = e.getAttr("href")
		case e.name == "itemref" && e.getAttr("linear") != "no":
			b.spine = append(b.spine, e.getAttr("idref"))
		default:
			inside = e.name
		}
	})
	return b
}

// Such comments keep two lists apart in Markdown.
func removeListEnds(text string) string {
	return strings.ReplaceAll(text, "<!--THE END-->\n\n", "")
}

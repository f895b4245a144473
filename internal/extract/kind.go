package extract

import (
	"bytes"
	"strings"
)

// The extension counts first, the media type second, the bytes third. Bytes that are plainly
// something else win.
func (s *source) decideKind() (Kind, error) {
	if len(s.raw) == 0 {
		return "", newEmptyError(s.name)
	}
	if label := s.findCharset(); isSevenBitLabel(label) {
		return "", newUnreadableError("%s is written in %s, which I can't read; save it as UTF-8.", s.name, strings.ToUpper(label))
	}
	claimed := matchExtension(s.ext)
	if claimed == "" {
		claimed = matchMedia(s.media)
	}
	m := sniffFormat(s.raw, s.ext)
	switch {
	case m.kind != "":
		if claimed != m.kind && claimed != "" {
			s.addNote("%s is really %s %s; I read it as one.", s.name, m.article, m.name)
		}
		return m.kind, nil
	case m.archive:
		return "", newUnreadableError("%s is %s; archives are not opened, so attach the files themselves.", s.name, s.describeBytes(m, claimed))
	case m.saveAs != "":
		return "", newUnreadableError("%s is %s, which I can't read. Save it as %s and send that.", s.name, s.describeBytes(m, claimed), m.saveAs)
	case m.name != "":
		return "", newUnreadableError("%s is %s; I kept it but cannot read it yet.", s.name, s.describeBytes(m, claimed))
	case isPacked(claimed):
		return "", newUnreadableError("%s is not a real %s; I kept it but cannot read it yet.", s.name, strings.TrimPrefix(s.ext+s.media, "."))
	case claimed != "":
		return claimed, nil
	case looksLikeHTML(s.raw):
		return KindHTML, nil
	}
	return KindText, nil
}

// It says "really" when the name says otherwise.
func (s *source) describeBytes(m magic, claimed Kind) string {
	word := m.article + " " + m.name
	if claimed != "" {
		return "really " + word
	}
	return word
}

// Files of such kinds are known by their bytes alone.
func isPacked(k Kind) bool {
	switch k {
	case KindPDF, KindDocx, KindXLSX, KindPPTX, KindODT, KindODS, KindODP, KindEPUB, KindRTF:
		return true
	case KindMarkdown, KindText, KindJSON, KindCSV, KindHTML, KindMail, KindCalendar:
	}
	return false
}

func matchExtension(ext string) Kind {
	switch ext {
	case ".md", ".markdown", ".mdown":
		return KindMarkdown
	case ".txt", ".log", ".yaml", ".yml", ".xml", ".toml", ".ini", ".text", ".rst", ".svg", ".org", ".adoc", ".cfg", ".conf":
		return KindText
	case ".json", ".jsonl", ".ndjson":
		return KindJSON
	case ".csv", ".tsv":
		return KindCSV
	case ".html", ".htm", ".xhtml":
		return KindHTML
	case ".pdf":
		return KindPDF
	case ".docx", ".docm", ".dotx":
		return KindDocx
	case ".xlsx", ".xlsm", ".xltx":
		return KindXLSX
	case ".pptx", ".pptm", ".ppsx", ".potx":
		return KindPPTX
	case ".odt", ".ott":
		return KindODT
	case ".ods", ".ots":
		return KindODS
	case ".odp", ".otp":
		return KindODP
	case ".epub":
		return KindEPUB
	case ".rtf":
		return KindRTF
	case ".eml", ".mbox", ".mht", ".mhtml":
		return KindMail
	case ".ics", ".ical", ".ifb":
		return KindCalendar
	}
	return ""
}

const docxMedia = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

func matchMedia(media string) Kind {
	switch media {
	case "text/html", "application/xhtml+xml":
		return KindHTML
	case "application/pdf":
		return KindPDF
	case "text/markdown", "text/x-markdown":
		return KindMarkdown
	case "text/csv", "text/tab-separated-values":
		return KindCSV
	case "application/json", "application/ld+json":
		return KindJSON
	case docxMedia:
		return KindDocx
	case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
		return KindXLSX
	case "application/vnd.openxmlformats-officedocument.presentationml.presentation":
		return KindPPTX
	case "application/vnd.oasis.opendocument.text":
		return KindODT
	case "application/vnd.oasis.opendocument.spreadsheet":
		return KindODS
	case "application/vnd.oasis.opendocument.presentation":
		return KindODP
	case "application/epub+zip":
		return KindEPUB
	case "application/rtf", "text/rtf":
		return KindRTF
	case "message/rfc822", "application/mbox":
		return KindMail
	case "text/calendar":
		return KindCalendar
	}
	if strings.HasPrefix(media, "text/") || strings.HasSuffix(media, "+xml") || strings.HasSuffix(media, "/xml") {
		return KindText
	}
	return ""
}

// A page's address never overrules what its server says.
func chooseExtension(media string) string {
	switch matchMedia(media) {
	case KindHTML:
		return ".html"
	case KindPDF:
		return ".pdf"
	case KindMarkdown:
		return ".md"
	case KindCSV:
		return ".csv"
	case KindJSON:
		return ".json"
	case KindDocx:
		return ".docx"
	case KindXLSX:
		return ".xlsx"
	case KindPPTX:
		return ".pptx"
	case KindODT:
		return ".odt"
	case KindODS:
		return ".ods"
	case KindODP:
		return ".odp"
	case KindEPUB:
		return ".epub"
	case KindRTF:
		return ".rtf"
	case KindMail:
		return ".eml"
	case KindCalendar:
		return ".ics"
	case KindText:
		return ".txt"
	}
	return ""
}

// magic is a file format known by its first bytes.
type magic struct {
	article, name string
	archive       bool
	kind          Kind   // what it is read as; empty when it is not read
	saveAs        string // what its owner can save it as, so that it is read
}

// The zero value means no known format.
func sniffFormat(raw []byte, ext string) magic {
	for _, m := range []struct {
		at    int
		bytes string
		magic
	}{
		{0, "\x89PNG\r\n", magic{article: "a", name: "PNG"}},
		{0, "\xff\xd8\xff", magic{article: "a", name: "JPEG"}},
		{0, "GIF87a", magic{article: "a", name: "GIF"}},
		{0, "GIF89a", magic{article: "a", name: "GIF"}},
		{8, "WEBP", magic{article: "a", name: "WebP picture"}},
		{0, "%PDF-", magic{article: "a", name: "PDF", kind: KindPDF}},
		{0, `{\rtf`, magic{article: "an", name: "RTF document", kind: KindRTF}},
		{0, "\x7fELF", magic{article: "an", name: "ELF program"}},
		{0, "\xcf\xfa\xed\xfe", magic{article: "a", name: "program"}},
		{0, "\x00asm", magic{article: "a", name: "WebAssembly program"}},
		{0, "SQLite format 3\x00", magic{article: "a", name: "SQLite database"}},
		{0, "ID3\x03", magic{article: "an", name: "MP3"}},
		{0, "ID3\x04", magic{article: "an", name: "MP3"}},
		{0, "OggS", magic{article: "an", name: "Ogg recording"}},
		{8, "WAVEfmt", magic{article: "a", name: "WAV recording"}},
		{0, "\x1f\x8b", magic{article: "a", name: "gzip archive", archive: true}},
		{0, "BZh9", magic{article: "a", name: "bzip2 archive", archive: true}},
		{0, "\xfd7zXZ\x00", magic{article: "an", name: "xz archive", archive: true}},
		{0, "7z\xbc\xaf\x27\x1c", magic{article: "a", name: "7z archive", archive: true}},
		{0, "Rar!\x1a\x07", magic{article: "a", name: "RAR archive", archive: true}},
		{0, "\x28\xb5\x2f\xfd", magic{article: "a", name: "zstd archive", archive: true}},
		{257, "ustar", magic{article: "a", name: "tar archive", archive: true}},
	} {
		if len(raw) >= m.at+len(m.bytes) && string(raw[m.at:m.at+len(m.bytes)]) == m.bytes {
			return m.magic
		}
	}
	head := raw[:min(len(raw), 64)]
	switch {
	case bytes.HasPrefix(raw, []byte("PK\x03\x04")), bytes.HasPrefix(raw, []byte("PK\x05\x06")):
		return sniffZip(raw, ext)
	case bytes.HasPrefix(raw, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return sniffOLE(raw)
	case len(raw) >= 12 && string(raw[4:8]) == "ftyp":
		return sniffMedia(raw)
	case bytes.HasPrefix(raw, []byte("MZ")) && bytes.IndexByte(head, 0) >= 0:
		return magic{article: "a", name: "Windows program"}
	case bytes.HasPrefix(raw, []byte("BM")) && bytes.Count(head, []byte{0}) > 8:
		return magic{article: "a", name: "bitmap"}
	case bytes.HasPrefix(raw, []byte("%!PS")):
		return magic{article: "a", name: "PostScript file"}
	}
	return magic{}
}

func looksLikeHTML(raw []byte) bool {
	head := strings.ToLower(string(bytes.TrimSpace(raw[:min(len(raw), 512)])))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

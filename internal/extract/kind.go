package extract

import (
	"archive/zip"
	"bytes"
	"strings"
)

// kind decides what a file is read as: its extension first, its media type
// second, its bytes third. Bytes that are plainly something else win.
func (s *source) kind() (Kind, error) {
	if len(s.raw) == 0 {
		return "", empty(s.name)
	}
	claimed := byExtension(s.ext)
	if claimed == "" {
		claimed = byMedia(s.media)
	}
	m := sniff(s.raw)
	switch {
	case m.name == "PDF":
		if claimed != KindPDF && claimed != "" {
			s.note("%s is really a PDF; I read it as one.", s.name)
		}
		return KindPDF, nil
	case m.name == "Word document":
		if claimed != KindDocx && claimed != "" {
			s.note("%s is really a Word document; I read it as one.", s.name)
		}
		return KindDocx, nil
	case m.archive:
		return "", unreadable("%s is %s; archives are not opened, so attach the files themselves.", s.name, s.really(m, claimed))
	case m.name != "":
		return "", unreadable("%s is %s; I kept it but cannot read it yet.", s.name, s.really(m, claimed))
	case claimed == KindPDF, claimed == KindDocx:
		return "", unreadable("%s is not a real %s; I kept it but cannot read it yet.", s.name, strings.TrimPrefix(s.ext+s.media, "."))
	case claimed != "":
		return claimed, nil
	case looksLikeHTML(s.raw):
		return KindHTML, nil
	}
	return KindText, nil
}

// really says what the bytes are, with "really" when the name says otherwise.
func (s *source) really(m magic, claimed Kind) string {
	word := m.article + " " + m.name
	if claimed != "" {
		return "really " + word
	}
	return word
}

func byExtension(ext string) Kind {
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
	case ".docx":
		return KindDocx
	}
	return ""
}

const docxMedia = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

func byMedia(media string) Kind {
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
	}
	if strings.HasPrefix(media, "text/") || strings.HasSuffix(media, "+xml") || strings.HasSuffix(media, "/xml") {
		return KindText
	}
	return ""
}

// mediaExtension is the extension that goes with the media type of a page, so
// that a page's address never overrules what its server says.
func mediaExtension(media string) string {
	switch byMedia(media) {
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
	case KindText:
		return ".txt"
	}
	return ""
}

// magic is a file format known by its first bytes.
type magic struct {
	article, name string
	archive       bool
}

// sniff names a binary format by its first bytes; the zero value means none.
func sniff(raw []byte) magic {
	for _, m := range []struct {
		at    int
		bytes string
		magic
	}{
		{0, "\x89PNG\r\n", magic{"a", "PNG", false}},
		{0, "\xff\xd8\xff", magic{"a", "JPEG", false}},
		{0, "GIF87a", magic{"a", "GIF", false}},
		{0, "GIF89a", magic{"a", "GIF", false}},
		{8, "WEBP", magic{"a", "WebP picture", false}},
		{0, "%PDF-", magic{"a", "PDF", false}},
		{0, "\x7fELF", magic{"an", "ELF program", false}},
		{0, "\xcf\xfa\xed\xfe", magic{"a", "program", false}},
		{0, "\x00asm", magic{"a", "WebAssembly program", false}},
		{0, "SQLite format 3\x00", magic{"a", "SQLite database", false}},
		{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", magic{"an", "old Office document", false}},
		{0, "ID3\x03", magic{"an", "MP3", false}},
		{0, "ID3\x04", magic{"an", "MP3", false}},
		{0, "OggS", magic{"an", "Ogg recording", false}},
		{8, "WAVEfmt", magic{"a", "WAV recording", false}},
		{4, "ftyp", magic{"an", "MP4 or HEIC file", false}},
		{0, "\x1f\x8b", magic{"a", "gzip archive", true}},
		{0, "BZh9", magic{"a", "bzip2 archive", true}},
		{0, "\xfd7zXZ\x00", magic{"an", "xz archive", true}},
		{0, "7z\xbc\xaf\x27\x1c", magic{"a", "7z archive", true}},
		{0, "Rar!\x1a\x07", magic{"a", "RAR archive", true}},
		{0, "\x28\xb5\x2f\xfd", magic{"a", "zstd archive", true}},
		{257, "ustar", magic{"a", "tar archive", true}},
	} {
		if len(raw) >= m.at+len(m.bytes) && string(raw[m.at:m.at+len(m.bytes)]) == m.bytes {
			return m.magic
		}
	}
	head := raw[:min(len(raw), 64)]
	switch {
	case bytes.HasPrefix(raw, []byte("PK\x03\x04")), bytes.HasPrefix(raw, []byte("PK\x05\x06")):
		if isDocx(raw) {
			return magic{"a", "Word document", false}
		}
		return magic{"a", "zip archive", true}
	case bytes.HasPrefix(raw, []byte("MZ")) && bytes.IndexByte(head, 0) >= 0:
		return magic{"a", "Windows program", false}
	case bytes.HasPrefix(raw, []byte("BM")) && bytes.Count(head, []byte{0}) > 8:
		return magic{"a", "bitmap", false}
	case bytes.HasPrefix(raw, []byte("%!PS")):
		return magic{"a", "PostScript file", false}
	}
	return magic{}
}

// isDocx reports whether a zip's directory lists a Word document; nothing of
// it is unpacked.
func isDocx(raw []byte) bool {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return false
	}
	for _, f := range z.File {
		if f.Name == docxBody {
			return true
		}
	}
	return false
}

func looksLikeHTML(raw []byte) bool {
	head := strings.ToLower(string(bytes.TrimSpace(raw[:min(len(raw), 512)])))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

package extract

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
)

// The files in a zip tell what it is, and what to save it as where it is not read.
func sniffZip(raw []byte, ext string) magic {
	archive := magic{article: "a", name: "zip archive", archive: true}
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return archive
	}
	has := map[string]bool{}
	for _, f := range z.File {
		has[f.Name] = true
		if dir, _, nested := strings.Cut(f.Name, "/"); nested {
			has[dir+"/"] = true
		}
		if f.Name == "mimetype" {
			if m, known := sniffOpenDocument(readMimetype(f)); known {
				return m
			}
		}
	}
	switch {
	case has["xl/workbook.bin"]:
		return magic{article: "an", name: "Excel workbook in binary form (.xlsb)", saveAs: "an Excel workbook (.xlsx)"}
	case has["xl/"]:
		return magic{article: "an", name: "Excel workbook", kind: KindXLSX}
	case has["ppt/"]:
		return magic{article: "a", name: "PowerPoint presentation", kind: KindPPTX}
	case has["word/"]:
		return magic{article: "a", name: "Word document", kind: KindDocx}
	case has["visio/"]:
		return magic{article: "a", name: "Visio drawing", saveAs: "a PDF"}
	case has["Index/"], has["Index.zip"], has["index.apxl"], has["index.xml"] && ext != ".zip":
		return sniffApple(ext)
	case has["AndroidManifest.xml"]:
		return magic{article: "an", name: "Android app"}
	case has["META-INF/MANIFEST.MF"]:
		return magic{article: "a", name: "Java program"}
	case has["FixedDocSeq.fdseq"], has["FixedDocumentSequence.fdseq"]:
		return magic{article: "an", name: "XPS document", saveAs: "a PDF"}
	case has["doc.kml"]:
		return magic{article: "a", name: "map of places (.kmz)", saveAs: "a KML file"}
	}
	return archive
}

// Only its name tells such a document apart.
func sniffApple(ext string) magic {
	switch ext {
	case ".pages":
		return magic{article: "a", name: "Pages document", saveAs: "a Word document (File, Export To, Word)"}
	case ".numbers":
		return magic{article: "a", name: "Numbers sheet", saveAs: "an Excel workbook or CSV (File, Export To)"}
	case ".key":
		return magic{article: "a", name: "Keynote presentation", saveAs: "a PowerPoint presentation or a PDF (File, Export To)"}
	}
	return magic{article: "a", name: "document of Pages, Numbers or Keynote", saveAs: "Word, Excel, PowerPoint or PDF (File, Export To)"}
}

func readMimetype(f *zip.File) string {
	const longest = 200
	r, err := f.Open()
	if err != nil {
		return ""
	}
	raw, err := io.ReadAll(io.LimitReader(r, longest))
	if err != nil || r.Close() != nil {
		return ""
	}
	return strings.TrimSpace(string(raw))
}

// A zip says what it is in its file "mimetype".
func sniffOpenDocument(media string) (magic, bool) {
	name, is := strings.CutPrefix(strings.TrimSuffix(media, "-template"), "application/vnd.oasis.opendocument.")
	switch {
	case media == "application/epub+zip":
		return magic{article: "an", name: "e-book (EPUB)", kind: KindEPUB}, true
	case !is:
		return magic{}, false
	case name == "text", name == "text-master", name == "text-web":
		return magic{article: "an", name: "OpenDocument text", kind: KindODT}, true
	case name == "spreadsheet":
		return magic{article: "an", name: "OpenDocument sheet", kind: KindODS}, true
	case name == "presentation":
		return magic{article: "an", name: "OpenDocument presentation", kind: KindODP}, true
	}
	return magic{article: "an", name: "OpenDocument " + name, saveAs: "a PDF"}, true
}

// Programs of before 2007 write files with streams, which tell them apart.
func sniffOLE(raw []byte) magic {
	has := func(stream string) bool {
		var wide []byte
		for _, c := range []byte(stream) {
			wide = append(wide, c, 0)
		}
		return bytes.Contains(raw, wide)
	}
	switch {
	case has("EncryptedPackage"):
		return magic{article: "an", name: "Office document with a password", saveAs: "one without a password"}
	case has("__properties_version1.0"):
		return magic{article: "an", name: "Outlook message (.msg)", saveAs: "an .eml file or a PDF, or paste its words"}
	case has("WordDocument"):
		return magic{article: "an", name: "old Word document (.doc)", saveAs: "a Word document (.docx)"}
	case has("PowerPoint Document"):
		return magic{article: "an", name: "old PowerPoint presentation (.ppt)", saveAs: "a PowerPoint presentation (.pptx)"}
	case has("Workbook"), has("Book"):
		return magic{article: "an", name: "old Excel workbook (.xls)", saveAs: "an Excel workbook (.xlsx) or CSV"}
	case has("VisioDocument"):
		return magic{article: "a", name: "Visio drawing", saveAs: "a PDF"}
	}
	return magic{article: "an", name: "old Office document", saveAs: "a PDF or a document of today's Office"}
}

// The brand tells what is in the container of MP4.
func sniffMedia(raw []byte) magic {
	switch brand := string(raw[8:12]); {
	case strings.HasPrefix(brand, "hei"), strings.HasPrefix(brand, "hev"), brand == "mif1", brand == "msf1":
		return magic{article: "a", name: "HEIC picture", saveAs: "a JPEG or PNG"}
	case strings.HasPrefix(brand, "avi"):
		return magic{article: "an", name: "AVIF picture", saveAs: "a JPEG or PNG"}
	case strings.HasPrefix(brand, "M4A"), strings.HasPrefix(brand, "M4B"):
		return magic{article: "an", name: "M4A recording"}
	case strings.HasPrefix(brand, "qt"):
		return magic{article: "a", name: "QuickTime video"}
	}
	return magic{article: "an", name: "MP4 video"}
}

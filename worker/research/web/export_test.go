package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// The addresses are those that the services' own help gives for what anybody with the link may
// have.
func TestLinksLeadToTheFile(t *testing.T) {
	for link, want := range map[string]string{
		"https://docs.google.com/document/d/1AbCdEfGhIjKl/edit?usp=sharing":            "https://docs.google.com/document/d/1AbCdEfGhIjKl/export?format=docx",
		"https://docs.google.com/document/u/1/d/1AbCdEfGhIjKl":                         "https://docs.google.com/document/d/1AbCdEfGhIjKl/export?format=docx",
		"https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKl/edit#gid=3":              "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKl/export?format=xlsx",
		"https://docs.google.com/presentation/d/1AbCdEfGhIjKl/edit?resourcekey=0-x":    "https://docs.google.com/presentation/d/1AbCdEfGhIjKl/export/pptx?resourcekey=0-x",
		"https://docs.google.com/document/d/e/2PACX-1vAbCdEfGhIj/pub":                  "https://docs.google.com/document/d/e/2PACX-1vAbCdEfGhIj/pub",
		"https://docs.google.com/forms/d/1AbCdEfGhIjKl/viewform":                       "https://docs.google.com/forms/d/1AbCdEfGhIjKl/viewform",
		"https://drive.google.com/file/d/1AbCdEfGhIjKl/view?usp=sharing":               "https://drive.usercontent.google.com/download?confirm=t&export=download&id=1AbCdEfGhIjKl",
		"https://drive.google.com/open?id=1AbCdEfGhIjKl":                               "https://drive.usercontent.google.com/download?confirm=t&export=download&id=1AbCdEfGhIjKl",
		"https://drive.google.com/drive/folders/1AbCdEfGhIjKl":                         "https://drive.google.com/drive/folders/1AbCdEfGhIjKl",
		"https://www.dropbox.com/scl/fi/abc/fares.pdf?rlkey=k&dl=0":                    "https://www.dropbox.com/scl/fi/abc/fares.pdf?dl=1&rlkey=k",
		"https://www.dropbox.com/s/abc/fares.pdf":                                      "https://www.dropbox.com/s/abc/fares.pdf?dl=1",
		"https://www.dropbox.com/scl/fo/abc/x?rlkey=k":                                 "https://www.dropbox.com/scl/fo/abc/x?rlkey=k",
		"https://acme.sharepoint.com/:w:/s/team/EabC?e=x1":                             "https://acme.sharepoint.com/:w:/s/team/EabC?download=1&e=x1",
		"https://acme-my.sharepoint.com/:f:/g/personal/a/EabC":                         "https://acme-my.sharepoint.com/:f:/g/personal/a/EabC",
		"https://acme.sharepoint.com/sites/t/_layouts/15/Doc.aspx?sourcedoc=%7BA-1%7D": "https://acme.sharepoint.com/sites/t/_layouts/15/download.aspx?UniqueId=A-1",
		"https://onedrive.live.com/redir?resid=A%21105&authkey=%21k":                   "https://onedrive.live.com/download?authkey=%21k&resid=A%21105",
		"https://github.com/a/b/blob/main/docs/x.md":                                   "https://raw.githubusercontent.com/a/b/main/docs/x.md",
		"https://gitlab.com/a/b/-/blob/main/x.md":                                      "https://gitlab.com/a/b/-/raw/main/x.md",
		"https://gitlab.com/a/b/-/blob/fix%2Ffares/docs%20new/x%3F.md":                 "https://gitlab.com/a/b/-/raw/fix%2Ffares/docs%20new/x%3F.md",
		"https://gitlab.com/a/b/-/blob/main/..%2F..%2F-/settings":                      "https://gitlab.com/a/b/-/raw/main/..%2F..%2F-/settings",
		"https://github.com/a/b/blob/fix%2Ffares/x%20y.md":                             "https://raw.githubusercontent.com/a/b/fix%2Ffares/x%20y.md",
		"https://acme.sharepoint.com/:w:/s/a%2Fb/EabC?e=x1":                            "https://acme.sharepoint.com/:w:/s/a%2Fb/EabC?download=1&e=x1",
		"https://acme.sharepoint.com/sites/a%2Fb/_layouts/15/Doc.aspx?sourcedoc=A-1":   "https://acme.sharepoint.com/sites/a%2Fb/_layouts/15/download.aspx?UniqueId=A-1",
		"https://example.com/document/d/1AbCdEfGhIjKl/edit":                            "https://example.com/document/d/1AbCdEfGhIjKl/edit",
	} {
		if got := web.Exported(link); got != want {
			t.Errorf("%s leads to\n%s, want\n%s", link, got, want)
		}
		if again := web.Exported(want); again != want {
			t.Errorf("%s leads to %s, want itself", want, again)
		}
	}
}

// Servers call documents what they like; what comes is read by its bytes. The files are of
// LibreOffice and others; see the folder's README.
func TestWhatComesIsReadByItsBytes(t *testing.T) {
	const words = "<html><body><main><p>The fare of the harbour ferry is 41 euros.</p></main></body></html>"
	const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><item><title>Fares</title><description>&lt;p&gt;The fare is 41 euros.&lt;/p&gt;</description></item></channel></rss>`
	const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour</title><entry><title>Fares</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>The fare is <b>41</b> euros.</p></div></content></entry></feed>`
	docx := foreignFile(t, "docx")
	pdf, err := os.ReadFile("../../../internal/testing/webtest/site/bicycles.pdf")
	must(t, err)
	for _, c := range []struct {
		name, path, header string
		body               []byte
		has                string
	}{
		{"a PDF as bytes", "/a", "application/octet-stream", pdf, "bicycle"},
		{"a PDF as binary", "/a.bin", "binary/octet-stream", pdf, "bicycle"},
		{"a PDF as a page", "/a", "text/html", pdf, "bicycle"},
		{"a page as a PDF", "/a.pdf", "application/pdf", []byte(words), "41 euros"},
		{"a page as a picture", "/a.png", "image/png", []byte(words), "41 euros"},
		{"a page without a type", "/a", "", []byte(words), "41 euros"},
		{"text as bytes", "/a.txt", "application/octet-stream", []byte("The fare of the ferry is 41 euros, für alle."), "41 euros"},
		{"text as a page", "/a", "text/html", []byte("The fare\n\nis 41 euros."), "\n\nis 41"},
		{"RSS as XML", "/a", "application/xml", []byte(feed), "The fare is 41 euros."},
		{"RSS as itself", "/a", "application/rss+xml", []byte(feed), "The fare is 41 euros."},
		{"RSS as bytes", "/a", "application/octet-stream", []byte(feed), "The fare is 41 euros."},
		{"Atom as a page", "/a", "text/html", []byte(atom), "**41**"},
		{"a Word file as bytes", "/a", "application/octet-stream", docx, ""},
		{"a Word file as a zip", "/a.zip", "application/zip", docx, ""},
		{"a table as a sheet", "/a.csv", "application/vnd.ms-excel", []byte("harbour,fare\nNorth,41\n"), "41"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if c.header != "" {
				w.Header().Set("Content-Type", c.header)
			}
			if _, err := w.Write(c.body); err != nil {
				t.Logf("%s: %v", c.name, err)
			}
		}))
		page, err := quick().Fetch(t.Context(), s.URL+c.path, true, nil)
		s.Close()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		read, err := extract.Page(page.Final, page.ContentType, page.Body)
		if err != nil || !contains(read.Text, c.has) {
			t.Errorf("%s: %q, %v; want %q in it", c.name, read.Text, err, c.has)
		}
	}
}

func contains(text, part string) bool { return len(text) > 0 && strings.Contains(text, part) }

// foreignFile is the first file of an ending that another program wrote.
func foreignFile(t *testing.T, ending string) []byte {
	t.Helper()
	files, err := filepath.Glob("../../../internal/extract/testdata/foreign/*." + ending)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file that ends in %s: %v", ending, err)
	}
	raw, err := os.ReadFile(files[0])
	must(t, err)
	return raw
}

package web

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestPDFBehindJunk: bytes in front of a PDF are left out, and a text that speaks of
// the format is a text.
func TestPDFBehindJunk(t *testing.T) {
	const pdf = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n"
	for answer, want := range map[string]string{
		pdf:                               pdf,
		"\n\nHTTP/1.0 junk\n" + pdf:       pdf,
		"Content-Length: 5\r\n\r\n" + pdf: pdf,
		"A PDF begins with\n%PDF-1.4\nand then come its objects.": "",
		strings.Repeat("x", 1100) + "\n" + pdf:                    "",
		"<p>" + pdf:                                               "",
	} {
		raw, kind, err := readBody(&http.Response{Body: io.NopCloser(strings.NewReader(answer)), Header: http.Header{}})
		if is := kind == "application/pdf"; err == nil && (is != (want != "") || is && string(raw) != want) {
			t.Errorf("%.40q is %q, %.40q", answer, kind, raw)
		}
	}
}

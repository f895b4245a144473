package web

import (
	"net/url"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// A service gives the document behind a link at that address to whoever has the link, as its own
// help says; the address itself comes back where there is none. A name in it stays as it was
// written: %2F in it is no new folder. What these services show at the link is a program for
// browsers.
func findExport(u *url.URL) *url.URL {
	host := strings.ToLower(u.Hostname())
	at := func(escaped, query string) *url.URL {
		path, err := url.PathUnescape(escaped)
		if err != nil {
			return u
		}
		return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: path, RawPath: escaped, RawQuery: query}
	}
	switch {
	case host == "docs.google.com":
		return googleDocument(u, at)
	case host == "drive.google.com":
		return driveFile(u)
	case host == "www.dropbox.com" || host == "dropbox.com":
		return dropboxFile(u)
	case strings.HasSuffix(host, ".sharepoint.com"), host == "onedrive.live.com":
		return oneDriveFile(u, at)
	case host == "github.com":
		if m := repositoryFile.FindStringSubmatch(u.EscapedPath()); m != nil {
			return parseAddress("https://raw.githubusercontent.com/" + m[1] + "/" + m[2])
		}
	case strings.Contains(u.Path, "/-/blob/"):
		return at(strings.Replace(u.EscapedPath(), "/-/blob/", "/-/raw/", 1), u.RawQuery)
	}
	return u
}

var (
	googleDoc      = lazyregexp.New(`^/(document|spreadsheets|presentation)(?:/u/\d+)?/d/([A-Za-z0-9_-]{10,})(?:/([a-z]*)|$)`)
	driveID        = lazyregexp.New(`^/file(?:/u/\d+)?/d/([A-Za-z0-9_-]{10,})`)
	repositoryFile = lazyregexp.New(`^/([^/]+/[^/]+)/blob/(.+)$`)
	sharedFile     = lazyregexp.New(`^/:[a-z]:/`)
)

func parseAddress(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	return u
}

// What is published to the web (/d/e/...) is a page already.
func googleDocument(u *url.URL, at func(path, query string) *url.URL) *url.URL {
	m := googleDoc.FindStringSubmatch(u.Path)
	if m == nil || m[3] == "export" || m[3] == "pub" || m[3] == "pubhtml" || m[3] == "gviz" {
		return u
	}
	q := url.Values{}
	if key := u.Query().Get("resourcekey"); key != "" {
		q.Set("resourcekey", key)
	}
	base := "/" + m[1] + "/d/" + m[2] + "/export"
	switch m[1] {
	case "document":
		q.Set("format", "docx")
	case "spreadsheets":
		q.Set("format", "xlsx")
	default:
		base += "/pptx"
	}
	return at(base, q.Encode())
}

func driveFile(u *url.URL) *url.URL {
	id := ""
	if m := driveID.FindStringSubmatch(u.Path); m != nil {
		id = m[1]
	} else if u.Path == "/open" || u.Path == "/uc" {
		id = u.Query().Get("id")
	}
	if id == "" {
		return u
	}
	q := url.Values{"id": {id}, "export": {"download"}, "confirm": {"t"}}
	if key := u.Query().Get("resourcekey"); key != "" {
		q.Set("resourcekey", key)
	}
	return &url.URL{Scheme: u.Scheme, Host: "drive.usercontent.google.com", Path: "/download", RawQuery: q.Encode()}
}

// Links to folders give an archive and stay as they are.
func dropboxFile(u *url.URL) *url.URL {
	if !strings.HasPrefix(u.Path, "/s/") && !strings.HasPrefix(u.Path, "/scl/fi/") {
		return u
	}
	q := u.Query()
	if q.Get("raw") == "1" || q.Get("dl") == "1" {
		return u
	}
	q.Set("dl", "1")
	out := *u
	out.RawQuery = q.Encode()
	return &out
}

func oneDriveFile(u *url.URL, at func(path, query string) *url.URL) *url.URL {
	q, escaped := u.Query(), u.EscapedPath()
	switch lower := strings.ToLower(u.Path); {
	case q.Get("download") == "1":
		return u
	case sharedFile.MatchString(u.Path) && !sharedFolder.MatchString(u.Path):
		q.Set("download", "1")
		return at(escaped, q.Encode())
	case strings.HasSuffix(strings.ToLower(escaped), "/_layouts/15/doc.aspx") && q.Get("sourcedoc") != "":
		return at(escaped[:len(escaped)-len("Doc.aspx")]+"download.aspx", url.Values{"UniqueId": {strings.Trim(q.Get("sourcedoc"), "{}")}}.Encode())
	case q.Get("resid") != "" && (lower == "/redir" || lower == "/embed" || lower == "/view.aspx" || lower == "/edit.aspx" || lower == "/"):
		q.Del("em")
		return at("/download", q.Encode())
	}
	return u
}

var sharedFolder = lazyregexp.New(`^/:f:/`)

func formatExport(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if out := findExport(u); out != nil && out != u {
		return out.String()
	}
	return address
}

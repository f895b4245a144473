package extract

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Bounds of documents that are zip containers.
const (
	partLimit     = 16 << 20  // unpacked bytes of one part
	unpackLimit   = 100 << 20 // unpacked bytes of all parts that are read
	containerMost = 4000      // files in the container
	unpackRatio   = 200       // unpacked to packed bytes, above 1 MiB
	depthLimit    = 256       // XML elements inside each other
)

var (
	// errBomb stops documents that unpack to more than a document does.
	errBomb = errors.New("unpacks to too much")
	// errDeep stops parts that are nested deeper than people nest them.
	errDeep = errors.New("nested too deep")
)

// Parts of a container are unpacked one by one, within limits.
type container struct {
	zip      *zip.Reader
	packed   int
	unpacked int
}

func openContainer(raw []byte) (*container, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("open container: %w", err)
	}
	if len(z.File) > containerMost {
		return nil, errBomb
	}
	return &container{zip: z, packed: len(raw)}, nil
}

func (c *container) unpackPart(name string) ([]byte, error) {
	f, err := c.zip.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open part: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(f, partLimit+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("unpack part: %w", err)
	}
	c.unpacked += len(body)
	if len(body) > partLimit || c.unpacked > unpackLimit || len(body) > 1<<20 && len(body) > unpackRatio*c.packed {
		return nil, errBomb
	}
	return body, nil
}

// It returns nothing where the container has no such file.
func (c *container) unpackOptional(name string) ([]byte, error) {
	body, err := c.unpackPart(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	}
	return body, err
}

// relation names a part of an Office document in another one.
type relation struct {
	kind, target string
	external     bool
}

// The keys are ids.
func (c *container) readRelations(part string) (map[string]relation, error) {
	dir, base := path.Split(part)
	body, err := c.unpackOptional(dir + "_rels/" + base + ".rels")
	if err != nil || body == nil {
		return nil, err
	}
	out := map[string]relation{}
	err = walkXML(body, func(e element) {
		if e.name != "Relationship" || !e.start {
			return
		}
		r := relation{kind: path.Base(e.getAttr("Type")), target: e.getAttr("Target"), external: e.getAttr("TargetMode") == "External"}
		if !r.external {
			r.target = resolvePart(dir, r.target)
		}
		out[e.getAttr("Id")] = r
	})
	return out, err
}

func (c *container) findPart(from, kind, fallback string) (string, error) {
	all, err := c.readRelations(from)
	if err != nil {
		return "", err
	}
	for _, r := range all {
		if r.kind == kind && !r.external {
			return r.target, nil
		}
	}
	return fallback, nil
}

func resolvePart(dir, target string) string {
	if strings.HasPrefix(target, "/") {
		return path.Clean(target)[1:]
	}
	return strings.TrimPrefix(path.Clean(dir+target), "/")
}

// element is the start or the end of an XML element, or text between two.
type element struct {
	name   string // without its prefix
	prefix string
	start  bool
	text   []byte // of character data; name is empty then
	attrs  []xml.Attr
}

// The prefix of the attribute does not matter.
func (e element) getAttr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// It ends at the first fault.
func walkXML(body []byte, visit func(element)) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict = false
	d.CharsetReader = decodeXML
	depth := 0
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read part: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > depthLimit {
				return errDeep
			}
			visit(element{name: t.Name.Local, prefix: t.Name.Space, start: true, attrs: t.Attr})
		case xml.EndElement:
			depth--
			visit(element{name: t.Name.Local, prefix: t.Name.Space})
		case xml.CharData:
			visit(element{text: t})
		}
	}
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/frasier-cos/frasier/worker/deliver/paper"
	"github.com/frasier-cos/frasier/worker/deliver/pdf"
)

// tools are the programs that make PDFs here, with their Debian packages.
func tools() [][2]string {
	return [][2]string{
		{"soffice", "libreoffice-writer"},
		{"pandoc", "pandoc"},
		{"chromium", "chromium"},
		{"gs", "ghostscript"},
		{"pdftocairo", "poppler-utils"},
		{"pdftotext", "poppler-utils"},
		{"qpdf", "qpdf"},
	}
}

// made is a PDF with the program that made it.
type made struct{ program, name, path string }

// maker makes PDFs of documents in a folder.
type maker struct {
	ctx context.Context
	dir string
}

func (m maker) run(name string, args ...string) error {
	cmd := exec.CommandContext(m.ctx, name, args...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "HOME="+m.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// all makes each document by six programs.
func (m maker) all(list []document) ([]made, error) {
	var out []made
	var words []string
	for i, d := range list {
		md := filepath.Join(m.dir, d.name+".md")
		if err := os.WriteFile(md, []byte(d.markdown), 0o600); err != nil {
			return nil, fmt.Errorf("write document: %w", err)
		}
		format := []string{"docx", "odt"}[i%2]
		if err := m.run("pandoc", md, "-f", "markdown-smart", "-o", "office-"+d.name+"."+format); err != nil {
			return nil, err
		}
		words = append(words, "office-"+d.name+"."+format)
		browser, err := m.browser(d)
		if err != nil {
			return nil, err
		}
		ours, err := m.ours(d)
		if err != nil {
			return nil, err
		}
		out = append(out, browser, ours)
	}
	if err := m.run("soffice", append([]string{"--headless", "--convert-to", "pdf", "--outdir", m.dir}, words...)...); err != nil {
		return nil, err
	}
	for i, d := range list {
		office := filepath.Join(m.dir, "office-"+d.name+".pdf")
		out = append(out, made{"LibreOffice", d.name, office})
		from := []string{office, filepath.Join(m.dir, "browser-"+d.name+".pdf")}[i/2%2]
		again := func(program string) string { return filepath.Join(m.dir, program+"-"+d.name+".pdf") }
		distilled := []string{filepath.Join(m.dir, "ours-"+d.name+".pdf"), filepath.Join(m.dir, "browser-"+d.name+".pdf")}[i/2%2]
		if err := m.run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sOutputFile="+again("gs"), distilled); err != nil {
			return nil, err
		}
		if err := m.run("pdftocairo", "-pdf", from, again("cairo")); err != nil {
			return nil, err
		}
		if err := m.run("qpdf", "--object-streams=generate", "--encrypt", "", "owner", "256", "--", from, again("qpdf")); err != nil {
			return nil, err
		}
		out = append(out, made{"Ghostscript", d.name, again("gs")}, made{"cairo", d.name, again("cairo")}, made{"qpdf", d.name, again("qpdf")})
	}
	return out, nil
}

// browser prints a document as a page of Chromium.
func (m maker) browser(d document) (made, error) {
	style := filepath.Join(m.dir, d.name+".css")
	if err := os.WriteFile(style, []byte("<style>"+d.style+"</style>"), 0o600); err != nil {
		return made{}, fmt.Errorf("write style: %w", err)
	}
	page := filepath.Join(m.dir, d.name+".html")
	if err := m.run("pandoc", d.name+".md", "-f", "markdown-smart", "-t", "html", "-s", "--metadata", "title=", "--metadata", "lang=en", "-V", "document-css=false", "-H", style, "-o", page); err != nil {
		return made{}, err
	}
	out := filepath.Join(m.dir, "browser-"+d.name+".pdf")
	err := m.run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf="+out, "file://"+page)
	return made{"Chromium", d.name, out}, err
}

// ours writes a document as this product delivers it.
func (m maker) ours(d document) (made, error) {
	raw, err := pdf.Write(paper.Paper{Title: "Report", Parts: []paper.Part{{Kind: paper.Section, Level: 1, Title: "Result", Body: d.markdown}}})
	if err != nil {
		return made{}, fmt.Errorf("write ours: %w", err)
	}
	out := filepath.Join(m.dir, "ours-"+d.name+".pdf")
	if err := os.WriteFile(out, raw, 0o600); err != nil {
		return made{}, fmt.Errorf("write ours: %w", err)
	}
	return made{"Frasier", d.name, out}, nil
}

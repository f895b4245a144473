package webtest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// Sizes of the pages that are too large.
const (
	hugePage = 3 << 20
	bombPage = 64 << 20
)

// What a search engine shows of the PDF.
const bicycles = "The city of Middleton lends bicycles at its stations. Report with the rides of 2025, repairs and cost."

// nightbus stands behind a paywall; only the search engine has read it.
const nightbus = "The night buses of Sandford carried 91,400 riders in 2025, most of them between one and three in the morning on Saturdays.\n\n" +
	"A night bus costs Sandford 218 dollars an hour. The study counted tickets on forty nights and asked drivers how often they had to leave somebody behind."

// specials are the pages that misbehave. Their titles and texts stand in the
// search index, so research meets them.
func specials() []*page {
	at := func(host, path, title, text string, answer func(*Web, http.ResponseWriter, *http.Request)) *page {
		return &page{host: host, path: path, title: title, published: "2026-01-01", role: "special", text: text, answer: answer}
	}
	to := func(where string) func(*Web, http.ResponseWriter, *http.Request) {
		return func(_ *Web, rw http.ResponseWriter, r *http.Request) { http.Redirect(rw, r, where, http.StatusFound) }
	}
	status := func(code int) func(*Web, http.ResponseWriter, *http.Request) {
		return func(_ *Web, rw http.ResponseWriter, _ *http.Request) {
			rw.WriteHeader(code)
			send(rw, []byte("<p>no</p>"))
		}
	}
	return []*page{
		at("library.example", "/bicycles.pdf", "Middleton bicycle lending report", bicycles, pdf),
		at("appshell.example", "/app", "Northland cafe dashboard", "Interactive dashboard of licensed cafes in Northland", shell),
		at("paywall.example", "/story", "Inside the parcel market of Southport", "Hermod share of the parcel market of Southport, subscribers only", status(http.StatusForbidden)),
		at("locked.example", "/nightbus", "Night buses of Sandford, a study for subscribers", nightbus, status(http.StatusForbidden)),
		at("gone.example", "/lost", "Practising vets in Westvale", "Number of practising vets in Westvale by district", status(http.StatusNotFound)),
		at("slow.example", "/page", "Rooftop solar systems of Eastmark by village", "Number of rooftop solar systems in Eastmark villages", slow),
		at("hops.example", "/1", "Parcel lockers directory of Southport", "Count of parcel lockers in Southport, all districts", to("/2")),
		at("hops.example", "/2", "", "", to("/3")),
		at("hops.example", "/3", "", "", to("/end")),
		at("hops.example", "/end", "Parcel lockers directory of Southport", "", text("The directory of parcel lockers in Southport lists every locker with its street, its opening hours and its carrier. It is updated on the first day of each month by volunteers who walk the districts. In the latest edition the harbour has the most lockers and the hills have the fewest of all districts.")),
		at("trap.example", "/local", "Cafe licence forms of Northland", "New cafe licence cost and forms in Northland", to("http://127.0.0.1:1/")),
		at("trap.example", "/meta", "Shop rents of the harbour district, table", "Shop rents in the harbour district per square metre", to("http://169.254.169.254/latest/meta-data/")),
		at("huge.example", "/all", "All vets of Westvale in one list", "Practising vets in Westvale, number and addresses", huge),
		at("bomb.example", "/page", "Solar panels and their output each year", "How solar panels lose output each year, measured", bomb),
		at("oldcharset.example", "/cafe", "Café Zürich breakfast", "Café Zürich breakfast price Frühstück", charset),
		at("private.example", "/page", "Dog insurance in Westvale, member pages", "Share of dogs insured in Westvale", text("Members only. "+strings.Repeat("The share of dogs that are insured is known to our members. ", 6))),
	}
}

func text(words string) func(*Web, http.ResponseWriter, *http.Request) {
	return func(_ *Web, rw http.ResponseWriter, _ *http.Request) {
		p := &page{title: "Directory", published: "2026-01-01", text: words}
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		send(rw, p.html())
	}
}

// pdf answers with a report as TeX sets it: no spaces between words, only gaps.
func pdf(_ *Web, rw http.ResponseWriter, _ *http.Request) {
	raw, err := site.ReadFile("site/bicycles.pdf")
	if err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	rw.Header().Set("Content-Type", "application/pdf")
	send(rw, raw)
}

// shell is a page whose text is made by JavaScript.
func shell(_ *Web, rw http.ResponseWriter, _ *http.Request) {
	rw.Header().Set("Content-Type", "text/html")
	send(rw, []byte(`<!DOCTYPE html><html><head><title>App</title><script>`+strings.Repeat("var a=1;", 4000)+`</script></head><body><div id="root">Loading</div></body></html>`))
}

// slow answers when the client has gone.
func slow(_ *Web, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func huge(_ *Web, rw http.ResponseWriter, _ *http.Request) {
	rw.Header().Set("Content-Type", "text/html")
	line := []byte("<p>" + strings.Repeat("vet ", 1000) + "</p>")
	for sent := 0; sent < hugePage; sent += len(line) {
		if _, err := rw.Write(line); err != nil {
			return
		}
	}
}

// bomb is a small answer that unpacks to a very large one.
func bomb(_ *Web, rw http.ResponseWriter, _ *http.Request) {
	rw.Header().Set("Content-Type", "text/html")
	rw.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(rw)
	block := make([]byte, 1<<20)
	for range bombPage / len(block) {
		if _, err := z.Write(block); err != nil {
			return
		}
	}
	if err := z.Close(); err != nil {
		return
	}
}

// charset is a page in ISO 8859-1 whose server says UTF-8.
func charset(_ *Web, rw http.ResponseWriter, _ *http.Request) {
	words := "Das Café Zürich liegt am See. Das Frühstück kostet 14 Franken und wird bis elf Uhr serviert. " +
		"Die Gäste loben die Brötchen, den Honig und den Blick über das Wasser bis zu den Bergen. Am Sonntag ist das Café geschlossen."
	var b bytes.Buffer
	for _, r := range `<html><head><title>Café Zürich</title></head><body><article><h1>Café Zürich</h1><p>` + words + `</p></article></body></html>` {
		b.WriteByte(byte(r))
	}
	rw.Header().Set("Content-Type", "text/html")
	send(rw, b.Bytes())
}

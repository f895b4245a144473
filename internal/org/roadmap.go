package org

import (
	"path"
	"slices"
)

// Roadmap is a founder's markdown roadmap: phases, the items in them and the
// edges between items. Items keep the founder's words.
type Roadmap struct {
	Title  string // the first H1, or the file's name without its extension
	Intro  string // what stands before the first heading or item, on one line; what the founder wants of it all
	Phases []string
	Items  []Item
	Notes  []string // what the reader changed or assumed, in sentences
	Source string   // the markdown as it came
}

// Item is one line of work in a roadmap.
type Item struct {
	Key       string   // unique in the roadmap, stable for the same text: "i1", "i2", ...
	Title     string   // the item's words without marks
	Detail    string   // nested text that is no convention of ours
	Said      []string `json:",omitempty"` // what the roadmap says beside its items, of this one or of the part it stands in
	Phase     int      // index into Roadmap.Phases
	Group     int      // parallel group inside the phase, from 0
	Number    string   // as written in a numbered list or a table ("2"), else empty
	Needs     []string // keys of the items this one needs, across phases too
	Accept    []string // acceptance lines
	Role      string   // "@role", without the mark
	Tier      Tier     // "!t2"; empty when not given
	Effort    string   // "~4h", without the mark
	Critical  bool     // "!critical"
	Gate      bool     `json:",omitempty"` // "!gate": what needs it waits for the founder
	Code      bool     `json:",omitempty"` // "!code": it changes the repository
	Patches   []string `json:",omitempty"` // names of files that hold the change
	Change    string   `json:",omitempty"` // "!refactor": what kind of change of code it is
	Done      bool     // ticked: no step is made of it
	Line      int      // 1-based line of the item in Source
	Entities  []string // the parts of a list or a quantity ("15 niches"), for the split
	Reference string   // link or result that a ticked item carries
}

// Code reports whether an item changes code.
func (r Roadmap) Code() bool {
	return slices.ContainsFunc(r.Items, func(it Item) bool { return it.Code && !it.Done })
}

// HasPatch reports whether a file holds an item's change, and is no source to cite.
func (r Roadmap) HasPatch(name string) bool {
	return slices.ContainsFunc(r.Items, func(it Item) bool { return slices.Contains(it.Patches, name) })
}

// Patches are the plain names of files that hold changes of open items, once each, in order.
func (r Roadmap) Patches() []string {
	var out []string
	for _, it := range r.Items {
		for _, name := range it.Patches {
			if !it.Done && name == path.Base(name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

package workspace

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// mapSource bounds the bytes that are read of a repository to say what its files declare.
const mapSource = 16 << 20

// Map says what a repository holds at a commit that the copy has. Nothing of it is run, and nothing in it is followed: no link,
// no repository inside.
func (d Dir) Map(ctx context.Context, r coding.Repository, commit string, now time.Time) (coding.FileMap, error) {
	tree, err := d.Tree(ctx, r, commit)
	if err != nil {
		return coding.FileMap{}, err
	}
	all, err := d.Files(ctx, r, tree)
	if err != nil {
		return coding.FileMap{}, err
	}
	all = slices.DeleteFunc(all, func(e Entry) bool { return !e.Plain() })
	paths := make([]string, 0, len(all))
	at := map[string]Entry{}
	for _, e := range all {
		paths = append(paths, e.Path)
		at[e.Path] = e
	}
	m := coding.NewFileMap(commit, paths)
	m.Made = now
	if err := d.readDeclarations(ctx, r, m.Listed, at); err != nil {
		return coding.FileMap{}, err
	}
	begin := func(name string, letters int) string {
		if err != nil || at[name].Path == "" || at[name].Size > coding.MapSource {
			return ""
		}
		var raw map[string][]byte
		raw, err = d.Contents(ctx, r, []Entry{at[name]})
		return beginText(raw[at[name].ID], letters)
	}
	m.Readme = begin(coding.NameReadme(paths), coding.MapReadme)
	for _, name := range coding.HouseFiles() {
		if m.House = begin(name, coding.MapHouse); m.House != "" {
			break
		}
	}
	for i, f := range m.Listed {
		m.Listed[i].Path = coding.ShownPath(f.Path)
	}
	return fitMap(m), err
}

// readDeclarations fills in what listed files declare, the first of them first, until mapSource bytes were read.
func (d Dir) readDeclarations(ctx context.Context, r coding.Repository, listed []coding.MappedFile, at map[string]Entry) error {
	var read []Entry
	bytes := 0
	for _, f := range listed {
		e := at[f.Path]
		if e.Size > coding.MapSource || !coding.IsSource(f.Path) || coding.IsBrought(f.Path) {
			continue
		}
		if bytes += e.Size; bytes > mapSource {
			break
		}
		read = append(read, e)
	}
	texts, err := d.Contents(ctx, r, read)
	for i, f := range listed {
		if raw, ok := texts[at[f.Path].ID]; ok {
			listed[i].Names = coding.OutlineNames(f.Path, string(raw))
		}
	}
	return err
}

// beginText is the beginning of a text as it may be shown: what nobody sees orders nothing.
func beginText(raw []byte, letters int) string {
	text, _ := safetext.Visible(strings.ToValidUTF8(string(raw), "\uFFFD"))
	r := []rune(strings.TrimSpace(text))
	return strings.TrimSpace(string(r[:min(len(r), letters)]))
}

func fitMap(m coding.FileMap) coding.FileMap {
	for {
		raw, err := json.Marshal(m)
		if err != nil || len(raw) <= coding.MapBytes {
			return m // a map is texts and numbers, which can be written
		}
		m.Listed = m.Listed[:len(m.Listed)*coding.MapBytes/(len(raw)+1)]
	}
}

package research

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// record describes one file of the folder in the index.
type record struct {
	Name      string         `json:"name"`
	Size      int64          `json:"size"`
	Modified  int64          `json:"modified"` // nanoseconds
	Title     string         `json:"title"`
	Published string         `json:"published"`
	ID        org.DocumentID `json:"id"`
	Read      int64          `json:"read"` // microseconds: when
	Left      reason         `json:"left"`
	Text      int            `json:"text"`   // bytes
	Length    int            `json:"length"` // of the text in words, as people count them
	Words     int            `json:"words"`  // that are searched, with those of its title
	Terms     int            `json:"terms"`

	at int64 // where its terms begin; its text follows them
}

// The index stores a term's hash and how often the text has it.
const (
	hashBytes = 8
	termBytes = hashBytes + 4
)

func (r record) countBytes() int64 { return int64(r.Terms)*termBytes + int64(r.Text) }

// folderIndex is a file with a header line naming the folder, then for each document a line with
// its record, its terms sorted by their hash, and its text. Only the records are kept in memory; a
// search reads the terms once from one end to the other.
type folderIndex struct {
	file    *os.File
	records []record // by name
}

// An index whose first line differs, of another folder or by other rules of what a word is, is
// made anew.
func buildStamp(dir string) string {
	const form = 2
	sample := extractTerms("The naïve founders' prices, re-priced: 1,200 crème brûlées in São Paulo; 5g USB 東京都 running studies.")
	line, err := json.Marshal([]any{form, dir, sample})
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(line) + "\n"
}

// It returns nil when an earlier process left nothing of use.
func openFolderIndex(path, dir string) *folderIndex {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	p := &folderIndex{file: file}
	if p.load(dir) == nil {
		return p
	}
	p.closeFile() //nolint:errcheck // it was read only, and is made anew
	return nil
}

var errDamaged = errors.New("the index ends too early")

func (p *folderIndex) load(dir string) error {
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	var at int64
	in := bufio.NewReader(p.file)
	line, err := in.ReadString('\n')
	if err != nil || line != buildStamp(dir) {
		return errors.Join(err, errDamaged)
	}
	for at = int64(len(line)); ; {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		var r record
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		r.at = at + int64(len(line))
		at = r.at + r.countBytes()
		if err != nil || r.Terms < 0 || r.Text < 0 || at > info.Size() {
			return errors.Join(err, errDamaged)
		}
		p.records = append(p.records, r)
		if _, err := p.file.Seek(at, io.SeekStart); err != nil {
			return err
		}
		in.Reset(p.file)
	}
}

func (p *folderIndex) closeFile() error { return p.file.Close() }

func removeIndex(path string) error {
	if path == "" {
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// A process that does no research can read it there.
func writeLeftOut(index, left string) error {
	if index == "" {
		return nil
	}
	const private = 0o600
	return os.WriteFile(index+work.LeftOutEnding, []byte(left), private)
}

// A file that changed or is to be tried again is not found.
func (p *folderIndex) findRecord(name string, info fs.FileInfo) (record, bool) {
	if p == nil {
		return record{}, false
	}
	i, ok := slices.BinarySearchFunc(p.records, name, func(r record, name string) int { return cmp.Compare(r.Name, name) })
	if !ok || !p.records[i].isCurrent(info) || p.records[i].Left == tooMuch {
		return record{}, false
	}
	return p.records[i], true
}

func (r record) isCurrent(info fs.FileInfo) bool {
	return r.Size == info.Size() && r.Modified == info.ModTime().UnixNano()
}

func (p *folderIndex) isCurrent(found map[string]fs.FileInfo) bool {
	if len(found) != len(p.records) {
		return false
	}
	for _, r := range p.records {
		if info, ok := found[r.Name]; !ok || !r.isCurrent(info) {
			return false
		}
	}
	return true
}

// It returns at most n bytes.
func (p *folderIndex) readText(r record, n int) (string, error) {
	raw := make([]byte, min(n, r.Text))
	_, err := p.file.ReadAt(raw, r.at+int64(r.Terms)*termBytes)
	return string(raw), err
}

func (p *folderIndex) findBest(text string, n int) ([]record, error) {
	query := extractTerms(text)
	for _, c := range splitClauses(text) {
		query = append(query, extractTerms(c)...)
	}
	query = removeDuplicates(query)
	var list []record
	x := &index{df: map[string]int{}}
	var raw []byte
	total := 0
	for _, r := range p.records {
		if r.Text == 0 {
			continue
		}
		raw = slices.Grow(raw[:0], r.Terms*termBytes)[:r.Terms*termBytes]
		if _, err := p.file.ReadAt(raw, r.at); err != nil {
			return nil, err
		}
		counts := map[string]int{}
		for _, w := range query {
			if k := countTerm(raw, hashTerm(w)); k > 0 {
				counts[w] = k
				x.df[w]++
			}
		}
		x.counts, x.length, list = append(x.counts, counts), append(x.length, r.Words), append(list, r)
		total += r.Words
	}
	x.mean = float64(max(1, total)) / float64(max(1, len(list)))
	var out []record
	for _, at := range x.findBest(text, n) {
		out = append(out, list[at])
	}
	return out, nil
}

func countTerm(raw []byte, hash uint64) int {
	lo, hi := 0, len(raw)/termBytes
	for lo < hi {
		mid := (lo + hi) / 2
		t := raw[mid*termBytes:]
		switch h := binary.LittleEndian.Uint64(t); {
		case h == hash:
			return int(binary.LittleEndian.Uint32(t[hashBytes:]))
		case h < hash:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0
}

func hashTerm(w string) uint64 { return hashWords([]string{w}) }

// indexWriter writes an index beside the one that it replaces.
type indexWriter struct {
	file  *os.File
	dir   string
	out   *bufio.Writer
	stems stems
}

func newIndexWriter(path, dir string) (*indexWriter, error) {
	beside := "" // the folder of what lasts no longer than a process
	if path != "" {
		beside = filepath.Dir(path)
	}
	if err := removeLeftovers(beside); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(beside, unfinished) // nobody else may read it
	if err != nil {
		return nil, err
	}
	w := &indexWriter{file: file, dir: dir, out: bufio.NewWriter(file), stems: stems{}}
	if _, err := w.out.WriteString(buildStamp(dir)); err != nil {
		return nil, errors.Join(err, w.cancel())
	}
	return w, nil
}

const unfinished = "corpus-*.tmp"

// Processes that were killed while they wrote an index leave files behind.
func removeLeftovers(dir string) error {
	const longest = 24 * time.Hour // far more than writing one takes
	if dir == "" {
		return nil
	}
	left, err := filepath.Glob(filepath.Join(dir, unfinished))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > longest {
			err = os.Remove(path)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return err
}

func (w *indexWriter) cancel() error { return errors.Join(w.file.Close(), os.Remove(w.file.Name())) }

func (w *indexWriter) addDocument(r record, text string) error {
	count := map[uint64]uint32{}
	if text != "" {
		for piece := range splitPieces(r.Title + "\n" + r.Name + "\n" + text) {
			all := w.stems.extractTerms(piece)
			r.Words += len(all)
			for _, t := range all {
				count[hashTerm(t)]++
			}
		}
	}
	sorted := make([]uint64, 0, len(count))
	for h := range count {
		sorted = append(sorted, h)
	}
	slices.Sort(sorted)
	r.Terms = len(sorted)
	var b bytes.Buffer
	for _, h := range sorted {
		b.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, h), count[h]))
	}
	return w.writeRecord(r, io.MultiReader(&b, strings.NewReader(text)))
}

// Cuts fall between lines, or words where a line is long: the words of all of a text take ten
// times its room.
func splitPieces(text string) iter.Seq[string] {
	const most = 64 << 10
	return func(yield func(string) bool) {
		for len(text) > most {
			end := strings.LastIndexByte(text[:most], '\n')
			if end <= 0 {
				end = strings.LastIndexByte(text[:most], ' ')
			}
			if end <= 0 {
				break
			}
			if !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
		yield(text)
	}
}

func (w *indexWriter) copyDocument(from *folderIndex, r record) error {
	return w.writeRecord(r, io.NewSectionReader(from.file, r.at, r.countBytes()))
}

func (w *indexWriter) writeRecord(r record, body io.Reader) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := w.out.Write(append(line, '\n')); err != nil {
		return err
	}
	n, err := io.Copy(w.out, body)
	if err == nil && n != r.countBytes() {
		err = fmt.Errorf("%s: %w", r.Name, errDamaged)
	}
	return err
}

// The index replaces the old one. One that is kept nowhere has no name from here on.
func (w *indexWriter) finish(path string) (*folderIndex, error) {
	err := w.out.Flush()
	if err == nil {
		_, err = w.file.Seek(0, io.SeekStart)
	}
	p := &folderIndex{file: w.file}
	if err == nil {
		err = p.load(w.dir)
	}
	switch {
	case err != nil:
		return nil, errors.Join(err, w.cancel())
	case path == "":
		err = os.Remove(w.file.Name())
	default:
		err = os.Rename(w.file.Name(), path)
	}
	if err != nil {
		return nil, errors.Join(err, w.cancel())
	}
	return p, nil
}

package trial

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/fence"
)

var (
	moduleLine = lazyregexp.New(`(?m)^module\s+"?([^\s"]+)`)
	// blockLine is one of Go's own profile: a file, where a block begins and ends, and how often it ran.
	blockLine = lazyregexp.New(`^(.+):(\d+)\.\d+,(\d+)\.(\d+) \d+ (\d+)$`)
)

// findLines says which lines of a file ran, by its ending.
func (s linesSaid) findLines(name, module, text string) (coding.RunLines, bool) {
	switch path.Ext(name) {
	case ".go":
		return s.tellGo(module, text)
	case ".py":
		return s.tellPython(fence.InsideWork+"/"+name, text)
	}
	return s.tellNode(fence.InsideWork+"/"+name, text)
}

// tellGo reads Go's profile. A file that stands nowhere in it holds nothing that runs, or was in no package that was built for tests.
func (s linesSaid) tellGo(file, text string) (out coding.RunLines, told bool) {
	profile, is := s["go.out"]
	if !is || file == "" || !bytes.HasPrefix(profile, []byte("mode: ")) || bytes.Count(profile, []byte("\n")) < 2 {
		return out, false
	}
	lines := strings.Split(text, "\n")
	ran, idle := map[int]bool{}, map[int]bool{}
	for l := range strings.Lines(string(profile)) {
		m := blockLine.FindStringSubmatch(strings.TrimRight(l, "\n"))
		if m == nil || m[1] != file {
			continue
		}
		at := idle
		if m[5] != "0" {
			at = ran
		}
		first, last := prose.ParseDigits(m[2]), prose.ParseDigits(m[3])
		for n := first; n <= last && n <= len(lines); n++ {
			if n > 0 && coding.HasCode(lines[n-1]) {
				at[n] = true
			}
		}
	}
	if len(ran)+len(idle) == 0 { // it may be one that this system does not build
		return out, false
	}
	return sortLines(ran, idle), true
}

// A line of which one part ran has run.
func sortLines(ran, idle map[int]bool) (out coding.RunLines) {
	for n := range ran {
		out.Ran = append(out.Ran, n)
	}
	for n := range idle {
		if !ran[n] {
			out.Idle = append(out.Idle, n)
		}
	}
	slices.Sort(out.Ran)
	slices.Sort(out.Idle)
	return out
}

// tellPython reads what our own watch wrote in each process. Nothing is told where one of them set another watch in its place.
func (s linesSaid) tellPython(file, text string) (out coding.RunLines, told bool) {
	loaded := false
	for name, raw := range s {
		if !strings.HasPrefix(name, "python/") {
			continue
		}
		var p struct {
			Whole bool                       `json:"whole"`
			Files map[string]coding.RunLines `json:"files"`
		}
		if json.Unmarshal(raw, &p) != nil || !p.Whole {
			return coding.RunLines{}, false
		}
		told = told || len(p.Files) > 0 // a process that ran nothing of the repository says nothing
		if l, is := p.Files[file]; is {
			loaded, out = true, out.Join(l)
		}
	}
	if told && !loaded {
		out = allIdle(text)
	}
	return out, told
}

// allIdle tells of a file that no test loads.
func allIdle(text string) (out coding.RunLines) {
	for n, l := range strings.Split(text, "\n") {
		if coding.HasCode(l) {
			out.Idle = append(out.Idle, n+1)
		}
	}
	return out
}

// scripts are those of one process, as V8 tells of them. Offsets count UTF-16's units.
type scripts struct {
	Result []struct {
		URL       string `json:"url"`
		Functions []struct {
			Ranges []scriptRange `json:"ranges"`
		} `json:"functions"`
	} `json:"result"`
}

type scriptRange struct {
	From  int `json:"startOffset"`
	To    int `json:"endOffset"`
	Count int `json:"count"`
}

// tellNode reads what V8 tells of scripts that run as they are written. One that was made into another before tells nothing
// that could be found again.
func (s linesSaid) tellNode(file, text string) (out coding.RunLines, told bool) {
	units := len(utf16.Encode([]rune(text)))
	loaded := false
	for name, raw := range s {
		if !strings.HasPrefix(name, "node/") {
			continue
		}
		var p scripts
		if json.Unmarshal(raw, &p) != nil {
			return coding.RunLines{}, false
		}
		for _, script := range p.Result {
			at := strings.TrimPrefix(script.URL, "file://")
			if !strings.HasPrefix(at, fence.InsideWork+"/") || len(script.Functions) == 0 || strings.Contains(at, "/node_modules/") {
				continue
			}
			told = true
			if at != file {
				continue
			}
			whole := script.Functions[0].Ranges
			if len(whole) == 0 || whole[0].From != 0 || whole[0].To != units {
				return coding.RunLines{}, false
			}
			var all []scriptRange
			for _, f := range script.Functions {
				all = append(all, f.Ranges...)
			}
			loaded, out = true, out.Join(spreadRanges(text, units, all))
		}
	}
	if told && !loaded {
		out = allIdle(text)
	}
	return out, told
}

// spreadRanges says of each line whether any of it ran: what lies within another range is told by the narrower one.
func spreadRanges(text string, units int, all []scriptRange) coding.RunLines {
	slices.SortStableFunc(all, func(a, b scriptRange) int { return (b.To - b.From) - (a.To - a.From) })
	counts := make([]int, units)
	for _, r := range all {
		for i := max(0, r.From); i < min(units, r.To); i++ {
			counts[i] = r.Count
		}
	}
	ran, idle := map[int]bool{}, map[int]bool{}
	at := 0
	for n, l := range strings.Split(text, "\n") {
		if coding.HasCode(l) {
			idle[n+1] = true
		}
		for _, c := range l {
			if !strings.ContainsRune(" \t\r(){}[];,", c) && at < units && counts[at] > 0 && idle[n+1] {
				ran[n+1] = true
			}
			at += max(1, utf16.RuneLen(c))
		}
		at++ // the line's end
	}
	return sortLines(ran, idle)
}

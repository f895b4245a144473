package agent

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
)

// inbox keeps what the program reports until somebody looks, of very many the last: the library's own queue holds 1024 reports and
// closes the connection when one more comes.
type inbox struct {
	mu   sync.Mutex
	all  []update
	news chan struct{}
}

// update is one report of the program. Kinds that nobody knows are reports too.
type update struct {
	Kind    string `json:"sessionUpdate"`
	Call    string `json:"toolCallId"`
	Title   string `json:"title"`
	Status  string `json:"status"`
	Content struct {
		Text string `json:"text"`
	} `json:"content"`
}

func (i *inbox) add(u update) {
	u.Kind, u.Call, u.Title, u.Status = cloneClipped(u.Kind, nameBytes), cloneClipped(u.Call, nameBytes), cloneClipped(u.Title, titleBytes), cloneClipped(u.Status, nameBytes)
	u.Content.Text = cloneClipped(u.Content.Text, saidBytes)
	i.mu.Lock()
	if i.all = append(i.all, u); len(i.all) > mostReports {
		i.all = append(make([]update, 0, mostReports), i.all[len(i.all)-mostReports/2:]...)
	}
	i.mu.Unlock()
	select {
	case i.news <- struct{}{}:
	default:
	}
}

// cloneClipped keeps the beginning of a text in memory of its own: a short one must not hold the line that it came in.
func cloneClipped(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return strings.Clone(text)
}

func (i *inbox) take() []update {
	i.mu.Lock()
	defer i.mu.Unlock()
	out := i.all
	i.all = nil
	return out
}

const (
	longestLine  = 9 << 20 // the library closes the connection at 10 MiB
	methodUpdate = "session/update"
	headBytes    = 4096 // of a line, in which its method stands
	mostReports  = 4096 // that wait until somebody looks; then the older half is forgotten
	titleBytes   = 600  // of a tool's title
	nameBytes    = 200  // of a kind, a state and a call's name
)

// sort reads what the program writes, to its end: reports go into the box, all else to the library. A report that is too long is left
// out. Anything else that is ends the talk: whoever waits for an answer would wait for ever.
func (i *inbox) sort(from io.Reader, to *io.PipeWriter) {
	in := bufio.NewReaderSize(from, 64<<10)
	for {
		line, whole, err := readWireLine(in)
		switch {
		case !whole && !bytes.Contains(line[:min(len(line), headBytes)], []byte(methodUpdate)):
			err = errLong
		case !whole || len(bytes.TrimSpace(line)) == 0:
		default:
			if u, is := readUpdate(line); is {
				i.add(u)
			} else if _, gone := to.Write(line); gone != nil {
				err = gone
			}
		}
		if err != nil {
			_ = to.CloseWithError(io.EOF)
			_, _ = io.Copy(io.Discard, from) //nolint:errcheck // it must not stand still for want of a reader
			return
		}
	}
}

var errLong = errors.New("an answer is too long")

// readWireLine returns a line, or the beginning of one that is too long.
func readWireLine(in *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= longestLine; whole {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

func readUpdate(line []byte) (update, bool) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Update json.RawMessage `json:"update"`
		} `json:"params"`
	}
	if json.Unmarshal(line, &m) != nil || m.Method != methodUpdate {
		return update{}, false
	}
	var u update
	if json.Unmarshal(m.Params.Update, &u) != nil { // a list, say, where others have one piece
		var least struct {
			Kind   string `json:"sessionUpdate"`
			Call   string `json:"toolCallId"`
			Title  string `json:"title"`
			Status string `json:"status"`
		}
		_ = json.Unmarshal(m.Params.Update, &least) //nolint:errcheck // what cannot be read at all reports nothing
		u = update{Kind: least.Kind, Call: least.Call, Title: least.Title, Status: least.Status}
	}
	return u, true
}

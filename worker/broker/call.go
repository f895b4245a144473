package broker

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/llm"
)

// passCall takes one call to the endpoint and its answer back.
func (d *Door) passCall(w http.ResponseWriter, r *http.Request) {
	if !d.enter() {
		writeFault(w, http.StatusServiceUnavailable, "overloaded_error", "the run has ended")
		return
	}
	defer d.leave()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, askBytes))
	var most int
	if err == nil {
		body, most, err = d.rewrite(r.URL.Path, body)
	}
	if err != nil {
		writeFault(w, http.StatusBadRequest, invalid, err.Error())
		return
	}
	if err := d.Refusal(); err != nil {
		writeFault(w, http.StatusBadRequest, invalid, explainRefusal(err))
		return
	}
	call, try, err := d.beginCall(r.Context(), body, most)
	if why := explainRefusal(err); why != "" {
		d.refuse(err)
		writeFault(w, http.StatusBadRequest, invalid, why)
		return
	}
	if err != nil {
		d.broker.Log.WarnContext(r.Context(), "begin a call of an agent", "step", call.Step, "err", err)
		writeFault(w, http.StatusServiceUnavailable, "overloaded_error", "the call could not be written down; try again")
		return
	}
	end := d.exchange(w, r, body)
	d.mu.Lock()
	d.failed = end.State == org.CallFailed
	d.mu.Unlock()
	end.Key, end.Try, end.At = call.Key, try, d.broker.Now()
	d.price(&end, call)
	if _, err := llm.EndCall(context.WithoutCancel(r.Context()), d.broker.Ledger, end, retry.Clock{}, d.broker.Log); err != nil {
		d.broker.Log.WarnContext(r.Context(), "end a call of an agent", "step", call.Step, "err", err)
	}
}

// enter reports whether a call may begin.
func (d *Door) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.open++
	}
	return !d.closed
}

func (d *Door) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open--
	if d.closed && d.open == 0 {
		close(d.quiet)
	}
}

// exchange makes the call, and hands on what comes as it comes.
func (d *Door) exchange(w http.ResponseWriter, r *http.Request, body []byte) org.CallEnd {
	ctx, stop := context.WithTimeout(r.Context(), callLimit)
	defer stop()
	failed := func(class string) org.CallEnd {
		return org.CallEnd{State: org.CallFailed, ErrorClass: class, Waits: true, CostSource: org.CostUnknown}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.address(r.URL.Path), bytes.NewReader(body))
	if err != nil {
		writeFault(w, http.StatusBadGateway, "api_error", "the model's endpoint has no usable address")
		return failed("address")
	}
	for _, name := range []string{"Content-Type", "Accept", "Anthropic-Version", "Anthropic-Beta"} {
		if v := r.Header.Get(name); v != "" {
			req.Header.Set(name, v)
		}
	}
	if d.broker.Key != "" {
		req.Header.Set("Authorization", "Bearer "+d.broker.Key)
	}
	client := http.Client{Transport: d.broker.HTTP.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		writeFault(w, http.StatusBadGateway, "api_error", "the model's endpoint cannot be reached")
		return failed("unreachable")
	}
	defer res.Body.Close() //nolint:errcheck // it was read, or its caller has gone
	if res.StatusCode != http.StatusOK {
		said, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
		if err != nil {
			said = nil
		}
		for _, name := range []string{"Content-Type", "Retry-After"} {
			w.Header().Set(name, res.Header.Get(name))
		}
		w.WriteHeader(res.StatusCode)
		_, _ = w.Write(d.cutKey(said)) //nolint:errcheck // who asked has gone
		end := failed("status")
		end.CostSource = org.CostFree
		return end
	}
	return d.handOn(w, res)
}

func (d *Door) handOn(w http.ResponseWriter, res *http.Response) org.CallEnd {
	w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
	w.WriteHeader(http.StatusOK)
	used := &tally{}
	in := bufio.NewReader(res.Body)
	stream := strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream")
	flush := http.NewResponseController(w)
	var err error
	var line []byte
	for err == nil {
		line, err = readPiece(in, stream)
		used.read(line)
		if len(line) == 0 {
			continue
		}
		if _, gone := w.Write(d.cutKey(line)); gone != nil {
			err = gone
		} else if gone := flush.Flush(); gone != nil {
			err = gone
		}
	}
	end := org.CallEnd{
		State: org.CallUsable, Model: used.model, Generation: used.id, TokensIn: used.in(), TokensOut: used.most.Out(), Cached: used.most.cached(), Reasoning: used.most.reasoning(),
		Cost: used.cost, CostSource: org.CostUnknown,
	}
	if used.cost > 0 {
		end.CostSource = org.CostProvider
	}
	if !errors.Is(err, io.EOF) {
		end.State, end.ErrorClass, end.Waits = org.CallFailed, "cut", true
	}
	return end
}

// readPiece reads a line of a stream, or all of another answer.
func readPiece(in *bufio.Reader, stream bool) ([]byte, error) {
	if !stream {
		raw, err := io.ReadAll(io.LimitReader(in, lineBytes))
		if err == nil {
			err = io.EOF
		}
		return raw, err
	}
	return in.ReadBytes('\n')
}

// price takes the endpoint's own figure, else that of the tokens.
func (d *Door) price(end *org.CallEnd, call org.ModelCall) {
	if end.CostSource != org.CostUnknown || end.TokensIn+end.TokensOut == 0 {
		return
	}
	model := end.Model
	if model == "" {
		model = call.Model
	}
	for _, id := range []string{model, call.Model} {
		if cost, ok := d.broker.Prices.Cost(id, llm.Usage{In: end.TokensIn, Out: end.TokensOut, Cached: end.Cached}, call.At); ok {
			end.Cost, end.CostSource = cost, org.CostComputed
			return
		}
	}
}

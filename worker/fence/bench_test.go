package fence_test

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/worker/fence"
)

// BenchmarkRun runs a program that does nothing, behind the fence, with a layer too, and without one, in turns.
func BenchmarkRun(b *testing.B) {
	f, err := fence.New()
	if err != nil {
		b.Fatal(err)
	}
	work, scratch := b.TempDir(), b.TempDir()
	layer := []fence.Layer{{Host: b.TempDir(), Inside: "/env/go-mod"}}
	var bare, fenced, layered, reached time.Duration
	out := []fence.Socket{{Host: openSocket(b), Port: 18080}}
	n := 0
	for b.Loop() {
		began := time.Now()
		if err := exec.CommandContext(b.Context(), "/bin/sh", "-c", "true").Run(); err != nil {
			b.Fatal(err)
		}
		bare += time.Since(began)
		began = time.Now()
		if e, err := f.Run(b.Context(), fence.Box{Work: work}, "/bin/sh", "-c", "true"); err != nil || e.Code != 0 {
			b.Fatal(e, err)
		}
		fenced += time.Since(began)
		began = time.Now()
		if e, err := f.Run(b.Context(), fence.Box{Work: work, Scratch: filepath.Join(scratch, strconv.Itoa(n)), Layers: layer}, "/bin/sh", "-c", "true"); err != nil || e.Code != 0 {
			b.Fatal(e, err)
		}
		layered += time.Since(began)
		began = time.Now()
		if e, err := f.Run(b.Context(), fence.Box{Work: work, Sockets: out}, "/bin/sh", "-c", "true"); err != nil || e.Code != 0 {
			b.Fatal(e, err)
		}
		reached += time.Since(began)
		n++
	}
	per := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(n) }
	b.ReportMetric(per(bare), "bare-ms")
	b.ReportMetric(per(fenced), "fenced-ms")
	b.ReportMetric(per(layered), "one-layer-ms")
	b.ReportMetric(per(reached), "one-socket-ms")
}

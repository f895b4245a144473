package app

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// A process that does not listen when it is told to stop is ended all the same.
func TestAProcessThatDoesNotStopIsEnded(t *testing.T) {
	const spins = "SIGNALS_TEST_SPINS"
	if os.Getenv(spins) != "" { // the process that is to be ended
		ctx, stop := watchSignals(200 * time.Millisecond)
		defer stop()
		if _, err := os.Stdout.WriteString("."); err != nil { // says that it is ready
			t.Fatal(err)
		}
		for at := time.Now(); ctx != nil && time.Since(at) < time.Minute; { // it does nothing but spin
		}
		return
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", t.Name())
	c.Env = append(os.Environ(), spins+"=1") // and its environment
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	at := time.Now()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); c.ProcessState.ExitCode() != exitInternal || time.Since(at) > 30*time.Second {
		t.Errorf("it ended after %s: %v, want exit code %d", time.Since(at), err, exitInternal)
	}
}

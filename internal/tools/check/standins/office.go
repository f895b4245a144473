package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// office is an instance of the program with a folder of its own.
type office struct{ program, home string }

const (
	roadmap = "# Oats\n\n- [ ] Find the price of oats\n  - accept: the price of oats in 2026\n"
	prices  = "# Prices of oats\n\nThe price of oats was 212 euros a tonne in March 2026. A year earlier the price of oats was 190 euros a tonne.\n"
)

// work has a founder greet and give a project, and wants both done and the data sound.
func (o office) work(ctx context.Context, url string) error {
	corpus := filepath.Join(o.home, "corpus")
	err := errors.Join(os.MkdirAll(corpus, 0o700), os.WriteFile(filepath.Join(corpus, "prices.md"), []byte(prices), 0o600),
		os.WriteFile(filepath.Join(o.home, "roadmap.md"), []byte(roadmap), 0o600))
	if err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	said, err := o.ask(ctx, url, "Good morning!\n", "chat")
	if err != nil {
		return err
	}
	if !strings.Contains(said, "Good to hear from you") {
		return fmt.Errorf("the founder was answered: %s", said)
	}
	if said, err = o.ask(ctx, url, "", "run", "roadmap.md", "-out", "out"); err != nil {
		return err
	}
	if !strings.Contains(said, "Done: 1 step") {
		return fmt.Errorf("the project ended so: %s", said)
	}
	sound, err := o.ask(ctx, url, "", "verify")
	if err == nil && strings.Contains(sound, "WRONG") {
		err = errors.New(sound)
	}
	return err
}

// ask runs a command and returns what it wrote.
func (o office) ask(ctx context.Context, url, in string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, o.program, args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "FRASIER_") && !strings.HasPrefix(v, "STORE_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "FRASIER_HOME="+filepath.Join(o.home, "data"), "FRASIER_CORPUS="+filepath.Join(o.home, "corpus"), "FRASIER_LLM_URL="+url,
		"FRASIER_LISTEN=127.0.0.1:0", "FRASIER_POLL=100ms", "OPENROUTER_API_KEY=sk-aimock-test", "TZ=UTC")
	cmd.Dir, cmd.Stdin = o.home, strings.NewReader(in)
	var said, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &log
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("frasier %s: %w\n%s%s", strings.Join(args, " "), err, said.String(), log.String())
	}
	return said.String() + log.String(), nil
}

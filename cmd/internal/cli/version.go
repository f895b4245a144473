package cli

import (
	"context"
	"runtime"
	"runtime/debug"
)

func version(_ context.Context, c *call) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		c.printf("frasier, unknown build, %s/%s\n", runtime.GOOS, runtime.GOARCH)
		return nil
	}
	revision := "unknown revision"
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			revision += " with changes"
		}
	}
	c.printf("frasier %s, %s, %s, %s/%s\n", info.Main.Version, revision, info.GoVersion, runtime.GOOS, runtime.GOARCH)
	return nil
}

package workerside

import (
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/toolbox"
)

// Tools returns what uses the tool servers of others.
func Tools(a *app.App) *toolbox.Client {
	return &toolbox.Client{
		Records: a.Store, Home: a.Settings.Home, Fence: fence.New, Key: func() (sealed.Key, error) { return sealed.Open(a.Settings.Home) },
		Allow: a.Settings.Allow, Network: a.Settings.Network, Owner: a.Owner, Now: a.Now, Log: a.Log,
	}
}

// newToolDoer returns what carries out calls of tools that change something.
func newToolDoer(a *app.App) *toolbox.Doer {
	return &toolbox.Doer{Client: Tools(a), Orders: a.Store, Crash: a.Hooks.Crash}
}

package workerside

import (
	"net/http"
	"path/filepath"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/broker"
)

// AgentsFolder returns where the coding agents of others are.
func AgentsFolder(s settings.Settings) (string, error) {
	if s.Agents != "" {
		return filepath.Abs(s.Agents)
	}
	return filepath.Abs(filepath.Join(s.Home, "agents"))
}

// newBroker builds the way of agents to the model's endpoint.
func newBroker(a *app.App) broker.Broker {
	return broker.Broker{
		URL: a.Settings.ModelURL, Key: a.Settings.ModelKey.Reveal(), HTTP: &http.Client{Transport: a.Metered(reports.TrafficModel)(nil)},
		Ledger: a.Store, Prices: a.Client.Prices, Now: a.Now, Log: a.Log,
	}
}

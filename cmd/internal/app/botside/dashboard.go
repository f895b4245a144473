package botside

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/bot/dashboard"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/docs"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// Dashboard makes the pages that the bot serves beside health and metrics; nil
// when it serves nothing. An address that other machines reach is refused
// without a public https address, because a session would go over the network
// as it is.
func Dashboard(a *app.App) (http.Handler, error) {
	s := a.Settings
	address := s.Address("bot")
	if address == "" {
		return nil, nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, &app.UnusableError{Err: fmt.Errorf("FRASIER_LISTEN: %w", err)}
	}
	if ip := net.ParseIP(host); s.PublicURL == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, &app.UnusableError{Err: fmt.Errorf("FRASIER_LISTEN is %s, which other machines can reach, and the dashboard would go there without encryption: "+
			"set FRASIER_PUBLIC_URL to its https address behind a proxy, or FRASIER_LISTEN to 127.0.0.1:8787", address)}
	}
	return dashboard.New(dashboardOptions(a))
}

// Agents returns the tools for an agent on this machine that acts as a token.
func Agents(ctx context.Context, a *app.App, token string) (*mcp.Server, error) {
	return dashboard.AgentServer(ctx, dashboardOptions(a), token)
}

func dashboardOptions(a *app.App) dashboard.Options {
	s := a.Settings
	rows := make([]dashboard.Setting, 0, len(s.Rows))
	for _, r := range s.Rows {
		rows = append(rows, dashboard.Setting{Name: r.Name, Value: r.Value, Source: r.Source})
	}
	handler := Commands(a)
	return dashboard.Options{
		Records: a.Store, Bundle: a.Bundle, Do: handler.Do, Nouns: handler.Nouns(), MayOrder: makeOrderCheck(s), Checks: func(ctx context.Context) []reports.CheckResult { return Checks(ctx, a) }, Rows: rows, Docs: docs.Files, API: docs.API, UID: a.Secret,
		Name: s.Name, Hosts: listHosts(s), Origin: parseOrigin(s.PublicURL), Secure: s.PublicURL != "", Now: a.Now, Log: a.Log,
		Version: readVersion(), Order: takeOrders(a),
	}
}

// readVersion is the version of the program, for agents.
func readVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}

// takeOrders starts what tokens order.
func takeOrders(a *app.App) func(ctx context.Context, token, key, goal string, limit org.NanoUSD) (outward.AgentOrdered, error) {
	return func(ctx context.Context, token, key, goal string, limit org.NanoUSD) (outward.AgentOrdered, error) {
		goal = bot.Scrub(org.Message{Text: goal}).Text
		goal, _ = safetext.Visible(goal)
		p, ok := converse.DescribeOrder(goal, a.Client.Offline())
		if !ok {
			return outward.AgentOrdered{}, dashboard.ErrNoGoal
		}
		return a.Store.BeginAgentOrder(ctx, outward.AgentOrder{Token: token, Key: key, Text: goal, Project: p, Cap: limit})
	}
}

// makeOrderCheck reports whether whoever signed in by a link from Discord is still one of the
// founders. Links from this machine are its operator's.
func makeOrderCheck(s settings.Settings) func(org.Session) bool {
	return func(session org.Session) bool {
		switch session.Via {
		case discord.Transport:
			return slices.Contains(s.Founders, session.Who)
		case dashboard.ProgramTransport: // older versions gave programs links, whose sessions outlived their token
			return false
		}
		return true
	}
}

// listHosts returns the names by which the dashboard is linked to.
func listHosts(s settings.Settings) []string {
	if u, err := url.Parse(s.PublicURL); err == nil && u.Host != "" {
		return []string{dashboard.Host, u.Hostname()}
	}
	return []string{dashboard.Host}
}

// parseOrigin returns what browsers call the site of an address: without a path, and without the
// port that its scheme has anyway. It is empty for no address.
func parseOrigin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	if usual := map[string]string{"https": ":443", "http": ":80"}[scheme]; usual != "" {
		host = strings.TrimSuffix(host, usual)
	}
	return scheme + "://" + host
}

// DashboardAt returns the address of the dashboard; empty when none is served.
func DashboardAt(a *app.App) string {
	if a.Settings.PublicURL != "" {
		return a.Settings.PublicURL
	}
	_, port, err := net.SplitHostPort(a.Bound())
	if err != nil {
		return ""
	}
	return "http://" + net.JoinHostPort(dashboard.Host, port)
}

// Link makes a link that opens the dashboard once, and for ten minutes; empty
// when there is none. via says where it was asked for, to which page it leads; empty
// is the first one.
func Link(ctx context.Context, a *app.App, who, via, to string) (string, error) {
	base := DashboardAt(a)
	if base == "" {
		return "", nil
	}
	code, err := a.Store.NewCode(ctx, who, via)
	if err != nil {
		return "", err
	}
	if to != "" {
		to = "?" + url.Values{"to": {to}}.Encode()
	}
	return base + "/enter" + to + "#" + code, nil
}

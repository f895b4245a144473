package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/internal/org"
)

// serveTools speaks MCP over this process's input and output, until the agent ends it. It acts as the token that is named: who may open the database needs
// no secret of it.
func serveTools(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"usage: frasier mcp TOKEN, with the name of a token that \"frasier token add NAME --scope read\" or \"--scope order\" made"}
	}
	return c.with(ctx, func(a *app.App) error {
		server, err := botside.Agents(ctx, a, c.rest[0])
		if errors.Is(err, org.ErrNotFound) {
			return &usage{fmt.Sprintf("there is no token %q; \"frasier token add %s --scope read\" makes one", c.rest[0], c.rest[0])}
		}
		if err != nil {
			return err
		}
		err = server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(c.In), Writer: unclosed{c.Out}})
		if errors.Is(err, io.EOF) || ctx.Err() != nil {
			return nil //nolint:nilerr // the agent has ended it
		}
		return err
	})
}

// unclosed leaves the process's output open when a connection over it ends.
type unclosed struct{ io.Writer }

// Close does nothing.
func (unclosed) Close() error { return nil }

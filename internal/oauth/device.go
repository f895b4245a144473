package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Device is a code that people type on any machine that has a browser.
type Device struct {
	Address string // where
	Code    string
	Until   time.Time
	app     App
	said    *oauth2.DeviceAuthResponse
}

// BeginDevice asks a service for a code to type.
func (a App) BeginDevice(ctx context.Context) (Device, error) {
	if a.Device == "" {
		return Device{}, &outward.RefusedError{Text: a.Name + " gives no code to type: use a browser"}
	}
	c := a.config("")
	said, err := c.DeviceAuth(withClient(ctx), a.audience()...)
	if err != nil {
		return Device{}, a.explain("give a code to type", err)
	}
	return Device{Address: said.VerificationURI, Code: said.UserCode, Until: said.Expiry, app: a, said: said}, nil
}

// Wait waits until somebody typed the code and said yes, as long as it holds.
func (d Device) Wait(ctx context.Context, now func() time.Time) (Grant, error) {
	if !d.Until.IsZero() {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, d.Until)
		defer stop()
	}
	c := d.app.config("")
	token, err := c.DeviceAccessToken(withClient(ctx), d.said)
	no := new(oauth2.RetrieveError)
	switch {
	case err == nil:
		return d.app.grant(token, Grant{Born: now()}, now())
	case errors.As(err, &no) && no.ErrorCode == "access_denied":
		return Grant{}, &outward.RefusedError{Text: "you said no at " + d.app.Name}
	case errors.As(err, &no) && no.ErrorCode == "expired_token", errors.Is(err, context.DeadlineExceeded):
		return Grant{}, &outward.RefusedError{Text: "nobody typed the code in time"}
	}
	return Grant{}, d.app.explain("give access", err, d.said.DeviceCode)
}

// post asks for a token with parameters that the library does not send.
func (a App) post(ctx context.Context, form url.Values) (*oauth2.Token, error) {
	status, raw, err := a.send(ctx, a.Token, form)
	if err != nil {
		return nil, err
	}
	var said struct {
		oauth2.Token

		In          int64  `json:"expires_in"`
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		return nil, fmt.Errorf("its answer cannot be read: %w", err)
	}
	if status >= http.StatusBadRequest || said.AccessToken == "" {
		return nil, &oauth2.RetrieveError{Response: &http.Response{StatusCode: status}, Body: raw, ErrorCode: said.Error, ErrorDescription: said.Description}
	}
	said.ExpiresIn = said.In
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("its answer cannot be read: %w", err)
	}
	return said.WithExtra(all), nil
}

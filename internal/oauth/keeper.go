package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	// How long one process has a renewal for itself: longer than its request and what is kept of it.
	renewTerm = time.Minute
	// How long others leave it to that one.
	renewWait = 3 * time.Second
	recordMax = 10 * time.Second
)

// Secret is what a connection by OAuth keeps sealed.
type Secret struct {
	App   App   `json:"app"`
	Grant Grant `json:"grant"`
}

// Seal makes a secret unreadable, for the address of its connection.
func (s Secret) Seal(key sealed.Key, address string) ([]byte, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("seal the access to %s: %w", s.App.Name, err)
	}
	return key.Seal(string(raw), address), nil
}

// OpenSecret reads the secret of a connection. It returns sealed.ErrKey for one of another key.
func OpenSecret(key sealed.Key, c outward.Connection) (Secret, error) {
	var s Secret
	text, err := key.Open(c.Sealed, c.Address)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, errors.New("it is no access that was given by saying yes") // the error of JSON would show a part of it
	}
	return s, nil
}

// Records is what a Keeper needs of the store. *store.DB is one.
type Records interface {
	Connections(ctx context.Context) ([]outward.Connection, error)
	// ClaimGrant gives the renewal of a connection's access to one owner for a term. It returns org.ErrConflict while another has it.
	ClaimGrant(ctx context.Context, connection, owner string, term time.Duration) (fence int64, err error)
	// KeepGrant keeps a renewed access and gives the renewal back. It returns org.ErrLeaseLost where another has it, or the connection is a new one.
	KeepGrant(ctx context.Context, connection string, fence int64, secret []byte, ends time.Time) error
}

// Keeper hands out access that holds, and renews it in time: of all processes one at a time, as a service may take the means to renew back
// with its first use. Its methods may be called at once.
type Keeper struct {
	Records Records
	Owner   string // names this process
	Key     func() (sealed.Key, error)
	Now     func() time.Time
}

// Access returns what goes with a request to a connection's service. Its errors are an *outward.RefusedError with the status 401 where people
// have to say yes once more, an *outward.LaterError while another process renews it, or a fault that may pass.
func (k *Keeper) Access(ctx context.Context, name string) (string, error) {
	return k.Replace(ctx, name, "")
}

// Replace is Access where the service did not take one that should hold.
func (k *Keeper) Replace(ctx context.Context, name, spoilt string) (string, error) {
	holds := func(g Grant) bool { return g.Fresh(k.Now()) && g.Access != spoilt }
	_, s, err := k.read(ctx, name)
	if err != nil || holds(s.Grant) {
		return s.Grant.Access, err
	}
	fence, err := k.Records.ClaimGrant(ctx, name, k.Owner, renewTerm)
	if errors.Is(err, org.ErrConflict) {
		return "", &outward.LaterError{At: k.Now().Add(renewWait), Text: "another process renews the access to " + s.App.Name}
	}
	if err != nil {
		return "", err
	}
	c, s, err := k.read(ctx, name)
	if err != nil { // it may have been renewed just now
		return "", err
	}
	got := s.Grant
	if !holds(got) {
		if got, err = s.App.Renew(ctx, s.Grant, k.Now()); err != nil {
			if ended := new(EndedError); errors.As(err, &ended) {
				err = &outward.RefusedError{Status: http.StatusUnauthorized, Text: fmt.Sprintf("%s; give it again: %s", ended.Text, c.Again())}
			}
			return "", errors.Join(err, k.keep(ctx, c, s, fence)) // as it was, so that the next may try
		}
	}
	s.Grant = got
	return got.Access, k.keep(ctx, c, s, fence)
}

// keep writes down what was renewed though the process stops: else the means to renew may be lost with it.
func (k *Keeper) keep(ctx context.Context, c outward.Connection, s Secret, fence int64) error {
	key, err := k.Key()
	if err != nil {
		return err
	}
	raw, err := s.Seal(key, c.Address)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMax)
	defer stop()
	return k.Records.KeepGrant(ctx, c.Name, fence, raw, s.Grant.Last)
}

func (k *Keeper) read(ctx context.Context, name string) (outward.Connection, Secret, error) {
	all, err := k.Records.Connections(ctx)
	if err != nil {
		return outward.Connection{}, Secret{}, err
	}
	i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Name == name })
	if i < 0 {
		return outward.Connection{}, Secret{}, fmt.Errorf("%s is not connected any more", name)
	}
	key, err := k.Key()
	if err != nil {
		return all[i], Secret{}, err
	}
	s, err := OpenSecret(key, all[i])
	if err != nil {
		err = &outward.RefusedError{Status: http.StatusUnauthorized, Text: fmt.Sprintf("the access of %s cannot be read here (%s); give it again: %s", name, err, all[i].Again())}
	}
	return all[i], s, err
}

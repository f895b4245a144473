package access

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// tokenMark lets people and scanners of repositories see what a secret opens.
const tokenMark = "frasier_"

// NewToken returns the secret of a new token for the API, which nobody can read
// again. It returns org.ErrConflict when there is one of that name.
func (d *Access) NewToken(ctx context.Context, name string, acts bool) (string, error) {
	return d.makeToken(ctx, org.Token{Name: name, Acts: acts})
}

// NewOrderToken does the same for a token that may look and order projects, for at most so much in a day; 0 lets it order none yet.
func (d *Access) NewOrderToken(ctx context.Context, name string, daily org.NanoUSD) (string, error) {
	return d.makeToken(ctx, org.Token{Name: name, Orders: true, Daily: daily})
}

// LimitToken sets what a token may order in a day; 0 lets it order nothing. It returns org.ErrNotFound for a token that is unknown or orders nothing.
func (d *Access) LimitToken(ctx context.Context, name string, daily org.NanoUSD) error {
	return sqldb.Wrap("limit the token "+name, d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "limit-token"
		n, err := t.Change(`UPDATE tokens SET daily = ? WHERE name = ? AND orders = 1`, int64(daily), name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventTokenAdded, Text: fmt.Sprintf("A program with the token %s may order projects for %s a day.", name, daily)})
	}))
}

// NewCodeToken does the same for a token that may make changes of one repository, and nothing else.
func (d *Access) NewCodeToken(ctx context.Context, name, repository string) (string, error) {
	return d.makeToken(ctx, org.Token{Name: name, Repository: repository})
}

func (d *Access) makeToken(ctx context.Context, k org.Token) (string, error) {
	name, acts := k.Name, k.Acts
	secret := tokenMark + makeSecret(tokenBytes)
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "new-token"
		n, err := t.Change(`INSERT INTO tokens (name, hash, acts, repository, orders, daily, created_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (name) DO NOTHING`,
			name, hashSecret(secret), acts, k.Repository, k.Orders, int64(k.Daily), t.Now)
		if err == nil && n == 0 {
			err = org.ErrConflict
		}
		if err != nil {
			return err
		}
		may := "may look"
		switch {
		case k.Repository != "":
			may = "may make changes of " + k.Repository
		case k.Orders:
			may = fmt.Sprintf("may look and order projects for %s a day", k.Daily)
		case acts:
			may = "may look and give commands"
		}
		return t.Event(org.Event{Kind: org.EventTokenAdded, Text: "A program with the token " + name + " " + may + "."})
	})
	if err != nil {
		return "", fmt.Errorf("make a token %s: %w", name, err)
	}
	return secret, nil
}

// Token returns the token of a secret and notes that it was used. It returns
// org.ErrNotFound for one that is unknown or was removed.
func (d *Access) Token(ctx context.Context, secret string) (org.Token, error) {
	var found []tokenRow
	err := sqldb.Many(ctx, d.db.Read, &found, `SELECT name, acts, repository, orders, daily, created_at, used_at FROM tokens WHERE hash = ?`, hashSecret(secret))
	if err == nil && len(found) == 0 {
		err = org.ErrNotFound
	}
	if err != nil {
		return org.Token{}, fmt.Errorf("look for a token: %w", err)
	}
	token := found[0].toToken()
	if d.db.Now().Sub(token.Used) < usedEvery {
		return token, nil
	}
	return token, d.noteUse(ctx, func(t *sqldb.Tx) error {
		t.Method = "use-token"
		return t.Exec(`UPDATE tokens SET used_at = ? WHERE name = ?`, t.Now, token.Name)
	})
}

// Tokens lists all tokens by name.
func (d *Access) Tokens(ctx context.Context) ([]org.Token, error) {
	var found []tokenRow
	err := sqldb.Many(ctx, d.db.Read, &found, `SELECT name, acts, repository, orders, daily, created_at, used_at FROM tokens ORDER BY name`)
	out := make([]org.Token, 0, len(found))
	for _, r := range found {
		out = append(out, r.toToken())
	}
	return out, sqldb.Wrap("list tokens", err)
}

// RemoveToken takes a token out of use at once. It returns org.ErrNotFound for an
// unknown one.
func (d *Access) RemoveToken(ctx context.Context, name string) error {
	err := d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "remove-token"
		n, err := t.Change(`DELETE FROM tokens WHERE name = ?`, name)
		if err == nil && n == 0 {
			err = org.ErrNotFound
		}
		if err != nil {
			return err
		}
		return t.Event(org.Event{Kind: org.EventTokenRemoved, Text: "The token " + name + " opens nothing any more."})
	})
	if err != nil {
		return fmt.Errorf("remove the token %s: %w", name, err)
	}
	return nil
}

type tokenRow struct {
	Name       string
	Acts       bool
	Repository string
	Orders     bool
	Daily      int64
	Created    int64 `db:"created_at"`
	Used       int64 `db:"used_at"`
}

func (r tokenRow) toToken() org.Token {
	out := org.Token{Name: r.Name, Acts: r.Acts, Repository: r.Repository, Orders: r.Orders, Daily: org.NanoUSD(r.Daily), At: sqldb.Moment(r.Created)}
	if r.Used > 0 {
		out.Used = sqldb.Moment(r.Used)
	}
	return out
}

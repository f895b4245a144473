package share

import (
	"context"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SigningKeys lists the public keys that documents were signed with, the oldest first. The last one is in use.
func (d *Sharing) SigningKeys(ctx context.Context) ([]attest.PublicKey, error) {
	out, err := readKeys(ctx, d.db.Read)
	return out, sqldb.Wrap("list signing keys", err)
}

func readKeys(ctx context.Context, q sqldb.Getter) ([]attest.PublicKey, error) {
	var rows []struct {
		Public    string
		Signature string
		At        int64
	}
	err := sqldb.Many(ctx, q, &rows, `SELECT public, signature, at FROM signing_keys ORDER BY n`)
	out := make([]attest.PublicKey, 0, len(rows))
	for _, r := range rows {
		out = append(out, attest.PublicKey{Key: r.Public, At: sqldb.Moment(r.At).UTC(), Signature: r.Signature})
	}
	return out, err
}

// AddSigningKey puts a key behind as many as there are. A key that stands there already changes nothing. It returns
// org.ErrConflict where another one was put there meanwhile.
func (d *Sharing) AddSigningKey(ctx context.Context, k attest.PublicKey, behind int) error {
	return sqldb.Wrap("add a signing key", d.db.Write(ctx, func(t *sqldb.Tx) error {
		t.Method = "add-signing-key"
		var all []string
		if err := t.All(&all, `SELECT public FROM signing_keys ORDER BY n`); err != nil {
			return err
		}
		switch {
		case len(all) == behind+1 && all[behind] == k.Key:
			return nil
		case len(all) != behind:
			return org.ErrConflict
		}
		err := t.Exec(`INSERT INTO signing_keys (n, public, signature, at) VALUES (?, ?, ?, ?)`, behind, k.Key, k.Signature, sqldb.Micros(k.At))
		if err != nil || behind == 0 {
			return err
		}
		text, vouched := "Documents are signed with a new key, which the old one signed.", "yes"
		if k.Signature == "" {
			text, vouched = "Documents are signed with a new key, for which the old one does not vouch: it was lost.", "no"
		}
		return t.Event(org.Event{Kind: org.EventKeyChanged, Text: text, Data: map[string]string{"key": attest.Fingerprint(k.Key), "vouched": vouched}})
	}))
}

package record

import (
	"context"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// SigningKey returns the fingerprint of the key that documents are signed with now; empty before there is one.
func SigningKey(ctx context.Context, q sqldb.Getter) (string, error) {
	var newest []string
	err := sqldb.Many(ctx, q, &newest, `SELECT public FROM signing_keys ORDER BY n DESC LIMIT 1`)
	if err != nil || len(newest) == 0 {
		return "", sqldb.Wrap("look for the signing key", err)
	}
	return attest.Fingerprint(newest[0]), nil
}

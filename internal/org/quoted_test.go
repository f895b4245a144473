package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestQuotedMatterIsKnownAsSuch(t *testing.T) {
	a := org.Attachment{Name: "plan.md", ContentType: "text/markdown"}
	if a.Quoted() || !a.AsQuoted().Quoted() || a.AsQuoted().AsQuoted().ContentType != a.AsQuoted().ContentType {
		t.Errorf("%+v and %+v, want the second one alone to be quoted, once", a, a.AsQuoted())
	}
}

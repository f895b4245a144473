package people

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/memory"
	"github.com/frasier-cos/frasier/store/sqldb"
)

func ForgetLesson(t *sqldb.Tx, id org.LessonID) error {
	n, err := t.Change(`UPDATE lessons SET state = 'forgotten' WHERE id = ?`, id)
	if err == nil && n == 0 {
		err = org.ErrNotFound
	}
	for _, kind := range []string{org.MemoryDirective, org.MemoryLesson} {
		if err == nil {
			err = memory.Unremember(t, kind, string(id))
		}
	}
	return err
}

package store_test

import (
	"database/sql"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// pristine is what a pattern has beside the tables of an office: the rows that
// migrations wrote, where its sequences stand, and a function that brings a copy
// back to that. It says no of a copy whose tables, constraints, triggers or
// functions are not those of the pattern.
const pristine = `
CREATE SCHEMA pristine;
CREATE FUNCTION pristine.shape() RETURNS text LANGUAGE sql AS $$
    SELECT md5(concat(
        (SELECT string_agg(concat(relname, relkind, relnatts, relhastriggers), ',' ORDER BY relname) FROM pg_class WHERE relnamespace = 'office'::regnamespace),
        (SELECT string_agg(pg_get_constraintdef(oid), ',' ORDER BY conname, oid) FROM pg_constraint WHERE connamespace = 'office'::regnamespace),
        (SELECT string_agg(concat(tgname, tgenabled), ',' ORDER BY tgname) FROM pg_trigger WHERE NOT tgisinternal),
        (SELECT string_agg(md5(prosrc), ',' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'office'::regnamespace),
        (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_'),
        (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()))));
$$;
CREATE TABLE pristine.shapes AS SELECT pristine.shape() AS shape;
CREATE TABLE pristine.sequences (name text, value bigint, called boolean);
DO $$ DECLARE t regclass; n bigint; BEGIN
    FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'office'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('SELECT count(*) FROM %s', t) INTO n;
        IF n > 0 THEN
            EXECUTE format('CREATE TABLE pristine.%I AS TABLE %s', (SELECT relname FROM pg_class WHERE oid = t), t);
        END IF;
    END LOOP;
    FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'office'::regnamespace AND relkind = 'S' LOOP
        EXECUTE format('INSERT INTO pristine.sequences SELECT %L, last_value, is_called FROM %s', t::text, t);
    END LOOP;
END $$;
UPDATE pristine.shapes SET shape = pristine.shape();
CREATE FUNCTION pristine.renew() RETURNS boolean LANGUAGE plpgsql AS $$ DECLARE t record; used boolean; BEGIN
    IF (SELECT shape FROM pristine.shapes) IS DISTINCT FROM pristine.shape() THEN RETURN false; END IF;
    SET LOCAL session_replication_role = replica;
    FOR t IN SELECT c.oid::regclass AS now, p.oid::regclass AS first FROM pg_class c
               LEFT JOIN pg_class p ON p.relname = c.relname AND p.relnamespace = 'pristine'::regnamespace
              WHERE c.relnamespace = 'office'::regnamespace AND c.relkind = 'r' LOOP
        IF t.first IS NULL THEN
            EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s)', t.now) INTO used;
        ELSE
            EXECUTE format('SELECT EXISTS ((TABLE %1$s EXCEPT ALL TABLE %2$s) UNION ALL (TABLE %2$s EXCEPT ALL TABLE %1$s))', t.now, t.first) INTO used;
        END IF;
        CONTINUE WHEN NOT used;
        EXECUTE format('DELETE FROM %s', t.now);
        IF t.first IS NOT NULL THEN
            EXECUTE format('INSERT INTO %s OVERRIDING SYSTEM VALUE TABLE %s', t.now, t.first);
        END IF;
    END LOOP;
    PERFORM setval(name, value, called) FROM pristine.sequences;
    RETURN true;
END $$`

// copies are copies of the pattern that a test has left as they were made.
// Making and dropping one has the server write all that it holds to its disk
// and wait for every connection: a third of a second, and with 24 tests at a
// time those wait for each other.
type copies struct {
	mu   sync.Mutex
	free []string
}

var unused copies

// take returns a copy, or nothing when there is none.
func (c *copies) take() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.free) == 0 {
		return ""
	}
	name := c.free[len(c.free)-1]
	c.free = c.free[:len(c.free)-1]
	return name
}

// giveBack keeps a copy for the next test, as new. One whose tables a test
// changed is dropped.
func (c *copies) giveBack(name string) {
	asNew, err := renew(name)
	if err != nil {
		panic(err)
	}
	if !asNew {
		drop(name)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, name)
}

func renew(name string) (asNew bool, err error) {
	db, err := sql.Open("pgx", copyOf(name))
	if err != nil {
		return false, err
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	if err == nil {
		err = db.QueryRow(`SELECT pristine.renew()`).Scan(&asNew)
	}
	return asNew, errors.Join(err, db.Close())
}

func (c *copies) dropAll() {
	for name := c.take(); name != ""; name = c.take() {
		drop(name)
	}
}

// A copy that was used is as new: no row and no number tells what was in it. One
// whose tables were changed is not used again.
func TestCopiesAreRenewed(t *testing.T) {
	needServer(t)
	if pattern == "" {
		t.Skip("the server makes no databases")
	}
	address := roomy(t)
	name := nameOf(t, address)
	fresh := rowsOf(t, address)
	made(t, address)
	if rowsOf(t, address) == fresh {
		t.Fatal("an office that was opened left no row: the test sees nothing")
	}
	if asNew, err := renew(name); err != nil || !asNew {
		t.Fatalf("renew: %v, %v", asNew, err)
	}
	if got := rowsOf(t, address); got != fresh {
		t.Errorf("renewed, it is\n%s\nand not\n%s", got, fresh)
	}
	unguarded(t, address)
	if asNew, err := renew(name); err != nil || asNew {
		t.Errorf("a copy without constraints is renewed: %v, %v", asNew, err)
	}
}

func nameOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(u.Path, "/")
}

// rowsOf is what a copy holds: its rows, and the next number of each sequence.
func rowsOf(t *testing.T, address string) string {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	var held string
	err = db.QueryRow(`SELECT string_agg(relname || ' ' || CASE relkind WHEN 'S' THEN pg_sequence_last_value(oid)::text ELSE
		query_to_xml(format('SELECT * FROM %s ORDER BY 1', oid::regclass), true, true, '')::text END, E'\n' ORDER BY relname)
		FROM pg_class WHERE relnamespace = 'office'::regnamespace AND relkind IN ('r', 'S')`).Scan(&held)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return held
}

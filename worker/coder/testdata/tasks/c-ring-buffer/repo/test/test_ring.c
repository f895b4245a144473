#include "ring.h"
#include "tap.h"

static void order(void)
{
	struct ring r;
	int a = 0, b = 0;

	ring_make(&r, 4);
	ring_put(&r, 1);
	ring_put(&r, 2);
	ok(ring_count(&r) == 2, "two are in");
	ring_get(&r, &a);
	ring_get(&r, &b);
	ok(a == 1 && b == 2, "first in, first out");
	ok(!ring_get(&r, &a), "an empty queue gives nothing");
	ring_free(&r);
}

static void full(void)
{
	struct ring r;
	int put = 0, a = 0;

	ring_make(&r, 4);
	while (put < 10 && ring_put(&r, put))
		put++;
	ok(put < 10, "a full queue takes no more");
	ok(ring_get(&r, &a) && a == 0, "and keeps the oldest");
	ring_free(&r);
}

int main(void)
{
	order();
	full();
	return done();
}

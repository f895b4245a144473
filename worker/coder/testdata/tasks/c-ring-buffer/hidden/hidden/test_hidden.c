#include "ring.h"
#include <stdio.h>

static int failed;

static void check(int good, const char *name)
{
	printf("%s - %s\n", good ? "ok" : "not ok", name);
	failed |= !good;
}

int main(void)
{
	for (size_t size = 1; size <= 9; size++) {
		struct ring r;
		int v = -1, next_in = 0, next_out = 0, good = 1;

		ring_make(&r, size);
		for (int round = 0; round < 5; round++) {
			while (next_in - next_out < (int)size)
				good &= ring_put(&r, next_in++);
			good &= !ring_put(&r, 99);
			good &= ring_count(&r) == size;
			for (int k = 0; k < round + 1 && next_out < next_in; k++)
				good &= ring_get(&r, &v) && v == next_out++;
			good &= ring_count(&r) == (size_t)(next_in - next_out);
		}
		while (next_out < next_in)
			good &= ring_get(&r, &v) && v == next_out++;
		good &= !ring_get(&r, &v) && ring_count(&r) == 0;
		check(good, "fills up to its size and empties in order");
		ring_free(&r);
	}
	return failed;
}

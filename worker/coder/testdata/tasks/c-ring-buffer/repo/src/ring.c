#include "ring.h"

#include <stdlib.h>

bool ring_make(struct ring *r, size_t size)
{
	r->slots = calloc(size, sizeof *r->slots);
	r->size = size;
	r->head = r->tail = 0;
	return r->slots != NULL;
}

void ring_free(struct ring *r)
{
	free(r->slots);
	r->slots = NULL;
}

bool ring_put(struct ring *r, int value)
{
	size_t next = (r->head + 1) % r->size;

	if (next == r->tail)
		return false;
	r->slots[r->head] = value;
	r->head = next;
	return true;
}

bool ring_get(struct ring *r, int *value)
{
	if (r->head == r->tail)
		return false;
	*value = r->slots[r->tail];
	r->tail = (r->tail + 1) % r->size;
	return true;
}

size_t ring_count(const struct ring *r)
{
	return (r->head + r->size - r->tail) % r->size;
}

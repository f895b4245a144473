#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>

/* A queue of whole numbers: first in, first out. */
struct ring {
	int *slots;
	size_t size;
	size_t head; /* where the next one is written */
	size_t tail; /* where the oldest one is */
};

/* ring_make makes a queue for that many numbers; false if there is no memory. */
bool ring_make(struct ring *r, size_t size);
void ring_free(struct ring *r);

/* ring_put adds a number; false if the queue is full. */
bool ring_put(struct ring *r, int value);

/* ring_get takes the oldest number out; false if the queue is empty. */
bool ring_get(struct ring *r, int *value);

/* ring_count says how many numbers are in the queue. */
size_t ring_count(const struct ring *r);

#endif

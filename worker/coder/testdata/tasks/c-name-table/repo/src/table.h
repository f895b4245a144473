#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>

/* text_width says how many columns a name takes on the screen. */
size_t text_width(const char *name);

/* table_row writes "name   price" into out, the name filled up to width columns. */
void table_row(char *out, size_t size, const char *name, size_t width, const char *price);

#endif

#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* settings_get looks a name up in the text of a settings file, lines of the
 * form "name = value". The value is copied to out; false if it is not there. */
bool settings_get(const char *text, const char *name, char *out, size_t size);

#endif

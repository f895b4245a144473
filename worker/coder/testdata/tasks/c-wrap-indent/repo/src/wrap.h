#ifndef WRAP_H
#define WRAP_H

#include <stdio.h>

/* wrap reads words and writes them in lines of at most width columns. */
void wrap(FILE *in, FILE *out, int width);

#endif

#ifndef ADDRESS_H
#define ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

/* address_read reads an address such as "192.168.0.1"; false if it is none. */
bool address_read(const char *text, uint32_t *address);

#endif

#include "address.h"

#include <assert.h>
#include <stdio.h>

static void good(void)
{
	uint32_t a = 0;
	bool read = address_read("192.168.1.20", &a);

	assert(read && a == 0xC0A80114);
	read = address_read("10.0.0.1", &a);
	assert(read && a == 0x0A000001);
	(void)read;
	printf("ok 1 - good addresses\n");
}

static void words(void)
{
	uint32_t a = 0;
	bool read = address_read("router", &a) || address_read("", &a);

	assert(!read);
	(void)read;
	printf("ok 2 - words are refused\n");
}

int main(void)
{
	good();
	words();
	printf("1..2\n");
	return 0;
}

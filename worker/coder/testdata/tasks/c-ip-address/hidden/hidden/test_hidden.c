#include "address.h"

#include <stdio.h>

static int failed;

static void check(int good, const char *text)
{
	printf("%s - \"%s\"\n", good ? "ok" : "not ok", text);
	failed |= !good;
}

int main(void)
{
	const char *bad[] = {"1.2.3", "300.1.1.1", "1.2.3.4x", "1.2.3.256", "1.2.3.4.5", "1..2.3", "1.2.3.", ".1.2.3",
			     "", "router", "1.2.3.-4", "1,2,3,4", "4294967297.1.1.1", "1.2.3.4."};
	uint32_t a;

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		check(!address_read(bad[i], &a), bad[i]);
	check(address_read("0.0.0.0", &a) && a == 0, "0.0.0.0");
	check(address_read("255.255.255.255", &a) && a == 0xFFFFFFFF, "255.255.255.255");
	check(address_read("10.0.0.1", &a) && a == 0x0A000001, "10.0.0.1");
	check(address_read("192.168.1.20", &a) && a == 0xC0A80114, "192.168.1.20");
	return failed;
}

package health

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

// ListenerUser returns the number of the user whose program listens at a TCP port of this machine,
// as Linux says in /proc/net/tcp; false where that is not known.
func ListenerUser(address string) (uid int, known bool) {
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		return 0, false
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return 0, false
	}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		if uid, known = findListener(table, fmt.Sprintf(":%04X", port)); known {
			return uid, true
		}
	}
	return 0, false
}

// findListener looks in one table of sockets (proc_net_tcp in the kernel's documentation): the
// second field is the own address, the fourth the state, 0A for one that listens, the eighth the
// user.
func findListener(table, port string) (uid int, known bool) {
	f, err := os.Open(table)
	if err != nil {
		return 0, false
	}
	defer f.Close() //nolint:errcheck // it was only read
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 8 || fields[3] != "0A" || !strings.HasSuffix(fields[1], port) {
			continue
		}
		uid, err := strconv.Atoi(fields[7])
		return uid, err == nil
	}
	return 0, false
}

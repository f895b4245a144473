// Command commandtest is bot, worker or frasier, by the name it is called after,
// with what stories change. It is not shipped.
package main

import (
	"os"

	"github.com/frasier-cos/frasier/cmd/internal/testing/hooktest"
)

func main() { os.Exit(hooktest.Run()) }

package work

// CodeShare says which steps a worker takes, so that on a server those that run
// a repository's code have a process with rights of its own.
type CodeShare string

// The shares. The zero value is none of them.
const (
	AnyStep  CodeShare = "auto"
	OnlyCode CodeShare = "only" // steps that change code, and what belongs to repositories
	NoCode   CodeShare = "off"  // all others
)

// Names by which processes say what they are. Processes of earlier versions say RoleWorker.
const (
	RoleBot    = "bot"
	RoleWorker = "worker"
	RoleCoder  = "coder"  // a worker that takes only steps which change code
	RoleWriter = "writer" // a worker that takes none of them
)

// Role returns how a worker of that share is called.
func (s CodeShare) Role() string {
	switch s {
	case OnlyCode:
		return RoleCoder
	case NoCode:
		return RoleWriter
	case AnyStep:
	}
	return RoleWorker
}

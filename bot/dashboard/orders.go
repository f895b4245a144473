package dashboard

import (
	"errors"
	"math"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// goalMost is the longest order of a program, in characters (our choice: two pages).
const goalMost = 6000

type apiOrdered struct {
	Project org.ProjectID `json:"project"`
	Cap     org.NanoUSD   `json:"cap_nano_usd"`
	Left    org.NanoUSD   `json:"left_nano_usd"`
	Again   bool          `json:"again"`
}

// apiOrder starts a project for a program that may order. Its words are a goal and are read as nothing else.
func (s *server) apiOrder(r *http.Request, token org.Token) (any, error) {
	if !token.Orders {
		return nil, faultOf(http.StatusForbidden, "The token %s orders no projects. \"frasier token add NAME --scope order --daily 5\" makes one that may, for $5 a day.", token.Name)
	}
	var in struct {
		Goal string  `json:"goal"`
		Key  string  `json:"key"`
		Cap  float64 `json:"cap_usd"`
	}
	switch err := readBody(r, &in); {
	case errors.Is(err, errNoObject):
		return nil, faultOf(http.StatusBadRequest, "Send one object with a goal and a key: {\"goal\": \"Compare three payroll tools\", \"key\": \"monday-1\"}.")
	case err != nil:
		return nil, err
	}
	in.Goal = strings.TrimSpace(in.Goal)
	if n := utf8.RuneCountInString(in.Goal); n == 0 || n > goalMost {
		return nil, faultOf(http.StatusBadRequest, "An order has a goal of 1 to %d characters.", goalMost)
	}
	if in.Key == "" || len([]rune(in.Key)) > keyMost {
		return nil, faultOf(http.StatusBadRequest, "An order has a key of 1 to %d letters, which is new for each order.", keyMost)
	}
	const capMost = 1e6 // dollars: what nobody means
	if in.Cap < 0 || in.Cap > capMost || math.IsNaN(in.Cap) {
		return nil, faultOf(http.StatusBadRequest, "cap_usd is an amount in US dollars, such as 2.5.")
	}
	got, err := s.Order(r.Context(), token.Name, in.Key, in.Goal, org.NanoUSD(math.Round(in.Cap*float64(org.Dollar))))
	switch {
	case errors.Is(err, org.ErrConflict):
		return nil, faultOf(http.StatusConflict, "The key %q stood for another order before. Give each order a key of its own.", in.Key)
	case errors.Is(err, outward.ErrNoLimit):
		return nil, faultOf(http.StatusForbidden, "The token %s has no daily limit yet, so it orders nothing. The founder sets one on the machine: frasier token limit %s 5", token.Name, token.Name)
	case errors.Is(err, outward.ErrNoRoom):
		return nil, faultOf(http.StatusForbidden, "The token %s may order projects for %s a day, and %s of today's is left. Ask for less, wait for the founder's next day, or have him raise it: frasier token limit %s 20", token.Name, token.Daily, got.Left, token.Name)
	case errors.Is(err, outward.ErrTooMany):
		return nil, faultOf(http.StatusForbidden, "The token %s has ordered %d projects today, and that is all it may in a day.", token.Name, org.OrdersMost)
	case errors.Is(err, ErrNoGoal):
		return nil, faultOf(http.StatusBadRequest, "No model is set up here, and without one an order must plainly ask for something, such as \"Compare three payroll tools.\"")
	case err != nil:
		return nil, err
	}
	return apiOrdered{got.Project, got.Cap, got.Left, got.Again}, nil
}

// ErrNoGoal says that an order asks for nothing that could be begun without a model.
var ErrNoGoal = errors.New("it asks for nothing")

package service_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/service"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	at := time.Date(2026, 11, 29, 9, 30, 0, 0, time.UTC)
	web := coding.Service{Name: "web", Port: 3000, Command: "npm start", Life: coding.LifeStep}
	docs := coding.Service{Name: "docs", Port: 8000, Command: "mkdocs serve", Life: coding.LifeAlways}
	shop := coding.Repository{ID: "r1", Name: "shop", Ref: "main", Policy: coding.CodePolicy{Services: []coding.Service{web}}}
	ready := coding.Shown{
		ID: "v1", Repository: "shop", Name: "web", Branch: "main", State: coding.ShownReady, Reason: "started: none was running", Machine: "office", Port: 41234, Services: []coding.Service{web}, Tail: "listening",
	}
	failed := ready
	failed.ID, failed.State, failed.Reason, failed.EndedAt = "v2", coding.ShownFailed, "failed: web ended with 1 before it was ready", at
	asked := ready
	asked.ID, asked.State = "v3", coding.ShownAsked
	silent := asked
	silent.Tail = ""
	away := service.Elsewhere{RemoteService: coding.RemoteService{Name: "web", State: "ready", URL: "https://garage.example:8080/"}, Step: "s12", Repository: "shop", By: "builder"}
	proposed := map[string][]coding.Service{"r1": {web, docs}}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "List", Message: service.List([]coding.Repository{shop}, []coding.Shown{ready, asked, failed}, proposed, []service.Elsewhere{away})},
		nountest.Example{Name: "List: none runs", Message: service.List([]coding.Repository{shop}, nil, nil, nil)},
		nountest.Example{Name: "List: there is none", Message: service.List(nil, nil, nil, nil)},
		nountest.Example{Name: "Asked", Message: say(service.Asked(asked))},
		nountest.Example{Name: "Asked: it is there", Message: say(service.Asked(ready))},
		nountest.Example{Name: "Stopping", Message: say(service.Stopping(ready))},
		nountest.Example{Name: "EndedAlready", Message: say(service.EndedAlready(failed))},
		nountest.Example{Name: "Unknown", Message: say(service.Unknown("v9"))},
		nountest.Example{Name: "NoCode", Message: say(service.NoCode("p9"))},
		nountest.Example{Name: "WhichService", Message: say(service.WhichService("web", "", []coding.Repository{shop}, nil))},
		nountest.Example{Name: "WhichService: several", Message: say(service.WhichService("web", "", []coding.Repository{shop, shop}, []coding.Repository{shop, shop}))},
		nountest.Example{Name: "Taken", Message: say(service.Taken(shop, docs))},
		nountest.Example{Name: "Said", Message: say(service.Said(ready))},
		nountest.Example{Name: "Said: nothing", Message: say(service.Said(silent))},
		nountest.Example{Name: "How", Message: say(service.How())},
	)
}

package classify_test

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/classify"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/extractive"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/store"
)

// newClassifier returns a classifier on a fresh store: with the endpoint that
// o describes, or without a model when o is nil.
func newClassifier(t *testing.T, o *llmtest.Options) (*classify.Classifier, *llmtest.Server) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	prompts, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	prompts.Facts = true
	prices, err := llm.LoadPrices()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	client := &llm.Client{
		Provider: extractive.Provider{}, Records: db, Prices: prices, Log: log, Now: time.Now, Repair: prompts.Repair,
		Wait: func(context.Context, time.Duration) error { return nil },
	}
	var server *llmtest.Server
	if o != nil {
		var url string
		server, url = llmtest.Start(t, *o)
		client.Models = llm.DefaultModels()
		client.Provider = &llm.Endpoint{Base: url, HTTP: &http.Client{}, Now: time.Now}
	}
	return &classify.Classifier{Client: client, Prompts: prompts, Secret: "s", Now: time.Now, Log: log}, server
}

func ask(t *testing.T, c *classify.Classifier, m org.Message) org.Classification {
	t.Helper()
	if m.ID == "" {
		m.ID = "m1"
	}
	got, err := c.Classify(t.Context(), m, classify.Scene{})
	if err != nil {
		t.Fatalf("Classify(%q): %v", m.Text, err)
	}
	return got
}

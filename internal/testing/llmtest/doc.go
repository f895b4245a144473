// Package llmtest is a model endpoint for tests: an HTTP server on loopback
// that speaks OpenRouter's wire protocol and answers without any model. By
// default it writes like a diligent author, from nothing but the prompt; told
// so, it follows a script, breaks in every way of the error table, talks
// garbage, or obeys whatever untrusted text asks of it.
//
// A base URL is all that a client needs (Server.URL, or the URL that Serve
// returns). Settings for one story go into the path or a header, so one
// process serves many stories at once:
//
//	http://127.0.0.1:4711/api/v1/~mode=flaky,nth=3,seed=7/chat/completions
//	X-Llmtest: story=strikes,reject=qa:Compare prices:2
//
// Every setting string names a story of its own, with counters of its own.
// The settings are mode, key, seed, nth, latency, drip, stream, script and
// replay, which mean the fields of Options of the same name; story, a name;
//
//	fault=NAME[:STAGE[:CALL[:TIMES]]]   a fault of the table (see Faults; "row7" works too)
//	DEED=STAGE[:TITLE[:TIMES]]          a rule (see Rule.Do), for steps whose title holds TITLE
//
// where STAGE may be "*". A process that was started for a story is read and
// changed over HTTP: GET /_llmtest/requests, /_llmtest/violations and
// /_llmtest/unknown, POST /_llmtest/set?story=NAME&to=SETTINGS.
package llmtest

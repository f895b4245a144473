// Package web is research's way to the network: it asks search engines and
// fetches pages, politely, and refuses every address inside the machine or its
// network, also behind a redirect or a second answer of a name server.
//
// What comes in is an address or a query; what goes out is bytes, hits, or an
// error with the Cause that the founder reads. It knows nothing of steps: what
// is worth fetching is decided in worker/research.
package web

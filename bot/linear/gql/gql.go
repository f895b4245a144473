// Package gql is the client of Linear's GraphQL: the requests of operations.graphql, made to Go by genqlient from the part
// of Linear's schema that they need. Nothing else is ever asked there.
package gql

//go:generate go tool genqlient genqlient.yaml

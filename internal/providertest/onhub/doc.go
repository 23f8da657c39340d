// Package onhub runs the provider with a hub: objects and placements of every kind, on the API server of hubtest.
package onhub

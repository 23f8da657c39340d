// Package hubplacements shows placements on a hub, and the data sources that read one, on the API server of hubtest.
package hubplacements

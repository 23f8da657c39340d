// Package render formats placements and rollouts for users.
package render

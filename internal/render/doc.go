// Package render shows placement results to people.
package render

// Package render formats placement results for users.
package render

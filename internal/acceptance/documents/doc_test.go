// Package documents tests the examples, the guides and the README.
package documents

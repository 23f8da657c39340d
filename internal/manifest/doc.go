// Package manifest reads and writes Kubernetes objects as text: multi-document YAML, JSON and List kinds, as kubectl
// prints them. It converts them to the types of package placement. Errors have the position of the mistake.
package manifest

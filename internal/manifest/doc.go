// Package manifest reads and writes Kubernetes objects as text: multi-document YAML, JSON and List kinds, as kubectl
// prints them. It turns them into the vocabulary of package placement, and says where a mistake is.
package manifest

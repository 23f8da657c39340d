// Package cli runs Terraform or OpenTofu with the provider: in the process of the test, or as a binary from a mirror.
package cli

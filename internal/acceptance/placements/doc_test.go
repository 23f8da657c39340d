// Package placements shows placements in the state, with Terraform or OpenTofu.
package placements

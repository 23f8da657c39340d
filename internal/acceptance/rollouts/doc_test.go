// Package rollouts shows rollouts with Terraform or OpenTofu.
package rollouts

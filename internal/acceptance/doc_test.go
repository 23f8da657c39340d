// Package acceptance shows what only the whole product shows: the provider with Terraform or OpenTofu, which need TF_ACC.
package acceptance

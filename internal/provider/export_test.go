// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

// ClusterSet is what the arguments of a cluster set are read into.
type ClusterSet = clusterSet

package provider

// ClusterSet is what the arguments of a cluster set are read into.
type ClusterSet = clusterSet

#!/bin/sh
# Installs the workload on a cluster or removes it; both can run again.
set -eu
case "$1" in
  install) helm upgrade --install web ./chart --kube-context "$2" --namespace web --create-namespace --wait --timeout 5m ;;
  uninstall) helm uninstall web --kube-context "$2" --namespace web --ignore-not-found --wait ;;
esac

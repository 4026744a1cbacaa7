#!/usr/bin/env bash
# Installs what tests of the console need on Debian: the browser, and a font with Chinese and Japanese.
set -euo pipefail
[ -x /usr/bin/chromium ] && fc-list | grep -q 'Noto Sans CJK' && exit 0
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk fontconfig

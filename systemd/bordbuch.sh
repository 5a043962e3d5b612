#!/bin/sh
# The installed Bordbuch. What concerns the device's own book is done as its user; everything else as yourself.
program=/opt/bordbuch/current/venv/bin/bordbuch
device="XDG_DATA_HOME=/var/lib GPIOZERO_PIN_FACTORY=lgpio LG_WD=/tmp"

verb="${1:-}"
as=yourself
case "$verb" in run | check | book | backup | restore | pair) as=device ;; esac
# Your own files and folders can be read by yourself only. A folder that happens to be called like the verb is none.
for given in "$@"; do
  case "$given" in
    "$verb") ;;
    --data | --data=*) as=yourself ;;
    *) if [ -e "$given" ] && [ "$verb" != backup ] && [ "$verb" != restore ]; then as=yourself; fi ;;
  esac
done

as_device() {
  if [ "$(id -un)" = bordbuch ]; then
    "$@"
  elif [ "$(id -u)" = 0 ]; then
    runuser -u bordbuch -- env $device "$@"
  else
    sudo -u bordbuch env $device "$@"
  fi
}

# A backup is a file of yours, which the device's user can neither write nor read: it is handed over.
hand_over() {
  verb="$1" file="$2"
  shift 2
  if [ "$verb" = backup ] && [ -e "$file" ]; then
    echo "bordbuch: $file is there already. Choose another name." >&2
    return 2
  fi
  place=$(as_device mktemp -d) || return 1
  if [ "$verb" = backup ]; then
    as_device "$program" backup "$place/bordbuch.zip" "$@" >/dev/null && as_device cat "$place/bordbuch.zip" >"$file" && echo "$file"
  else
    as_device sh -c 'cat >"$0/bordbuch.zip"' "$place" <"$file" && as_device "$program" restore "$place/bordbuch.zip" "$@"
  fi
  code=$?
  as_device rm -r "$place"
  return $code
}

# What the parts are like is looked at with all that the service is forbidden, or it would prove nothing.
confined="/usr/bin/python3 -I -B /opt/bordbuch/current/source/systemd/confined.py"
if [ "$as" = device ] && [ "$verb" = check ] && [ "$(id -un)" != bordbuch ]; then
  if [ "$(id -u)" = 0 ]; then exec $confined "$program" "$@"; else exec sudo $confined "$program" "$@"; fi
fi
case "$as $verb ${2:-}" in
  "device backup "[!-]* | "device restore "[!-]*) hand_over "$@" ;;
  yourself*) exec "$program" "$@" ;;
  *) as_device "$program" "$@" ;;
esac

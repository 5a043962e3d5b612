#!/bin/sh
# The installed Bordbuch. What concerns the device's own book is done as its user; everything else as yourself.
program=/opt/bordbuch/venv/bin/bordbuch
device="XDG_DATA_HOME=/var/lib GPIOZERO_PIN_FACTORY=lgpio LG_WD=/tmp"

verb="${1:-}"
as=yourself
case "$verb" in run | check | book | export | replay) as=device ;; esac
# Your own files and folders can be read by yourself only. A folder that happens to be called like the verb is none.
for given in "$@"; do
  case "$given" in
    "$verb") ;;
    --data | --data=*) as=yourself ;;
    *) if [ -e "$given" ]; then as=yourself; fi ;;
  esac
done

if [ "$as" = yourself ] || [ "$(id -un)" = bordbuch ]; then
  exec "$program" "$@"
elif [ "$(id -u)" = 0 ]; then
  exec runuser -u bordbuch -- env $device "$program" "$@"
else
  exec sudo -u bordbuch env $device "$program" "$@"
fi

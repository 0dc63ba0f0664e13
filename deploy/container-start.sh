#!/bin/sh
# The entry point of the image: prepares what an organizer publishes from the desk, and then runs the command of the image.
# content/ is a volume, so that it survives an upgrade. Publishing renames dist, which a folder of an image's layer does not allow: each container gets
# one of its own, copied from the image if content/ is what the image was built with, and built from content/ otherwise.
set -e
cd "$(dirname "$0")/.."

# A new version can need a file that the volume of an older one does not have. A retreat that was removed from the volume stays removed.
for file in image/content/*.yaml image/content/emails/*.yaml image/content/retreats/*/*.yaml; do
  own="${file#image/}"
  if [ -d "$(dirname "$own")" ] && [ ! -e "$own" ]; then cp "$file" "$own"; fi
done

if [ ! -d dist ]; then
  if diff -rq image/content content >/dev/null; then
    rm -rf dist.next
    cp -R image/dist dist.next
    mv dist.next dist
  else
    node_modules/node/bin/node scripts/prepare.mjs pages start
  fi
fi

exec "$@"

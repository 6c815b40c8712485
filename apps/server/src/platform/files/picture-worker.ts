// Runs as a process of its own: what decodes a stranger's bytes must be able to die alone.
import sharp, { type Sharp } from 'sharp'
import { mostPhotoPixels, mostPixels, thumbnailPixels } from './limits.ts'

sharp.cache(false)
sharp.concurrency(1)

const [source = '', whole = '', thumbnail = ''] = process.argv.slice(2)
const said = await sharp(source, { limitInputPixels: false }).metadata()
const pages = said.pages ?? 1
const pixels = said.width * (said.pageHeight ?? said.height)
const most = said.format === 'jpeg' && !said.isProgressive ? mostPhotoPixels : mostPixels
if (pixels > most) say({ problem: 'too-many-pixels' })
else await make()

async function make() {
  // What moves goes on moving as long as all of it can be decoded; else its first picture stands for it.
  const animated = pages > 1 && pixels * pages <= mostPixels
  const read = (moving: boolean) =>
    sharp(source, { limitInputPixels: most, failOn: 'error', animated: moving }).rotate()
  // Upright by its own mark and written anew: places, cameras and everything else that was in the file stay behind.
  const { type, encode } = formatOf(said.format)
  const half = Math.ceil(Math.max(said.width, said.height) / 2)
  const upright = pixels > mostPixels ? read(false).resize(half, half, { fit: 'inside' }) : read(animated)
  const made = await encode(upright).toFile(whole)
  await read(false)
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76 })
    .toFile(thumbnail)
  say({ type, width: made.width, height: made.pageHeight ?? made.height })
}

function formatOf(format: string | undefined): { type: string; encode: (picture: Sharp) => Sharp } {
  if (format === 'jpeg') return { type: 'image/jpeg', encode: (picture) => picture.jpeg({ quality: 88 }) }
  if (format === 'png') return { type: 'image/png', encode: (picture) => picture.png() }
  return { type: 'image/webp', encode: (picture) => picture.webp({ quality: 86 }) }
}

function say(answer: unknown) {
  process.stdout.write(JSON.stringify(answer))
}

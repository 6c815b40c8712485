// Encodes a picture and its thumbnail; the arguments are the paths of the source, the picture and the thumbnail. Runs in its own process,
// so that a crash while decoding untrusted bytes does not affect the server.
import { maxPicturePixels } from '@attune/contract/common/constants'
import sharp, { type Sharp } from 'sharp'
import { maxPhotoPixels, thumbnailPixels } from './limits.ts'

sharp.cache(false)
sharp.concurrency(1)

const [source = '', whole = '', thumbnail = ''] = process.argv.slice(2)
const metadata = await sharp(source, { limitInputPixels: false }).metadata()
const pages = metadata.pages ?? 1
const pixels = metadata.width * (metadata.pageHeight ?? metadata.height)
const limit = metadata.format === 'jpeg' && !metadata.isProgressive ? maxPhotoPixels : maxPicturePixels
if (pixels > limit) reply({ problem: 'too-many-pixels' })
else await make()

async function make() {
  // Keeps all frames of an animation if their pixels together are within the limit; otherwise keeps only the first frame.
  const animated = pages > 1 && pixels * pages <= maxPicturePixels
  const read = (moving: boolean) =>
    sharp(source, { limitInputPixels: limit, failOn: 'error', animated: moving }).rotate()
  // Applies the EXIF orientation and encodes again. Encoding drops all metadata, such as place and camera.
  const { type, encode } = formatOf(metadata.format)
  const half = Math.ceil(Math.max(metadata.width, metadata.height) / 2)
  const upright = pixels > maxPicturePixels ? read(false).resize(half, half, { fit: 'inside' }) : read(animated)
  const made = await encode(upright).toFile(whole)
  await read(false)
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76 })
    .toFile(thumbnail)
  reply({ type, width: made.width, height: made.pageHeight ?? made.height })
}

function formatOf(format: string | undefined): { type: string; encode: (picture: Sharp) => Sharp } {
  if (format === 'jpeg') return { type: 'image/jpeg', encode: (picture) => picture.jpeg({ quality: 88 }) }
  if (format === 'png') return { type: 'image/png', encode: (picture) => picture.png() }
  return { type: 'image/webp', encode: (picture) => picture.webp({ quality: 86 }) }
}

function reply(answer: unknown) {
  process.stdout.write(JSON.stringify(answer))
}

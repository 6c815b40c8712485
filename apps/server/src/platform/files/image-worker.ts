// Encodes the picture from stdin as an avatar and writes it to stdout. Runs in its own process, so that a crash while decoding untrusted
// bytes does not affect the server.
import { maxPicturePixels } from '@attune/contract/common/constants'
import sharp from 'sharp'
import { avatarPixels } from './limits.ts'

sharp.cache(false)
sharp.concurrency(1)

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
// Applies the EXIF orientation, crops to a square and encodes again. Encoding drops all metadata, such as place and camera.
const picture = await sharp(Buffer.concat(chunks), {
  limitInputPixels: maxPicturePixels,
  failOn: 'error',
  animated: false,
})
  .rotate()
  .resize(avatarPixels, avatarPixels, { fit: 'cover', withoutEnlargement: false })
  .webp({ quality: 82 })
  .toBuffer()
process.stdout.write(picture)

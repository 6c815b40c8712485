// Encodes the picture from stdin as an avatar or a logo, depending on the argument, and writes it to stdout. Runs in its own process, so that a crash
// while decoding untrusted bytes does not affect the server.
import { maxPicturePixels } from '@attune/contract/common/constants'
import sharp from 'sharp'
import { avatarPixels, logoPixels, maxLogoBytes } from './limits.ts'

sharp.cache(false)
sharp.concurrency(1)

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
// Applies the EXIF orientation and encodes again. Encoding drops all metadata, such as place and camera.
const picture = sharp(Buffer.concat(chunks), {
  limitInputPixels: maxPicturePixels,
  failOn: 'error',
  animated: false,
}).rotate()
process.stdout.write(process.argv[2] === 'logo' ? await logo() : await avatar())

function avatar(): Promise<Buffer> {
  return picture
    .resize(avatarPixels, avatarPixels, { fit: 'cover', withoutEnlargement: false })
    .webp({ quality: 82 })
    .toBuffer()
}

/**
 * Returns the picture on white, because paper is white and a PDF/A prints transparent pixels in different ways. It is a PNG, or a JPEG if the PNG is
 * larger than `maxLogoBytes`.
 */
async function logo(): Promise<Buffer> {
  const onWhite = await picture
    .resize(logoPixels.width, logoPixels.height, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
  return onWhite.length <= maxLogoBytes ? onWhite : sharp(onWhite).jpeg({ quality: 82, mozjpeg: false }).toBuffer()
}

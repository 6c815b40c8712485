// Runs as a process of its own: what decodes a stranger's bytes must be able to die alone.
import sharp from 'sharp'
import { avatarPixels, mostPixels } from './limits.ts'

sharp.cache(false)
sharp.concurrency(1)

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
// Upright by its own mark, square, and written anew: places, cameras and everything else that was in the file stay behind.
const picture = await sharp(Buffer.concat(chunks), { limitInputPixels: mostPixels, failOn: 'error', animated: false })
  .rotate()
  .resize(avatarPixels, avatarPixels, { fit: 'cover', withoutEnlargement: false })
  .webp({ quality: 82 })
  .toBuffer()
process.stdout.write(picture)

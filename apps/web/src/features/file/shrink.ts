import { fileLimits } from '@attune/contract/features/file'

/** The longer side of what is made, in pixels: first, and where that is still too large. 4,096 squared is the most that a phone draws at once. */
const sides = [4096, 2896, 2048]
const quality = 0.85
/** So much of a file tells whether it moves. */
const headBytes = 64 * 1024

/**
 * The picture as a smaller file that may be sent: upright, and without anything that was in the file beside it. A JPEG stays one, the
 * others become WebP, which keeps what is transparent. Null where the browser cannot decode it or write that type, and for what moves.
 */
export async function shrink(file: File): Promise<File | null> {
  const type = file.type === 'image/jpeg' || /\.jpe?g$/i.test(file.name) ? 'image/jpeg' : 'image/webp'
  try {
    if (type === 'image/webp' && moves(await file.slice(0, headBytes).text())) return null
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    try {
      for (const side of sides) {
        const made = await draw(picture, side, type)
        // A browser that cannot write a type writes PNG.
        if (made?.type !== type) return null
        if (made.size <= fileLimits.image) return new File([made], named(file.name, type), { type })
      }
    } finally {
      picture.close()
    }
  } catch {
    // It cannot be decoded, or there is no memory for it.
  }
  return null
}

/** Whether a PNG, a WebP or an AVIF says that it has several pictures. */
const moves = (head: string) =>
  head.includes('acTL') || (head.startsWith('RIFF') && head.includes('ANIM')) || head.slice(4, 64).includes('avis')

function draw(picture: ImageBitmap, side: number, type: string): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}

/** The name with the ending of what it is now. */
const named = (name: string, type: string) => (type === 'image/jpeg' ? name : `${name.replace(/\.\w+$/, '')}.webp`)

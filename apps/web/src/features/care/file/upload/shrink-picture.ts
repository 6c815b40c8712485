import { fileLimits } from '@attune/contract/features/care/file/file.rules'

/**
 * Lengths of the longer side in pixels. `shrinkPicture` tries them in order until the file is below the size limit. The
 * first is 4,096, because phones support canvases of at most 4,096 × 4,096 pixels.
 */
const sides = [4096, 2896, 2048]
const quality = 0.85
/** Number of bytes at the start of a file in which `shrinkPicture` searches for an animation marker. */
const headBytes = 64 * 1024

/**
 * Shrinks a picture below the size limit, applies its orientation and removes its metadata. A JPEG stays a JPEG; other
 * types become WebP, which keeps transparency. Returns null if the picture is animated, or if the browser cannot decode
 * it or cannot encode the new type. Also returns null if even the smallest size exceeds the limit.
 */
export async function shrinkPicture(file: File): Promise<File | null> {
  const type = file.type === 'image/jpeg' || /\.jpe?g$/i.test(file.name) ? 'image/jpeg' : 'image/webp'
  try {
    if (type === 'image/webp' && isAnimated(await file.slice(0, headBytes).text())) return null
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    try {
      for (const side of sides) {
        const made = await drawScaled(picture, side, type)
        // A browser that cannot write the requested type writes PNG instead.
        if (made?.type !== type) return null
        if (made.size <= fileLimits.image) return new File([made], renamed(file.name, type), { type })
      }
    } finally {
      picture.close()
    }
  } catch {
    // The picture cannot be decoded, or there is not enough memory.
  }
  return null
}

/** Returns whether the header of a PNG, WebP or AVIF file declares an animation. */
const isAnimated = (head: string) =>
  head.includes('acTL') || (head.startsWith('RIFF') && head.includes('ANIM')) || head.slice(4, 64).includes('avis')

function drawScaled(picture: ImageBitmap, side: number, type: string): Promise<Blob | null> {
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

/** Returns the file name with the extension of the new type. */
const renamed = (name: string, type: string) => (type === 'image/jpeg' ? name : `${name.replace(/\.\w+$/, '')}.webp`)

import { maxPicturePixels } from '@attune/contract/common/constants'
import { rm } from 'node:fs/promises'
import sharp from 'sharp'

const picture = { width: 1_200, height: 1_600 }

sharp.cache(false)
sharp.concurrency(1)

/** The path and the name of each picture. The keys are the ids of the files. `isCopy` means that the file is removed after it was read. */
export type PictureFiles = Record<string, { path: string; name: string; isCopy?: boolean }>
/** A picture that is ready to be drawn. */
export type Picture = {
  /** As JPEG. */
  bytes: Buffer
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
  /** The name of the file. */
  name: string
}

/** Loads pictures, scales them down for a page and re-encodes them for the PDF. Omits pictures that cannot be read. */
export async function loadPictures(files: PictureFiles): Promise<Record<string, Picture>> {
  const found: Record<string, Picture> = {}
  for (const [id, { path, name, isCopy }] of Object.entries(files)) {
    const made = await sharp(path, { limitInputPixels: maxPicturePixels, failOn: 'error', animated: false })
      .resize(picture.width, picture.height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => null)
    if (isCopy) await rm(path, { force: true })
    if (made) found[id] = { bytes: made.data, width: made.info.width, height: made.info.height, name }
  }
  return found
}

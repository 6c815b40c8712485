import { errorCode, errorClass } from '../../../../platform/api/errors.ts'
import { maxAvatarBytes, maxPicturePixels } from '@attune/contract/common/constants'
import { ORPCError } from '@orpc/client'

const avatarSide = 512

/** A message about an avatar [8.01]. */
export type AvatarProblem = {
  /** The translation key below `avatar`. */
  textKey: 'login' | 'noImage' | 'tooLarge' | 'permission' | 'refusedSize' | 'refusedType' | 'failed'
  /** Inserted into the message `failed`. */
  reason?: 'NETWORK_ERROR' | 'TIMEOUT' | 'TOO_MANY' | 'UNAVAILABLE'
}

/**
 * Returns the reason why a chosen file cannot be uploaded: the person is not signed in, or the file has the wrong type or is too large. Returns null
 * if it can be uploaded [5.01, 8.01].
 */
export function avatarProblem(file: { type: string; size: number }, signedIn: boolean): AvatarProblem | null {
  if (!signedIn) return { textKey: 'login' }
  if (!file.type.startsWith('image/')) return { textKey: 'noImage' }
  if (file.size > maxAvatarBytes) return { textKey: 'tooLarge' }
  // An SVG file can contain scripts, so it is refused.
  return file.type.startsWith('image/svg') ? { textKey: 'refusedType' } : null
}

const reasons = ['NETWORK_ERROR', 'TIMEOUT', 'TOO_MANY', 'UNAVAILABLE'] as const
const byStatus: Record<number, AvatarProblem['textKey']> = {
  401: 'login',
  403: 'permission',
  413: 'refusedSize',
  415: 'refusedType',
}

/** Maps the error of a failed upload to its message [8.01]. */
export function avatarUploadProblem(error: unknown): AvatarProblem {
  const textKey = error instanceof ORPCError ? byStatus[error.status] : undefined
  if (textKey) return { textKey }
  const reason = reasons.find((one) => one === errorCode(error) || one === errorClass(error))
  return { textKey: 'failed', ...(reason && { reason }) }
}

/**
 * Decodes a chosen file. Returns an object URL, which the caller must revoke; returns a problem if the file cannot be
 * used.
 */
export async function loadAvatarPicture(file: Blob): Promise<{ url: string } | AvatarProblem> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  const loaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
  })
  if (loaded && image.naturalWidth * image.naturalHeight <= maxPicturePixels) return { url }
  URL.revokeObjectURL(url)
  return { textKey: loaded ? 'refusedSize' : 'refusedType' }
}

/**
 * Crops a picture to `area` (in pixels of the picture) and scales it to 512 × 512 pixels. The result has no metadata,
 * such as the location of a photo.
 */
export async function cropAvatar(
  url: string,
  area: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = avatarSide
  canvas.height = avatarSide
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, avatarSide, avatarSide)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      'image/webp',
      0.9,
    ),
  )
}

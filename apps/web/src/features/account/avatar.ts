import { codeOf, errorClass } from '../../platform/faults.ts'
import { ORPCError } from '@orpc/client'

/** At most 5 MB [5.01]. */
export const mostBytes = 5 * 1024 * 1024
/** A picture with more points than this is not unpacked. */
const mostPixels = 40_000_000
const side = 512

/** A key of the words of row 8.01; `reason` is what the last of them ends with. */
export type AvatarProblem = {
  words: 'login' | 'noImage' | 'tooLarge' | 'permission' | 'refusedSize' | 'refusedType' | 'failed'
  reason?: 'NETWORK_ERROR' | 'TIMEOUT' | 'TOO_MANY' | 'UNAVAILABLE'
}

/** What is wrong with a chosen file before anything is sent; null for nothing [5.01, 8.01]. */
export function problemOf(file: { type: string; size: number }, signedIn: boolean): AvatarProblem | null {
  if (!signedIn) return { words: 'login' }
  if (!file.type.startsWith('image/')) return { words: 'noImage' }
  if (file.size > mostBytes) return { words: 'tooLarge' }
  // A drawing is a program; nobody's picture is one.
  return file.type.startsWith('image/svg') ? { words: 'refusedType' } : null
}

const reasons = ['NETWORK_ERROR', 'TIMEOUT', 'TOO_MANY', 'UNAVAILABLE'] as const
const byStatus: Record<number, AvatarProblem['words']> = {
  401: 'login',
  403: 'permission',
  413: 'refusedSize',
  415: 'refusedType',
}

/** What an upload failed of, each cause with its own words [8.01]. */
export function uploadProblem(error: unknown): AvatarProblem {
  const words = error instanceof ORPCError ? byStatus[error.status] : undefined
  if (words) return { words }
  const reason = reasons.find((one) => one === codeOf(error) || one === errorClass(error))
  return { words: 'failed', ...(reason && { reason }) }
}

/** Opens a chosen file as a picture: its address within this page, or what is wrong with it. */
export async function openPicture(file: Blob): Promise<{ url: string } | AvatarProblem> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  const loaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
  })
  if (loaded && image.naturalWidth * image.naturalHeight <= mostPixels) return { url }
  URL.revokeObjectURL(url)
  return { words: loaded ? 'refusedSize' : 'refusedType' }
}

/** The chosen square of a picture, drawn anew at 512 × 512: where it was taken is not in it any more. */
export async function cut(url: string, area: { x: number; y: number; width: number; height: number }): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      'image/webp',
      0.9,
    ),
  )
}

import type { AccountId, FileId } from '@attune/contract/common/ids'
import { fileUrlSeconds, fileVariants } from '@attune/contract/features/care/file/file.rules'
import type { FileVariant } from '@attune/contract/features/care/file/file'
import type { AppContext } from '../../../../platform/app-context.ts'
import { isSealOf, sealOf } from '../../../../platform/secrets/seal.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'

/** The content of the address of a file. */
export type FileAddress = {
  fileId: FileId
  variant: FileVariant
  /** The only account that may download the file. */
  readerId: AccountId
  /** The time at which the address expires, in seconds since 1970. */
  expiresAt: number
}

const seconds = /^\d{10}$/

/** Returns a signed address. One account can download one variant of one file from this address for one minute. */
export function signedFileAddress(
  app: Pick<AppContext, 'secrets' | 'clock'>,
  fileId: FileId,
  variant: FileVariant,
  readerId: AccountId,
): { url: string; expiresAt: string } {
  const expiresAt = Math.floor(app.clock.now().getTime() / 1000) + fileUrlSeconds
  const address = { fileId, variant, readerId, expiresAt }
  const query = new URLSearchParams({
    reader: readerId,
    until: String(expiresAt),
    seal: sealOf(app, sealedText(address)),
  })
  return { url: `/api/files/${fileId}/${variant}?${query}`, expiresAt: new Date(expiresAt * 1000).toISOString() }
}

/**
 * Returns the content of an address that this server signed and that has not expired. Returns null for any other
 * address.
 */
export function readFileAddress(
  app: Pick<AppContext, 'secrets' | 'clock'>,
  path: { fileId: FileId; variant: string },
  query: Record<string, unknown>,
): FileAddress | null {
  const { reader, until, seal } = query
  const variant = fileVariants.find((known) => known === path.variant)
  if (!variant || !isUuid(path.fileId)) return null
  if (typeof reader !== 'string' || typeof until !== 'string' || typeof seal !== 'string') return null
  if (!isUuid(reader) || !seconds.test(until)) return null
  const address = { fileId: path.fileId, variant, readerId: reader, expiresAt: Number(until) }
  if (!isSealOf(app, sealedText(address), seal)) return null
  return address.expiresAt * 1000 >= app.clock.now().getTime() ? address : null
}

const sealedText = ({ fileId, variant, readerId, expiresAt }: FileAddress) =>
  `file ${fileId} ${variant} ${readerId} ${expiresAt}`

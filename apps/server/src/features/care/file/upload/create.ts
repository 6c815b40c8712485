import { FileKind } from '@attune/contract/features/care/file/file'
import {
  fileLimits,
  fileNameMaximum,
  fileQuotaBytes,
  maxConcurrentUploads,
} from '@attune/contract/features/care/file/file.rules'
import { type AccountId, Id } from '@attune/contract/common/ids'
import { requiredText } from '@attune/contract/common/text/text.schemas'
import pg from 'pg'
import { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { lockFilesOf } from '../file.queries.ts'

/** The properties of a file that a browser declares before it sends the first byte. `size` is in bytes. */
const UploadRequest = z.strictObject({
  id: Id,
  name: requiredText(fileNameMaximum),
  kind: FileKind,
  seconds: z.coerce.number().int().min(0).max(86_400).optional(),
  size: z.int().min(1),
})
export type UploadRequest = z.infer<typeof UploadRequest>
export type UploadOwner = { role: 'therapist' | 'client'; id: AccountId }
export type UploadRefusal = { status: number; code: string }

/**
 * Parses the headers of a creation request: the metadata, with values in base64, and the length of the file in bytes.
 * Returns a refusal for invalid headers.
 */
export function parseUploadRequest(metadata: unknown, length: unknown): UploadRequest | UploadRefusal {
  const wrong = { status: 400, code: 'BAD_REQUEST' }
  if (typeof metadata !== 'string' || typeof length !== 'string' || !/^\d{1,12}$/.test(length)) return wrong
  const declared: Record<string, unknown> = { size: Number(length) }
  for (const pair of metadata.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ')
    if (rest.length > 0 || Object.hasOwn(declared, key)) return wrong
    declared[key] = Buffer.from(value, 'base64').toString('utf8')
  }
  const wish = UploadRequest.safeParse(declared)
  if (!wish.success) return wrong
  return wish.data.size > fileLimits[wish.data.kind] ? { status: 413, code: 'TOO_LARGE' } : wish.data
}

/**
 * Registers an upload. Returns 'known' and changes nothing if the call is repeated for the same upload. Returns a
 * refusal for an id that is already taken, for too many concurrent uploads, and for too many bytes in total.
 */
export async function registerUpload(
  app: Pick<AppContext, 'clock' | 'db'>,
  owner: UploadOwner,
  wish: UploadRequest,
): Promise<'begun' | 'known' | UploadRefusal> {
  try {
    return await app.db.asActor(owner, async (tx) => {
      await lockFilesOf(tx, owner.id)
      const known = await listOwnFileRows(tx, owner.id)
      const same = known.find(({ id }) => id === wish.id)
      if (same) return same.size === wish.size && same.state === 'uploading' ? 'known' : taken
      if (known.filter(({ state }) => state === 'uploading').length >= maxConcurrentUploads) return tooManyAtOnce
      if (known.reduce((sum, { size }) => sum + size, wish.size) > fileQuotaBytes) return overQuota
      await tx.kysely
        .insertInto('file')
        .values({
          id: wish.id,
          account_id: owner.id,
          name: wish.name,
          kind: wish.kind,
          size: wish.size,
          seconds: wish.seconds ?? null,
          created_at: app.clock.now(),
        })
        .execute()
      return 'begun'
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505') return taken
    throw error
  }
}

const taken = { status: 409, code: 'CONFLICT' }
const tooManyAtOnce = { status: 409, code: 'LIMIT_REACHED' }
const overQuota = { status: 413, code: 'OVER_QUOTA' }

const listOwnFileRows = (tx: Tx, accountId: AccountId) =>
  tx.kysely.selectFrom('file').select(['id', 'size', 'state']).where('account_id', '=', accountId).execute()

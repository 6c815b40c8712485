import type { AccountId } from '@attune/contract/common/ids'
import { pipeline, Transform, type Readable } from 'node:stream'
import type { AppContext } from '../../../platform/app-context.ts'
import { countBytes } from '../../../platform/backup/count-bytes.ts'
import type { ExportingPerson } from '../../../platform/personal-export/exported-part.ts'
import { languageFrom } from '../../../platform/text/translations.ts'
import { queueAuthMail } from '../../messages/notification/notification.ts'
import { readOwnProfile } from '../account/account.ts'
import { listTherapists } from '../connection/connection.ts'
import { listGuardedClients } from '../guardian/guardian.ts'
import { partsFor } from './exported-parts.ts'
import { packExport } from './pack/pack.ts'
import { sealStream } from './pack/sealed.ts'
import { findExportKey, updateExport } from './personal-export.queries.ts'

type Named = { accountId: AccountId; id: string }
type OwnActor = ExportingPerson['actor']

/**
 * Returns the content of an export as a ZIP, read with the rights of the person who exports; null if the export is no longer wanted. `save` stores
 * the number of finished parts, and throws if the export is no longer wanted.
 */
export type PackContent = (
  app: AppContext,
  made: { actor: OwnActor; id: string },
  save: (done: number, parts: number) => Promise<void>,
) => Promise<Readable | null>

/** Thrown if the export was removed or replaced, or the account was erased, while the export was being made. */
class NotWantedError extends Error {}
/** Thrown when the disk fills while an export is made. */
class NoSpaceError extends Error {}

/** The bytes after which the free space is measured again. */
const measureBytes = 64 * 1024 ** 2

/** Makes the export of a person's own data, as `makeFile` does. */
export const makeExport = (app: AppContext, named: Named, isLast: boolean): Promise<void> =>
  makeFile(app, named, { pack: packOwnData, isLast })

/**
 * Makes the file of an export and stores it. Does nothing if the export is no longer wanted. After the last failed attempt, marks the export as
 * failed. May run again after the process was killed; the file is then replaced.
 */
export async function makeFile(
  app: AppContext,
  named: Named,
  { pack, isLast }: { pack: PackContent; isLast: boolean },
): Promise<void> {
  const actor = await findActor(app, named)
  if (!actor) return app.exportStore.remove(named)
  try {
    await storeExport(app, { actor, named }, pack)
  } catch (error) {
    // A failure after the account was erased is a consequence of the erasure.
    if (error instanceof NotWantedError || !(await findActor(app, named))) return app.exportStore.remove(named)
    const isFull = error instanceof NoSpaceError || (error as NodeJS.ErrnoException).code === 'ENOSPC'
    if (!isFull && !isLast) throw error
    await app.exportStore.remove(named)
    const reason = isFull ? 'NO_SPACE' : 'FAILED'
    await app.db.asActor(actor, (tx) => updateExport(tx, named.id, { failed_at: app.clock.now(), reason }))
    if (!isFull) throw error
  }
}

/**
 * Marks an export as failed if no job makes it anymore because the server was killed during each attempt. An export that has ended does not change.
 */
export async function failAbandonedExport(app: AppContext, named: Named): Promise<void> {
  const actor = await findActor(app, named)
  if (!actor) return
  const end = { failed_at: app.clock.now(), reason: 'FAILED' } as const
  if (await app.db.asActor(actor, (tx) => updateExport(tx, named.id, end))) await app.exportStore.remove(named)
}

/** Returns the person of an export; null if the export was removed or replaced, or if the account was erased. */
async function findActor(app: AppContext, { accountId, id }: Named): Promise<OwnActor | null> {
  const row = await app.db.asActor({ role: 'worker', id: accountId }, ({ kysely }) =>
    kysely
      .selectFrom('personal_export')
      .select('role')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return row ? { role: row.role as OwnActor['role'], id: accountId } : null
}

async function storeExport(
  app: AppContext,
  { actor, named }: { actor: OwnActor; named: Named },
  pack: PackContent,
): Promise<void> {
  const key = await app.db.asActor(actor, (tx) => findExportKey(tx, named.id))
  if (!key) return
  const save = async (done: number, parts: number) => {
    if (!(await app.db.asActor(actor, (tx) => updateExport(tx, named.id, { done, parts })))) throw new NotWantedError()
  }
  const zip = await pack(app, { actor, id: named.id }, save)
  if (!zip) throw new NotWantedError()
  let bytes = 0
  const counted = countBytes((more) => (bytes += more))
  const { sealed, tag } = sealStream(key, chain(zip, counted, failWhenFull(app)))
  await app.exportStore.put(named, sealed)
  const end = { ready_at: app.clock.now(), bytes, tag: tag() }
  if (!(await app.db.asActor(actor, (tx) => updateExport(tx, named.id, end)))) throw new NotWantedError()
  await queueAuthMail(app.db, { kind: 'export-ready', userId: named.accountId, generation: 0 })
}

const packOwnData: PackContent = async (app, { actor }, save) => {
  const now = app.clock.now()
  const { profile, therapists } = await app.db.asActor(actor, async (tx) => ({
    profile: await readOwnProfile(tx),
    therapists: actor.role === 'client' ? await listTherapists(tx, now) : [],
  }))
  const guardian = { role: 'guardian' as const, id: actor.id, actingFor: null }
  const actsFor = actor.role === 'client' ? await app.db.asActor(guardian, listGuardedClients) : []
  const parts = partsFor(app, actor.role)
  await save(0, parts.length)
  const person = { actor, language: languageFrom(profile.language), zone: profile.zone, now, actsFor }
  const content = { parts, name: profile.displayName, therapists: [...new Set(therapists.map(({ name }) => name))] }
  return packExport(app, person, content, (done) => save(done, parts.length))
}

/** Returns the last of several streams, which fails with any of them. */
function chain(first: Readable, ...rest: Transform[]): Readable {
  const streams = [first, ...rest]
  const last = streams.at(-1) as Readable
  pipeline(streams as [Readable, ...Transform[]], () => {})
  return last
}

/** Passes bytes on, and fails as soon as the disk is nearly full, so that the rest of the product does not run out of space. */
function failWhenFull({ fileStore }: Pick<AppContext, 'fileStore'>): Transform {
  // The free space is also measured at the first bytes.
  let since = measureBytes
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      since += chunk.length
      if (since < measureBytes) return done(null, chunk)
      since = 0
      fileStore.isDiskFull().then((isFull) => (isFull ? done(new NoSpaceError()) : done(null, chunk)), done)
    },
  })
}

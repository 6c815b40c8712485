import type { RecordsExportChoices } from '@attune/contract/features/people/personal-export/personal-export'
import { downloadAddress } from '../../../platform/http/download-address.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { requireProvedFactor } from '../login/login.ts'
import { deleteOwnExport, type ExportKind, findReadyExport, insertExport } from './personal-export.queries.ts'

export const personalExportPath = '/api/personal-export'
export type PersonalExportOrder = { as: 'zip'; kind: ExportKind }

/**
 * Starts to make an export: with `choices` that of all records, otherwise that of the caller's own data. Refuses with MAKING, NO_SPACE, and with
 * STEP_UP if the caller has a second factor that was not proved.
 */
export async function startPersonalExport(context: Context, choices: RecordsExportChoices | null): Promise<void> {
  requireProvedFactor(context)
  const { app, actor } = context
  if (await app.fileStore.isDiskFull()) throw createRefusal('NO_SPACE', 507)
  const name = choices ? 'records-export' : 'personal-export'
  const replaced = await app.db.asActor(actor, async (tx) => {
    const started = await insertExport(tx, choices, app.clock.now())
    await enqueue(tx, { name, data: { accountId: actor.id, exportId: started.id } })
    return started.replaced
  })
  await removeFiles(context, replaced)
}

/** Returns the address of the caller's export of a kind. Refuses with NOT_FOUND and STEP_UP. */
export async function orderDownload(context: Context, kind: ExportKind) {
  requireProvedFactor(context)
  const { app, actor } = context
  const ready = await app.db.asActor(actor, (tx) => findReadyExport(tx, kind, app.clock.now()))
  // After a restore of a backup, the row is there without its file.
  if (!ready || !(await app.exportStore.has({ accountId: actor.id, id: ready.id }))) throw notFound()
  const order: PersonalExportOrder = { as: 'zip', kind }
  return downloadAddress(app, personalExportPath, { accountId: actor.id, order })
}

/** Deletes the caller's export of a kind. A job that is making it notices that the row is gone. */
export async function removePersonalExport(context: Context, kind: ExportKind): Promise<void> {
  await removeFiles(context, await context.app.db.asActor(context.actor, (tx) => deleteOwnExport(tx, kind)))
}

async function removeFiles({ app, actor }: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) await app.exportStore.remove({ accountId: actor.id, id })
}

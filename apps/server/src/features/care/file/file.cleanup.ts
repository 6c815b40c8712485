import type { AccountId, FileId } from '@attune/contract/common/ids'
import { unreferencedFileHours } from '@attune/contract/features/care/file/file.rules'
import pg from 'pg'
import type { AppContext } from '../../../platform/app-context.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { readBackupProgress } from '../../../platform/backup/progress.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { recoveredFreeShare } from '../../../platform/files/file-store.ts'
import { notifyAdmins } from '../../messages/notification/notification.ts'
import { finishIfComplete } from './upload/finish.ts'

type Found = { id: FileId; account_id: AccountId }

const minute = 60_000
/**
 * The age in milliseconds at which unattached files are deleted. It is 10 minutes less than the limit, because the
 * cleanup runs only every five minutes.
 */
const looseMilliseconds = (unreferencedFileHours * 60 - 10) * minute
const recentMilliseconds = 5 * minute

/**
 * Cleans up the files. An interrupted or repeated run does no harm. This function:
 * - deletes unattached files
 * - completes or refuses interrupted uploads
 * - enqueues overdue checks again
 * - deletes the bytes of deleted files
 * - removes abandoned drafts
 * - notifies the admins when the disk runs low or has enough space again
 */
export async function runFileCleanup(
  app: Pick<AppContext, 'clock' | 'config' | 'db' | 'fileStore' | 'log'>,
): Promise<void> {
  const now = app.clock.now().getTime()
  const old = new Date(now - looseMilliseconds)
  const recent = new Date(now - recentMilliseconds)
  try {
    for (const file of await listFilesToDelete(app, 'files_loose', old)) await removeLoose(app, file)
    for (const file of await listFilesToDelete(app, 'files_unfinished', recent)) await settleUpload(app, file, old)
    for (const { id, account_id } of await listFilesToDelete(app, 'files_waiting', recent)) {
      await asWorker(app, account_id, (tx) =>
        enqueue(tx, { name: 'file-check', data: { fileId: id, accountId: account_id }, key: id }),
      )
    }
  } finally {
    // Deletes the bytes of deleted files even if an earlier step fails.
    await removeBytes(app)
  }
  await app.fileStore.clearDrafts()
  await notifyDiskSpace(app)
}

/**
 * Notifies the admins once when the disk runs low and once when there is enough space again, even if several servers
 * call this function.
 */
async function notifyDiskSpace(app: Pick<AppContext, 'db' | 'fileStore' | 'log'>): Promise<void> {
  const low = await app.fileStore.isDiskFull()
  if (low) app.log.warn('less than a tenth of the disk is free: uploads are refused')
  if (!low && (await app.fileStore.isDiskFull(recoveredFreeShare))) return
  await asWorker(app, null, async (tx) => {
    const { rows } = await tx.run<{ changed: boolean }>('select def.set_disk_low($1) as changed', [low])
    if (rows[0]?.changed) await notifyAdmins(tx, low ? 'disk-low' : 'disk-roomy', { name: 'Attune' })
  })
}

async function removeLoose(app: Pick<AppContext, 'db'>, { id, account_id }: Found): Promise<void> {
  await asWorker(app, account_id, ({ kysely }) => kysely.deleteFrom('file').where('id', '=', id).execute()).catch(
    (error: unknown) => {
      // The file was attached to something after the query, so it must stay.
      if (!(error instanceof pg.DatabaseError && error.code === '23503')) throw error
    },
  )
}

/**
 * Completes an upload if its last byte has arrived but the upload is not recorded as complete. Refuses an incomplete
 * upload that was created before `old`.
 */
async function settleUpload(
  app: Pick<AppContext, 'clock' | 'db' | 'fileStore'>,
  { id, account_id }: Found,
  old: Date,
): Promise<void> {
  const row = await asWorker(app, account_id, ({ kysely }) =>
    kysely.selectFrom('file').select(['size', 'created_at']).where('id', '=', id).executeTakeFirst(),
  )
  if (!row || (await finishIfComplete(app, account_id, id, row.size))) return
  if (new Date(row.created_at).getTime() >= old.getTime()) return
  const { numUpdatedRows } = await asWorker(app, account_id, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set({ state: 'refused', refusal: 'unfinished' })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .executeTakeFirst(),
  )
  // An upload that was completed after the check above keeps its bytes.
  if (numUpdatedRows > 0n) await app.fileStore.remove(id)
}

/** Deletes the bytes of deleted files. A running backup still reads the files in a bucket, so these are deleted after the backup. */
async function removeBytes(app: Pick<AppContext, 'config' | 'db' | 'fileStore'>): Promise<void> {
  if (app.config.filesBucket !== null && readBackupProgress(app.config.dataDir) !== null) return
  for (;;) {
    const gone = await asWorker(app, null, async (tx) => {
      const { rows } = await tx.run<{ id: FileId }>('select id from def.files_gone()')
      return rows.map(({ id }) => id)
    })
    if (!gone.length) return
    for (const id of gone) await app.fileStore.remove(id)
    await asWorker(app, null, (tx) => tx.run('select def.files_removed($1)', [gone]))
  }
}

const asWorker = <T>({ db }: Pick<AppContext, 'db'>, id: AccountId | null, work: (tx: Tx<AnyActor>) => Promise<T>) =>
  db.asActor<T, AnyActor>(id === null ? { role: 'worker', id } : { role: 'worker', id }, work)

const listFilesToDelete = (
  app: Pick<AppContext, 'db'>,
  which: 'files_loose' | 'files_unfinished' | 'files_waiting',
  before: Date,
) =>
  asWorker(app, null, async (tx) => (await tx.run<Found>(`select id, account_id from def.${which}($1)`, [before])).rows)

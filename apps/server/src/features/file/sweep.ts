import { looseFileHours } from '@attune/contract/features/file'
import pg from 'pg'
import type { House } from '../../house.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { roomyFree } from '../../platform/files/bytes.ts'
import { enqueueMails } from '../notification/notification.ts'
import { finishIfWhole } from './upload.finish.ts'

type Found = { id: string; account_id: string }

const minute = 60_000
/** The sweep comes every five minutes: what nothing names is gone before its hours are over. */
const looseMilliseconds = (looseFileHours * 60 - 10) * minute
const patience = 5 * minute

/** Removes what nothing names, brings to an end what was left, and removes the bytes of what is gone. Safe to run twice and to be killed in between. */
export async function sweepFiles(house: House): Promise<void> {
  const now = house.clock.now().getTime()
  const old = new Date(now - looseMilliseconds)
  const recent = new Date(now - patience)
  try {
    for (const file of await find(house, 'files_loose', old)) await removeLoose(house, file)
    for (const file of await find(house, 'files_unfinished', recent)) await bringToEnd(house, file, old)
    for (const { id, account_id } of await find(house, 'files_waiting', recent)) {
      await asWorker(house, account_id, (tx) =>
        enqueue(tx, { name: 'file-check', data: { fileId: id, accountId: account_id } }),
      )
    }
  } finally {
    // Whatever is in the way of those, what was erased goes.
    await removeBytes(house)
  }
  await house.bytes.clearDrafts()
  await watchRoom(house)
}

/** Admins are told once when the disk runs low, and once when there is room again; every server of a practice may ask. */
async function watchRoom(house: House): Promise<void> {
  const low = await house.bytes.isFull()
  if (low) house.log.warn('less than a tenth of the disk is free: uploads are refused')
  if (!low && (await house.bytes.isFull(roomyFree))) return
  await asWorker(house, null, async (tx) => {
    const { rows } = await tx.run<{ id: string }>('select def.disk_is($1) as id', [low])
    await enqueueMails(
      tx,
      rows.map(({ id }) => id),
    )
  })
}

async function removeLoose(house: House, { id, account_id }: Found): Promise<void> {
  await asWorker(house, account_id, ({ kysely }) => kysely.deleteFrom('file').where('id', '=', id).execute()).catch(
    (error: unknown) => {
      // Something has come to name it in between.
      if (!(error instanceof pg.DatabaseError && error.code === '23503')) throw error
    },
  )
}

/** Its last byte may have come to a server that died; otherwise it had its time. */
async function bringToEnd(house: House, { id, account_id }: Found, old: Date): Promise<void> {
  const row = await asWorker(house, account_id, ({ kysely }) =>
    kysely.selectFrom('file').select(['size', 'created_at']).where('id', '=', id).executeTakeFirst(),
  )
  if (!row || (await finishIfWhole(house, account_id, id, row.size))) return
  if (new Date(row.created_at).getTime() >= old.getTime()) return
  await asWorker(house, account_id, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set({ state: 'refused', refusal: 'unfinished' })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .execute(),
  )
  await house.bytes.remove(id)
}

async function removeBytes(house: House): Promise<void> {
  for (;;) {
    const gone = await asWorker(house, null, async (tx) => {
      const { rows } = await tx.run<{ id: string }>('select id from def.files_gone()')
      return rows.map(({ id }) => id)
    })
    if (!gone.length) return
    for (const id of gone) await house.bytes.remove(id)
    await asWorker(house, null, (tx) => tx.run('select def.files_removed($1)', [gone]))
  }
}

const asWorker = <T>({ db }: House, id: string | null, work: (tx: Tx) => Promise<T>) =>
  db.asActor({ role: 'worker', id }, work)

const find = (house: House, which: 'files_loose' | 'files_unfinished' | 'files_waiting', before: Date) =>
  asWorker(
    house,
    null,
    async (tx) => (await tx.run<Found>(`select id, account_id from def.${which}($1)`, [before])).rows,
  )

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { channelSetupCleanups } from './channel-setup.jobs.ts'

const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')

const minute = 60_000
/** Runs the check on two servers at once, and returns the admin's notifications since the tests began, latest first. */
async function check(): Promise<string[]> {
  await Promise.all([1, 2].flatMap(() => channelSetupCleanups.map((cleanup) => cleanup(app))))
  const { items } = await admin.api.notification.list({})
  return items.filter(({ kind }) => kind === 'channel-failing').map(({ message }) => message.split('.')[0] ?? '')
}
const mailsAbout = () =>
  queryAsRole('backup', app.databaseUrl, `select account_id from app.mail where kind = 'channel-failing'`)

/** Inserts an email with the result of its latest attempt, and advances the clock by a minute. */
async function insertMail(state: 'waiting' | 'sent', attempts: number): Promise<void> {
  const at = app.clock.now()
  await app.db.asActor({ role: 'worker', id: admin.accountId }, async ({ kysely }) => {
    const id = randomUUID()
    const who = { account_id: admin.accountId, acting_for: admin.accountId, subject_id: admin.accountId }
    await kysely
      .insertInto('mail')
      .values({ id, kind: 'feedback', ...who })
      .execute()
    const result = state === 'sent' ? { sent_at: at, error: null } : { error: 'ECONNREFUSED' }
    await kysely
      .updateTable('mail')
      .set({ state, attempts, claimed_at: at, ...result })
      .where('id', '=', id)
      .execute()
  })
  app.clock.advance(minute)
}

test('admins learn once that email fails after three tries, in the app alone, and again after it has worked', async () => {
  await insertMail('waiting', 2)
  expect(await check()).toEqual([])
  await insertMail('waiting', 3)
  expect(await check()).toEqual(["Attune couldn't send by email after three tries"])
  expect(await check()).toHaveLength(1)
  await insertMail('sent', 1)
  expect(await check()).toHaveLength(1)
  await insertMail('waiting', 3)
  expect(await check()).toHaveLength(2)
  expect(await mailsAbout()).toEqual([])
})

test('admins learn, also by email, that the provider refuses texts because of the setup, but not because of one number', async () => {
  const therapist = await app.person('therapist')
  const client = await connectClient(app, therapist, await app.person('client'))
  const text = async (failed: string) => {
    const id = randomUUID()
    await app.privileged.definer.query(
      `insert into app.delivery (id, therapist_id, client_id, purpose, channel, number, created_at, due_at, updated_at)
       values ($1, $2, $3, 'notice', 'sms', '+4917012345678', $4, $4, $4)`,
      [id, therapist.accountId, client, app.clock.now()],
    )
    await app.privileged.definer.query('update app.delivery set failed = $2 where id = $1', [id, failed])
    app.clock.advance(minute)
  }
  const before = (await check()).length
  for (const failed of ['misconfigured', 'not-reachable', 'other', 'misconfigured']) await text(failed)
  expect(await check()).toHaveLength(before)
  await text('misconfigured')
  expect((await check()).filter((message) => message.includes('SMS'))).toEqual([
    "Attune couldn't send by SMS after three tries",
  ])
  expect(await mailsAbout()).toEqual([{ account_id: admin.accountId }])
})

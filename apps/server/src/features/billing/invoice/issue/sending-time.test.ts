import { emailDelaySeconds } from '@attune/contract/features/billing/invoice/invoice.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { runQuery } from '../../../../testing/database/database.ts'
import { addPayingClient, draftInvoice, openPractice } from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'

const app = await startSharedApp()

const base = new Date().toISOString()

/** Stops the clock of the job queue at a time after the start of the test. */
const stopClockAt = (seconds: number) =>
  runQuery(
    app.databaseUrl,
    `set role attune_owner; create or replace function jobs.job_now() returns timestamptz language sql stable as
       $$ select timestamptz '${base}' + interval '${seconds} s' $$`,
  )

test('the emails of an issued list have not left 59 seconds after the issue, when the therapist can still stop them, and leave at 60 @slow', async () => {
  const therapist = await app.person('therapist')
  await openPractice(app, therapist)
  const draft = async (address: string) => {
    const clientId = await addPayingClient(app, therapist)
    await insertOrganization(app, therapist, clientId, { email: address })
    return (await draftInvoice(therapist, clientId)).id
  }
  const issue = (id: string, delaysEmails: boolean) =>
    therapist.api.invoice.issue({ id, command: randomUUID(), delaysEmails })
  const mailed = () => app.inbox.mails.map(({ to }) => JSON.stringify(to)).join()
  const [stopped, sent, marker] = [
    await draft('stopped@hanse.test'),
    await draft('sent@hanse.test'),
    await draft('now@hanse.test'),
  ]
  await stopClockAt(0)
  for (const id of [stopped, sent]) await issue(id, true)
  await stopClockAt(emailDelaySeconds - 1)
  // The email about the marker is sent at once. When it has arrived, the queue has run all jobs that were due.
  await issue(marker, false)
  await expect.poll(mailed, { timeout: 20_000 }).toContain('now@hanse.test')
  expect(mailed()).not.toMatch(/stopped@|sent@/)
  expect(await therapist.api.invoice.stopSending({ ids: [stopped] })).toEqual({ stopped: [stopped] })
  await stopClockAt(emailDelaySeconds)
  await expect.poll(mailed, { timeout: 20_000 }).toContain('sent@hanse.test')
  expect(mailed()).not.toContain('stopped@')
  expect(await therapist.api.invoice.stopSending({ ids: [sent] })).toEqual({ stopped: [] })
})

import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { brokenOnResult } from '../../../../testing/database/broken-db.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { openPractice } from '../../../../testing/records/invoices.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { makeReminder } from './job.ts'

const app = await startSharedApp({ worker: false })

test('the last repetition of a failing job enqueues the next, which makes the reminder', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  const clientId = await connectClient(app, therapist, client)
  await openPractice(app, therapist)
  const therapistId = therapist.accountId
  const dates = { issuedOn: '2025-10-01', dueOn: '2025-10-15' }
  const invoiceId = await insertIssuedInvoice(app, { therapistId, clientId, ...dates })
  await therapist.api.payment.remind({ invoiceId, step: 1 })
  const count = (text: string) =>
    app.db.asActor({ role: 'worker', id: therapistId }, async (tx) => (await tx.run(text, [invoiceId])).rows.length)
  const jobs = () => count(`select from jobs.job where name = 'payment-reminder' and data->>'invoiceId' = $1`)

  const data = { invoiceId, therapistId, step: 1 } as const
  const broken = { ...app, db: brokenOnResult(app.db) }
  await expect(makeReminder(broken, data, { last: false })).rejects.toThrow('went away')
  expect(await jobs()).toBe(1)
  await expect(makeReminder(broken, data, { last: true })).rejects.toThrow('went away')
  expect(await jobs()).toBe(2)
  await makeReminder(app, data)
  expect(await count(`select from app.invoice_document where invoice_id = $1 and kind = 'reminder-1'`)).toBe(1)
})

import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { translate } from '../../../../platform/text/translations.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { addPayingClient, openPractice } from '../../../../testing/records/invoices.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { makeReminder } from './job.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)
await openPractice(app, therapist)
const today = todayIn('Europe/Berlin', app.clock.now())

const day = (shift: number) => shiftDay(today, shift)
const issue = (dueOn: string) =>
  insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn: day(-30), dueOn })
const pay = (invoiceId: string, amountMinor: string) =>
  therapist.api.payment.record({
    id: randomUUID(),
    invoiceId,
    amountMinor,
    currency: 'EUR',
    paidOn: today,
    method: 'cash',
    reference: '',
  })
const read = <Row>(query: ReturnType<typeof sql<Row>>) =>
  app.db.asActor({ role: 'worker', id: therapist.accountId }, async ({ kysely }) => (await query.execute(kysely)).rows)

test('each of three reminders is a document of its own and changes nothing in the invoice @slow', async () => {
  const { api } = therapist
  const invoiceId = await issue(day(-6))
  await pay(invoiceId, '4000')
  const before = await read(sql`select number_text, frozen, gross_minor from app.invoice where id = ${invoiceId}`)
  const preview = await api.payment.reminders({ invoiceId })
  expect(preview).toMatchObject({ made: [], next: { step: 1, payBy: day(10) }, reason: null })
  expect(preview.reaches).toEqual({ client: true, emails: [] })
  expect(preview.next?.text).toContain('€55.00')
  await expect(api.payment.remind({ invoiceId, step: 2 })).rejects.toMatchObject({ code: 'NOT_REMINDABLE' })
  for (const step of [1, 2, 3] as const) {
    await Promise.all([api.payment.remind({ invoiceId, step }), api.payment.remind({ invoiceId, step })])
    await makeReminder(app, { invoiceId, therapistId: therapist.accountId, step })
  }
  expect(await api.payment.reminders({ invoiceId })).toMatchObject({ next: null, reason: 'all-made' })
  const documents = await read(sql<{ kind: string; head: string }>`
    select kind, convert_from(substring(bytes from 1 for 5), 'LATIN1') as head from app.invoice_document
    where invoice_id = ${invoiceId} order by kind`)
  expect(documents).toEqual([1, 2, 3].map((step) => ({ kind: `reminder-${step}`, head: '%PDF-' })))
  const events = await read(
    sql`select data from app.invoice_event where invoice_id = ${invoiceId} and kind = 'reminded' order by id`,
  )
  expect(events).toEqual(['1', '2', '3'].map((step) => ({ data: { step } })))
  expect(await read(sql`select number_text, frozen, gross_minor from app.invoice where id = ${invoiceId}`)).toEqual(
    before,
  )
})

test('a paid invoice, one that is not due, and the invoice of another therapist get no reminder', async () => {
  const { api } = therapist
  const [paid, notDue] = [await issue(day(-6)), await issue(today)]
  await pay(paid, '9500')
  const other = await app.person('therapist', 2)
  for (const [invoiceId, reason] of [
    [paid, 'paid'],
    [notDue, 'not-due'],
  ] as const) {
    expect(await api.payment.reminders({ invoiceId })).toMatchObject({ made: [], next: null, reason })
    await expect(api.payment.remind({ invoiceId, step: 1 })).rejects.toMatchObject({ code: 'NOT_REMINDABLE' })
    await expect(other.api.payment.remind({ invoiceId, step: 1 })).rejects.toMatchObject({ status: 404 })
  }
})

test('reminders are proposed the number of days of the settings after the due day, until they are made or the invoice is paid @slow', async () => {
  const own = await app.person('therapist', 3)
  const record = await connectClient(app, own, await app.person('client', 3))
  await openPractice(app, own)
  await app.db.asActor({ role: 'therapist', id: own.accountId }, ({ kysely }) =>
    kysely.updateTable('business').set({ remind_after_days: 5 }).where('therapist_id', '=', own.accountId).execute(),
  )
  const insert = (dueOn: string) =>
    insertIssuedInvoice(app, { therapistId: own.accountId, clientId: record, issuedOn: day(-30), dueOn })
  const [late, later] = [await insert(day(-5)), await insert(day(-20))]
  await insert(day(-4))
  const proposed = async () => (await own.api.payment.proposedReminders({})).items.map(({ invoiceId }) => invoiceId)
  expect((await own.api.payment.proposedReminders({})).items[0]).toMatchObject({
    invoiceId: later,
    step: 1,
    openMinor: '9500',
    currency: 'EUR',
  })
  expect(await proposed()).toEqual([later, late])
  await own.api.payment.remind({ invoiceId: later, step: 1 })
  expect(await proposed()).toEqual([late])
  await insertIssuedInvoice(app, { therapistId: own.accountId, clientId: record, issuedOn: today, corrects: late })
  expect(await proposed()).toEqual([])
})

/** Sends the waiting reminder emails like a worker, and returns all that were sent. */
async function sentReminders() {
  const rows = await app.db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely
      .selectFrom('mail')
      .select('id')
      .where('account_id', '=', client.accountId)
      .where('kind', '=', 'payment-reminder')
      .where('state', '=', 'waiting')
      .execute(),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const subject = translate('en', 'mail.payment-reminder.subject')
  return app.inbox.mails.filter((mail) => mail.subject === subject)
}

test('a reminder notifies the client once when its document exists, without amount and service @slow', async () => {
  const invoiceId = await issue(day(-6))
  const about = async () =>
    (await client.api.notification.list({})).items.filter(
      (item) => item.kind === 'payment-reminder' && item.relatedId === invoiceId,
    )
  const make = () => makeReminder(app, { invoiceId, therapistId: therapist.accountId, step: 1 })
  const before = (await sentReminders()).length
  await therapist.api.payment.remind({ invoiceId, step: 1 })
  expect(await about()).toEqual([])
  await make()
  await make()
  expect(await about()).toMatchObject([{ relatedType: 'invoice' }])
  const [mail, ...more] = (await sentReminders()).slice(before)
  expect(more).toEqual([])
  expect(mail?.text).toContain('/dashboard/client/payments')
  const written = `${mail?.subject} ${mail?.text} ${String(mail?.html)}`
  const { number } = await therapist.api.invoice.get({ id: invoiceId }).then(({ sheet }) => sheet)
  for (const hidden of [number, '95.00', '95,00', 'Psychotherapy', '€']) expect(written).not.toContain(hidden)
})

test('the email with a reminder is not sent if the invoice was paid meanwhile @slow', async () => {
  const before = (await sentReminders()).length
  const invoiceId = await issue(day(-6))
  await therapist.api.payment.remind({ invoiceId, step: 1 })
  await makeReminder(app, { invoiceId, therapistId: therapist.accountId, step: 1 })
  await pay(invoiceId, '9500')
  expect(await sentReminders()).toHaveLength(before)
})

test("a therapist's own text of a step replaces the product's in one language, until it is restored @slow", async () => {
  const { api } = therapist
  const textOf = async (language: string, step: number) =>
    (await api.payment.reminderTexts({})).items.find((one) => one.language === language && one.step === step)
  expect((await api.payment.reminderTexts({})).items).toHaveLength(12)
  const standard = (await textOf('en', 1))?.standard
  expect(standard).toBe(
    'Invoice {number} dated {day} was due on {due}, and {open} is still open. You may have overlooked it. Please pay by {payBy}.\n\n' +
      translate('en', 'invoice.page.reminderPaid'),
  )
  const own = 'Dear client,\n\ninvoice {number} of {day}: {open} was due on {due}. Thank you for paying by {payBy}.'
  await api.payment.saveReminderText({ language: 'en', step: 1, own })
  expect(await textOf('en', 1)).toEqual({ language: 'en', step: 1, own, standard })
  expect((await textOf('de', 1))?.own).toBeNull()

  const invoiceId = await issue(day(-6))
  const { text } = (await api.payment.reminders({ invoiceId })).next ?? {}
  expect(text).toMatch(
    /^Dear client,\n\ninvoice \d{4}-\d{4} of .+: €95\.00 was due on .+\. Thank you for paying by .+\.$/,
  )
  await api.payment.remind({ invoiceId, step: 1 })
  await api.payment.saveReminderText({ language: 'en', step: 1, own: null })
  expect((await textOf('en', 1))?.own).toBeNull()
  expect((await api.payment.reminders({ invoiceId: await issue(day(-6)) })).next?.text).toContain(
    'You may have overlooked it.',
  )
  // The reminder keeps the text with which it was made.
  await makeReminder(app, { invoiceId, therapistId: therapist.accountId, step: 1 })
  const [document] = await read(sql<{ bytes: Buffer }>`
    select bytes from app.invoice_document where invoice_id = ${invoiceId} and kind = 'reminder-1'`)
  const page = readPdf(document?.bytes ?? Buffer.alloc(0))
    .pages.join('\n')
    .replace(/\s+/g, ' ')
  expect(page).toContain('Dear client, invoice')
  expect(page).toContain('€95.00 was due on')
  expect(page).not.toContain('overlooked')
})

test('a text with an unknown placeholder, without words or of more than 1,000 characters is refused', async () => {
  const { api } = therapist
  for (const own of ['Pay {amount}', '  ', 'x'.repeat(1001), 'a\ufffe'])
    await expect(api.payment.saveReminderText({ language: 'en', step: 2, own })).rejects.toMatchObject({ status: 400 })
  await api.payment.saveReminderText({ language: 'en', step: 2, own: 'x'.repeat(1000) })
  const other = await app.person('therapist', 2)
  expect((await other.api.payment.reminderTexts({})).items.every((one) => one.own === null)).toBe(true)
})

test('several reminders are made together, except for invoices that are paid meanwhile', async () => {
  const { api } = therapist
  const [first, second, paid] = [await issue(day(-6)), await issue(day(-6)), await issue(day(-6))]
  await pay(paid, '9500')
  const items = [first, second, paid].map((invoiceId) => ({ invoiceId, step: 1 as const }))
  const other = await app.person('therapist', 2)
  await expect(other.api.payment.remindAll({ items })).rejects.toMatchObject({ status: 404 })
  expect((await api.payment.reminders({ invoiceId: first })).made).toEqual([])
  expect(await api.payment.remindAll({ items })).toEqual({ made: 2, unreached: 0, leftOut: 1 })
  expect(await api.payment.remindAll({ items })).toEqual({ made: 2, unreached: 0, leftOut: 1 })
  for (const invoiceId of [first, second])
    expect((await api.payment.reminders({ invoiceId })).made).toMatchObject([{ step: 1 }])
  expect((await api.payment.reminders({ invoiceId: paid })).made).toEqual([])
})

test('reminders that reach no one are counted, so that the therapist sends their documents', async () => {
  const record = await addPayingClient(app, therapist, 'Weber')
  const order = { therapistId: therapist.accountId, clientId: record, issuedOn: day(-30), dueOn: day(-6) }
  const items = [await insertIssuedInvoice(app, order), await issue(day(-6))].map((invoiceId) => ({
    invoiceId,
    step: 1 as const,
  }))
  expect(await therapist.api.payment.remindAll({ items })).toEqual({ made: 2, unreached: 1, leftOut: 0 })
})

test('an invoice with letters that PDFs cannot show gets no reminder, with the reason', async () => {
  const order = { therapistId: therapist.accountId, clientId, issuedOn: day(-30), dueOn: day(-6) }
  const invoiceId = await insertIssuedInvoice(app, { ...order, buyerName: 'タロウ' })
  const letters = { of: 'invoice', script: 'kana' }
  expect(await therapist.api.payment.reminders({ invoiceId })).toMatchObject({ next: null, reason: 'letters', letters })
  await expect(therapist.api.payment.remind({ invoiceId, step: 1 })).rejects.toMatchObject({ code: 'NOT_REMINDABLE' })
})

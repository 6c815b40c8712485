import { wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addPayingClient, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { makeInvoiceDocuments } from '../documents/documents.ts'
import { withdrawLinks } from './links.ts'
import { lockInvoiceRow } from '../invoice.rows.ts'
import { storeDocuments } from '../invoice.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)

const worker = () => ({ role: 'worker', id: therapist.accountId }) as const
const right = '20095'
/** A quarter of an hour in milliseconds. */
const quarter = 15 * 60_000
let addresses = 0

/** Issues an invoice to an organization and returns the token of the link that was emailed to it. */
async function issueToPayer() {
  const address = `office${addresses++}@hanse.test`
  const clientId = await addPayingClient(app, therapist)
  const payerId = await insertOrganization(app, therapist, clientId, { email: address })
  const { id } = await issueOf(therapist, clientId)
  await makeInvoiceDocuments(app, { invoiceId: id, therapistId: therapist.accountId })
  const rows = await app.db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely.selectFrom('mail').select('id').where('kind', 'like', 'payer-%').where('state', '=', 'waiting').execute(),
  )
  for (const mail of rows) await app.mailer.deliver({ mailId: mail.id }, { retryCount: 0, last: false })
  const mail = app.inbox.mails.findLast(({ to }) => JSON.stringify(to).includes(address))
  return { id, clientId, payerId, token: /\/invoice#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' }
}
const store = (id: string, kind: 'receipt' | 'reminder-1') =>
  app.db.asActor(worker(), (tx) => storeDocuments(tx, id, [{ kind, bytes: Buffer.from(`%PDF-${kind}`) }]))

test('after the withdrawal the link shows the invoice of that day, and neither later documents nor what was paid since @slow', async () => {
  const { id, clientId, payerId, token } = await issueToPayer()
  const browser = app.anonymous()
  const open = async () => {
    const opened = await browser.api.invoice.openLink({ token, postalCode: right })
    if (opened.needsPostalCode) throw new Error('the right postal code was refused')
    return opened.invoice
  }
  const before = await open()
  const statusOf = async (kind: string) => {
    const headers = { cookie: browser.cookies() }
    return (await fetch(`${app.address}/api/invoice-link/${before.id}/${kind}`, { headers })).status
  }
  await therapist.api.payer.withdraw({ id: clientId, payerId })
  const payment = { paidOn: '2026-10-20', method: 'cash', reference: '' } as const
  const day = wallClockOf(app.clock.now().toISOString(), 'Europe/Berlin').day
  await therapist.api.payment.record({
    id: randomUUID(),
    invoiceId: id,
    amountMinor: '9500',
    currency: 'EUR',
    ...payment,
  })
  for (const kind of ['receipt', 'reminder-1'] as const) await store(id, kind)
  expect(await open()).toEqual({ ...before, isAsIssued: true, asOf: day })
  expect(await Promise.all(['pdf', 'xml', 'receipt', 'reminder-1'].map(statusOf))).toEqual([200, 200, 404, 404])

  // With a new agreement the link shows everything again.
  const { name } = (await therapist.api.invoice.get({ id })).payer
  await therapist.api.payer.recordAgreement({ id: clientId, payerId, name, day })
  expect(await open()).toMatchObject({ isAsIssued: false, status: 'paid', openMinor: '0' })
  expect(await Promise.all(['pdf', 'receipt', 'reminder-1'].map(statusOf))).toEqual([200, 200, 200])
})

test('a receipt and a balance of before the withdrawal stay, and what happens afterwards does not show @slow', async () => {
  const { id, clientId, payerId, token } = await issueToPayer()
  const browser = app.anonymous()
  const open = async () => {
    const opened = await browser.api.invoice.openLink({ token, postalCode: right })
    if (opened.needsPostalCode) throw new Error('the right postal code was refused')
    return opened.invoice
  }
  const payment = {
    invoiceId: id,
    amountMinor: '9500',
    currency: 'EUR',
    paidOn: '2026-10-20',
    method: 'cash',
    reference: '',
  } as const
  const paymentId = randomUUID()
  await therapist.api.payment.record({ id: paymentId, ...payment })
  await store(id, 'receipt')
  const paid = await open()
  expect(paid).toMatchObject({ status: 'paid', openMinor: '0', asOf: null })
  const receipt = async () => {
    const headers = { cookie: browser.cookies() }
    return (await fetch(`${app.address}/api/invoice-link/${paid.id}/receipt`, { headers })).status
  }
  await therapist.api.payer.withdraw({ id: clientId, payerId })
  const day = wallClockOf(app.clock.now().toISOString(), 'Europe/Berlin').day
  expect(await open()).toEqual({ ...paid, isAsIssued: true, asOf: day })
  expect(await receipt()).toBe(200)
  // A withdrawn receipt is shown to no one, and a later one counts as new.
  await therapist.api.payment.reverse({ id: randomUUID(), paymentId })
  expect(await open()).toMatchObject({ status: 'paid', openMinor: '0' })
  expect(await receipt()).toBe(404)
})

test('the first opening and a withdrawal of the links at once do not deadlock, and two first openings count once', async () => {
  const { id, token } = await issueToPayer()
  // Both openings are in the same 15-minute interval.
  app.clock.advance(quarter - (app.clock.now().getTime() % quarter))
  const open = () => app.anonymous().api.invoice.openLink({ token, postalCode: right })
  let opened: Promise<unknown> = Promise.resolve()
  // Takes the locks of `withdrawLinks` in the same order, with two openings in between.
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    await lockInvoiceRow(tx, id)
    opened = Promise.all([open(), open()])
    await expect.poll(() => waitingLocks(app)).toBeGreaterThan(1)
    await withdrawLinks(tx, id, app.clock.now())
  })
  await expect(opened).resolves.toMatchObject([{ needsPostalCode: false }, { needsPostalCode: false }])
  expect((await therapist.api.invoice.links({ id })).items).toMatchObject([{ openings: 1 }])
  const { history } = await therapist.api.invoice.get({ id })
  expect(history.filter(({ kind }) => kind === 'opened')).toHaveLength(1)
})

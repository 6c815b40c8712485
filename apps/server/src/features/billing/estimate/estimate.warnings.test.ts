import { shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { businessDayAfter } from '@attune/contract/features/billing/estimate/estimate.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { addPayingClient, draftInvoice, draftLine, issueOf } from '../../../testing/records/invoices.ts'
import { scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { giveTo, openUsPractice } from './estimate.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openUsPractice(app, therapist)

const line = (priceMinor: string, serviceOn: string | null = '2026-03-02') => draftLine({ priceMinor, serviceOn })
const warned = async (clientId: string) =>
  (await therapist.api.estimate.warnings({})).items.find((item) => item.clientId === clientId) ?? null

test('the warning shows while the billed amount is $400 or more above the latest estimate @slow', async () => {
  const clientId = await addPayingClient(app, therapist, 'Excess')
  await giveTo(therapist, clientId, { lines: [{ code: '', text: 'Session', quantity: 1, priceMinor: '1' }] })
  await giveTo(therapist, clientId)
  await issueOf(therapist, clientId, [line('219999')])
  // The service of this invoice was provided outside the period of the estimate.
  await issueOf(therapist, clientId, [line('500000', '2025-12-31')])
  expect(await warned(clientId)).toBeNull()
  const draft = await draftInvoice(therapist, clientId, [line('1')])
  expect((await therapist.api.estimate.warnings({ invoiceId: draft.id })).items).toMatchObject([
    { clientId, totalMinor: '180000', billedMinor: '220000', excessMinor: '40000' },
  ])
  expect(await warned(clientId)).toBeNull()
  const { id } = await therapist.api.invoice.issue({ id: draft.id, command: randomUUID() })
  expect(await warned(clientId)).toMatchObject({ excessMinor: '40000', periodFrom: '2026-01-01' })
  await therapist.api.invoice.credit({
    id,
    command: randomUUID(),
    creditNoteId: randomUUID(),
    positions: [1],
    reason: '',
  })
  expect(await warned(clientId)).toBeNull()
})

test.each([
  ['Etc/GMT+12', 3],
  ['Pacific/Kiritimati', 4],
])('a line without a day counts on the day of the draft in the zone %s @slow', async (zone, n) => {
  const one = await app.person('therapist', n)
  await openUsPractice(app, one)
  await app.db.asActor({ role: 'therapist', id: one.accountId }, ({ kysely }) =>
    kysely.updateTable('profile').set({ zone }).where('account_id', '=', one.accountId).execute(),
  )
  const clientId = await addPayingClient(app, one)
  const today = wallClockOf(app.clock.now().toISOString(), zone).day
  await giveTo(one, clientId, { periodFrom: today, periodUntil: today })
  const { id } = await draftInvoice(one, clientId, [line('220000', null)])
  expect((await one.api.estimate.warnings({ invoiceId: id })).items).toMatchObject([{ excessMinor: '40000' }])
})

test('the warnings of a draft of another therapist are refused', async () => {
  const other = await app.person('therapist', 2)
  await openUsPractice(app, other)
  const draft = await draftInvoice(other, await addPayingClient(app, other))
  await expect(therapist.api.estimate.warnings({ invoiceId: draft.id })).rejects.toMatchObject({ status: 404 })
  expect((await other.api.estimate.warnings({})).items).toEqual([])
})

const due = async (clientId: string) =>
  (await therapist.api.estimate.overview({})).due.find((item) => item.clientId === clientId) ?? null

test('an estimate is due for a scheduled session until one covers its day, and for a request until one is given @slow', async () => {
  const clientId = await addPayingClient(app, therapist, 'Due')
  const today = wallClockOf(new Date().toISOString(), 'Europe/Berlin').day
  const sessionOn = shiftDay(today, 30)
  expect(await due(clientId)).toBeNull()
  await scheduleSessionAt(therapist, clientId, new Date(`${sessionOn}T12:00:00Z`))
  expect(await due(clientId)).toMatchObject({ sessionOn, dueOn: businessDayAfter(today, 3), isLate: false })
  await giveTo(therapist, clientId, { periodFrom: shiftDay(today, -300), periodUntil: shiftDay(sessionOn, -1) })
  expect(await due(clientId)).not.toBeNull()
  await giveTo(therapist, clientId, { periodFrom: sessionOn, periodUntil: shiftDay(sessionOn, 300) })
  expect(await due(clientId)).toBeNull()

  const asks = await addPayingClient(app, therapist, 'Asks')
  const askedOn = shiftDay(today, -20)
  await therapist.api.estimate.recordRequest({ clientId: asks, askedOn })
  await therapist.api.estimate.recordRequest({ clientId: asks, askedOn })
  expect(await due(asks)).toMatchObject({ sessionOn: null, dueOn: businessDayAfter(askedOn, 3), isLate: true })
  expect((await therapist.api.estimate.get({ clientId: asks })).requests).toEqual([askedOn])
  await giveTo(therapist, asks)
  expect([await due(asks), (await therapist.api.estimate.get({ clientId: asks })).requests]).toEqual([null, []])
  await expect(
    therapist.api.estimate.recordRequest({ clientId: asks, askedOn: shiftDay(today, 2) }),
  ).rejects.toMatchObject({ code: 'FUTURE_DAY' })
})

import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addPayingClient, draftLine, openPractice, savedDraft } from '../../../../testing/records/invoices.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { insertCompletedSession } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)
const clientId = await addPayingClient(app, therapist)

const asTherapist = (query: RawBuilder<unknown>) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => query.execute(tx.kysely))
let days = 0
/** Inserts a completed session, each on another day. */
const session = () => insertCompletedSession(app, therapist, clientId, new Date(Date.UTC(2026, 8, ++days, 9)))
const noShow = async () => {
  const id = await session()
  await asTherapist(sql`update app.session set status = 'no-show' where id = ${id}`)
  return id
}
async function draftOf(...sessionIds: string[]): Promise<InvoiceView[]> {
  const items = sessionIds.map((sessionId) => ({ sessionId, clientId }))
  const { ids } = await therapist.api.invoice.draftSessions({ command: randomUUID(), items })
  return Promise.all(ids.map((id) => therapist.api.invoice.get({ id })))
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; data?: { missing?: object[] } }) => error,
  )
const issue = ({ id }: InvoiceView) => refusalOf(therapist.api.invoice.issue({ id, command: randomUUID() }))
const plain = ({ lines }: InvoiceView) =>
  lines.map(({ position: _position, netMinor: _net, isCredited: _credited, ...line }) => line)

test('an issue names each line whose session was cancelled, deleted or attended otherwise after it was drafted @slow', async () => {
  const ids = [await session(), await session(), await session(), await session()]
  const [draft] = await draftOf(...ids)
  if (!draft) throw new Error('no draft')
  expect(draft.missing).toEqual([])
  await asTherapist(sql`update app.session set status = 'cancelled' where id = ${ids[0]}`)
  await asTherapist(sql`update app.session set deleted_at = now() where id = ${ids[1]}`)
  await asTherapist(sql`update app.session_client set attendance = 'absent' where session_id = ${ids[3]}`)
  const missing = [1, 2, 4].map((position) => ({ of: 'line', field: 'session', position }))
  expect(await issue(draft)).toMatchObject({ code: 'INCOMPLETE', data: { missing } })
  const seen = await therapist.api.invoice.get({ id: draft.id })
  expect(seen.missing).toEqual(missing)
  const kept = plain(seen).filter(({ sessionId }) => sessionId === ids[2])
  const saved = await therapist.api.invoice.saveDraft(savedDraft(seen, kept))
  expect(saved.missing).toEqual([])
  // The session that the client missed is now billable as a fee.
  expect((await therapist.api.invoice.toBill({})).items).toMatchObject([{ sessionId: ids[3], kind: 'no-show' }])
  expect(await issue(saved)).toBeNull()
  await therapist.api.invoice.waive({ sessionId: ids[3] ?? '', clientId })
})

test('an issue waits for a cancellation at the same moment, and then names the line', async () => {
  const id = await session()
  const [draft] = await draftOf(id)
  if (!draft) throw new Error('no draft')
  let issuing: Promise<unknown> = Promise.resolve()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`update app.session set status = 'cancelled' where id = ${id}`.execute(kysely)
    issuing = issue(draft)
    await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  })
  expect(await issuing).toMatchObject({ data: { missing: [{ of: 'line', field: 'session', position: 1 }] } })
})

test('a fee as damages is refused beside other lines, whichever of them the draft had first @slow', async () => {
  const [done, missed, other] = [await session(), await noShow(), await noShow()]
  const drafts = await draftOf(done, missed)
  const [service, fee] = [drafts.find(({ isFee }) => !isFee), drafts.find(({ isFee }) => isFee)]
  if (!service || !fee) throw new Error('no drafts')
  const save = async (draft: InvoiceView, ...more: ReturnType<typeof draftLine>[]) =>
    (await refusalOf(therapist.api.invoice.saveDraft(savedDraft(draft, [...plain(draft), ...more]))))?.code ?? null
  expect(await save(service, draftLine({ sessionId: other }))).toBe('FEE_APART')
  expect(await save(fee, draftLine({ sessionId: await session() }))).toBe('FEE_APART')
  expect(await save(fee, draftLine())).toBe('FEE_APART')
  const discount = draftLine({ quantityMilli: -1000, priceMinor: '500', serviceOn: null })
  expect(await save(fee, draftLine({ sessionId: other }), discount)).toBeNull()
  const issued = await therapist.api.invoice.issue({ id: fee.id, command: randomUUID() })
  expect(issued.sheet.taxes.map(({ category }) => category)).toEqual(['O'])
})

test('a fee that was drafted as a service is named at issue once fees are damages', async () => {
  const setting = (value: string) => asTherapist(sql`update app.business set cancel_fee = ${value}`)
  await setting('service')
  const [draft] = await draftOf(await session(), await noShow())
  if (!draft) throw new Error('no draft')
  expect([draft.isFee, draft.lines.length, draft.missing]).toEqual([false, 2, []])
  await setting('damages')
  expect(await issue(draft)).toMatchObject({ data: { missing: [{ of: 'line', field: 'taxRateBp', position: 2 }] } })
})

import { maxSessionsPerDraft, maxToBill } from '@attune/contract/features/billing/invoice/invoice.rules'
import { randomUUID } from 'node:crypto'
import type { Attendance } from '@attune/contract/features/schedule/session/session.rules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addPayingClient, openPractice, savedDraft } from '../../../../testing/records/invoices.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import type { Person } from '../../../../testing/people.ts'

const app = await startSharedApp({ worker: false })

type Session = {
  clients: string[]
  status?: 'completed' | 'no-show' | 'cancelled' | 'confirmed'
  format?: 'video' | 'phone'
  therapyType?: 'individual' | 'couples' | 'group'
  lateCancel?: boolean
  attendance?: Readonly<Record<string, Attendance>>
}

let hours = 0
/** Inserts a past session of 50 minutes, each at a different time. Returns its id. */
async function insertSession(therapist: Person, put: Session): Promise<string> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  const starts = new Date(Date.UTC(2026, 9, 1, 8) + ++hours * 3_600_000)
  const times = { starts_at: starts.toISOString(), ends_at: new Date(starts.getTime() + 3_000_000).toISOString() }
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    await kysely
      .insertInto('session')
      .values({
        id,
        therapist_id,
        ...times,
        format: put.format ?? 'video',
        status: put.status ?? 'completed',
        therapy_type: put.therapyType ?? 'individual',
      })
      .execute()
    await kysely
      .insertInto('session_client')
      .values(
        put.clients.map((client_id) => ({
          therapist_id,
          session_id: id,
          client_id,
          starts_at: times.starts_at,
          answer: 'accepted' as const,
          attendance: put.attendance?.[client_id] ?? null,
        })),
      )
      .execute()
    if (put.lateCancel)
      await kysely.updateTable('session_client').set({ late_cancel: true }).where('session_id', '=', id).execute()
  })
  return id
}

async function openTherapist(n: number, changes = {}) {
  const therapist = await app.person('therapist', n)
  await openPractice(app, therapist, changes)
  return therapist
}

const toBill = async (therapist: Person) => (await therapist.api.invoice.toBill({})).items
const draftAll = async (therapist: Person, command = randomUUID()) => {
  const items = (await toBill(therapist)).map(({ sessionId, clientId }) => ({ sessionId, clientId }))
  const { ids } = await therapist.api.invoice.draftSessions({ command, items })
  return Promise.all(ids.map((id) => therapist.api.invoice.get({ id })))
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )

test('completed sessions, no-shows and late cancellations are listed by client, each with its price @slow', async () => {
  const therapist = await openTherapist(1)
  const [ana, ben] = [await addPayingClient(app, therapist, 'Alt'), await addPayingClient(app, therapist, 'Neu')]
  const done = await insertSession(therapist, { clients: [ana] })
  const missed = await insertSession(therapist, { clients: [ana], status: 'no-show' })
  const late = await insertSession(therapist, { clients: [ben], status: 'cancelled', lateCancel: true })
  const phone = await insertSession(therapist, { clients: [ben], format: 'phone' })
  const group = await insertSession(therapist, {
    clients: [ana, ben],
    therapyType: 'group',
    attendance: { [ben]: 'absent' },
  })
  await insertSession(therapist, { clients: [ana], status: 'cancelled' })
  await insertSession(therapist, { clients: [ana], status: 'confirmed' })
  const items = await toBill(therapist)
  expect(items.map(({ sessionId, clientId, kind, priceMinor }) => [sessionId, clientId, kind, priceMinor])).toEqual([
    [done, ana, 'completed', '9500'],
    [missed, ana, 'no-show', '9500'],
    [group, ana, 'completed', '9500'],
    [late, ben, 'late-cancel', '9500'],
    [phone, ben, 'completed', null],
    [group, ben, 'no-show', '9500'],
  ])
  expect(items[0]).toMatchObject({ code: '870', text: 'Psychotherapie', minutes: 50, payerAgreed: true, with: [] })
  expect(items[1]).toMatchObject({ code: '', text: 'Ausfallhonorar für eine versäumte Sitzung' })
  const item = { sessionId: late, clientId: ben }
  await therapist.api.invoice.waive(item)
  await therapist.api.invoice.waive(item)
  expect((await toBill(therapist)).map(({ sessionId }) => sessionId)).not.toContain(late)
  expect(await codeOf(therapist.api.invoice.draftSessions({ command: randomUUID(), items: [item] }))).toBe(
    'NOT_BILLABLE',
  )
  await therapist.api.invoice.unwaive(item)
  expect(await toBill(therapist)).toEqual(items)
})

test('who came late is billed as agreed, and who is excused is not billed, whatever the outcome of the session', async () => {
  const therapist = await openTherapist(21)
  const clients = [await addPayingClient(app, therapist, 'Alt'), await addPayingClient(app, therapist, 'Neu')]
  const [ana = '', ben = ''] = clients
  const attendance = { [ana]: 'late', [ben]: 'excused' } as const
  const held = await insertSession(therapist, { clients, therapyType: 'group', attendance })
  await insertSession(therapist, { clients: [ben], status: 'no-show', attendance: { [ben]: 'excused' } })
  const items = await toBill(therapist)
  expect(items.map(({ sessionId, clientId, kind }) => [sessionId, clientId, kind])).toEqual([[held, ana, 'completed']])
})

test('each client gets one draft, and fees that are damages get one of their own @slow', async () => {
  const therapist = await openTherapist(2)
  const [ana, ben] = [await addPayingClient(app, therapist, 'Alt'), await addPayingClient(app, therapist, 'Neu')]
  for (const clients of [[ana], [ana], [ben]]) await insertSession(therapist, { clients })
  await insertSession(therapist, { clients: [ana], status: 'no-show' })
  const items = (await toBill(therapist)).map(({ sessionId, clientId }) => ({ sessionId, clientId }))
  const command = randomUUID()
  const both = await Promise.all([1, 2].map(() => therapist.api.invoice.draftSessions({ command, items })))
  expect(both[0]).toEqual(both[1])
  const drafts = await Promise.all((both[0]?.ids ?? []).map((id) => therapist.api.invoice.get({ id })))
  const facts = drafts.map(({ clientId, isFee, lines, sheet }) => [
    clientId,
    isFee,
    lines.length,
    sheet.taxes[0]?.category,
  ])
  expect(facts.toSorted()).toEqual(
    [
      [ana, false, 2, 'E'],
      [ana, true, 1, 'O'],
      [ben, false, 1, 'E'],
    ].toSorted(),
  )
  expect(await toBill(therapist)).toEqual([])
  expect(await codeOf(therapist.api.invoice.draftSessions({ command: randomUUID(), items }))).toBe('NOT_BILLABLE')
  const fee = drafts.find(({ isFee }) => isFee)
  const issued = await therapist.api.invoice.issue({ id: fee?.id ?? '', command: randomUUID() })
  expect(issued.sheet.taxes).toMatchObject([
    { category: 'O', rateBp: 0, reason: 'Schadensersatz, nicht umsatzsteuerbar' },
  ])
  const taxed = await openTherapist(3, { cancel_fee: 'service' })
  const one = await addPayingClient(app, taxed)
  await insertSession(taxed, { clients: [one] })
  await insertSession(taxed, { clients: [one], status: 'no-show' })
  expect((await draftAll(taxed)).map(({ isFee, lines }) => [isFee, lines.length])).toEqual([[false, 2]])
})

test('a session that leaves a draft, or whose line is credited, can be billed again, and no other @slow', async () => {
  const therapist = await openTherapist(4)
  const ana = await addPayingClient(app, therapist)
  const sessions = [
    await insertSession(therapist, { clients: [ana] }),
    await insertSession(therapist, { clients: [ana] }),
  ]
  const [draft] = await draftAll(therapist)
  if (!draft) throw new Error('no draft')
  const kept = draft.lines.filter(({ sessionId }) => sessionId === sessions[0])
  const lines = kept.map(({ position: _p, netMinor: _n, isCredited: _c, ...line }) => line)
  const saved = await therapist.api.invoice.saveDraft(savedDraft(draft, lines))
  const open = async () => (await toBill(therapist)).map(({ sessionId }) => sessionId)
  expect(await open()).toEqual([sessions[1]])
  const twice = savedDraft(saved, [...lines, ...lines])
  expect(await codeOf(therapist.api.invoice.saveDraft(twice))).toBe('NOT_BILLABLE')
  const foreign = savedDraft(
    saved,
    lines.map((line) => ({ ...line, sessionId: randomUUID() })),
  )
  expect(await codeOf(therapist.api.invoice.saveDraft(foreign))).toBe('NOT_FOUND')
  const both = savedDraft(saved, [...lines, ...lines.map((line) => ({ ...line, sessionId: sessions[1] ?? null }))])
  await therapist.api.invoice.saveDraft(both)
  expect(await open()).toEqual([])
  await therapist.api.invoice.issue({ id: draft.id, command: randomUUID() })
  const credit = { id: draft.id, command: randomUUID(), creditNoteId: randomUUID(), positions: [2], reason: '' }
  await therapist.api.invoice.credit(credit)
  expect(await open()).toEqual([sessions[1]])
  const correct = { id: draft.id, command: randomUUID(), creditNoteId: randomUUID(), draftId: randomUUID() }
  expect((await therapist.api.invoice.correct(correct)).lines).toMatchObject([
    { sessionId: sessions[0], isCredited: false },
  ])
  expect(await open()).toEqual([sessions[1]])
  await therapist.api.invoice.removeDraft({ id: correct.draftId })
  expect(await open()).toEqual(sessions)
})

test('the shares of a couple add up to the price, and one of them can pay everything @slow', async () => {
  const therapist = await openTherapist(5)
  const [leo, mia] = [await addPayingClient(app, therapist, 'Brandt'), await addPayingClient(app, therapist, 'Brandt')]
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    sql`update app.service set price_minor = 16001 where therapist_id = ${therapist.accountId}`.execute(tx.kysely),
  )
  const couple = { clients: [leo, mia], therapyType: 'couples' as const }
  await insertSession(therapist, couple)
  const shares = (await toBill(therapist)).map(({ priceMinor }) => Number(priceMinor))
  expect(shares.toSorted()).toEqual([8000, 8001])
  expect((await draftAll(therapist)).map(({ clientId }) => clientId).toSorted()).toEqual([leo, mia].toSorted())
  await therapist.api.payer.saveSplit({ id: leo, withId: mia, rule: 'one', amountMinor: null })
  await insertSession(therapist, couple)
  expect((await toBill(therapist)).map(({ clientId, priceMinor }) => [clientId, priceMinor])).toEqual([[leo, '16001']])
  expect((await draftAll(therapist)).map(({ clientId }) => clientId)).toEqual([leo])
  await therapist.api.payer.saveSplit({ id: leo, withId: mia, rule: 'even', amountMinor: null })
  // The other client's share is billed to the client who pays everything.
  expect(await toBill(therapist)).toEqual([])
})

test('the second bill of a couple has the rest of the price that the first one shared, whatever has changed since @slow', async () => {
  const therapist = await openTherapist(8)
  const [leo, mia] = [await addPayingClient(app, therapist, 'Brandt'), await addPayingClient(app, therapist, 'Brandt')]
  const couple = { clients: [leo, mia], therapyType: 'couples' as const }
  const split = (amountMinor: string) =>
    therapist.api.payer.saveSplit({ id: leo, withId: mia, rule: 'one-amount', amountMinor })
  const price = (minor: number) =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      sql`update app.service set price_minor = ${minor} where therapist_id = ${therapist.accountId}`.execute(tx.kysely),
    )
  const bill = async (sessionId: string, clientId: string) => {
    const items = [{ sessionId, clientId }]
    const { ids } = await therapist.api.invoice.draftSessions({ command: randomUUID(), items })
    return therapist.api.invoice.get({ id: ids[0] ?? '' })
  }
  await price(16_001)
  const id = await insertSession(therapist, couple)
  await split('5000')
  const first = await bill(id, mia)
  expect(first.sheet.netMinor).toBe('11001')
  await split('9000')
  await price(20_000)
  expect(await toBill(therapist)).toMatchObject([{ clientId: leo, priceMinor: '5000' }])
  expect((await bill(id, leo)).sheet.netMinor).toBe('5000')
  // A corrected invoice keeps the share of the client.
  await therapist.api.invoice.issue({ id: first.id, command: randomUUID() })
  const correct = { id: first.id, command: randomUUID(), creditNoteId: randomUUID(), draftId: randomUUID() }
  expect((await therapist.api.invoice.correct(correct)).sheet.netMinor).toBe('11001')
  // For a session that was not billed before, today's rule and price apply.
  const other = await insertSession(therapist, couple)
  expect((await bill(other, leo)).sheet.netMinor).toBe('9000')
  for (let round = 0; round < 5; round++) {
    const raced = await insertSession(therapist, couple)
    const [one, , second] = await Promise.all([bill(raced, leo), split(String(1000 + round)), bill(raced, mia)])
    expect(Number(one.sheet.netMinor) + Number(second.sheet.netMinor)).toBe(20_000)
  }
})

test('a session that is drafted and waived at the same moment is either billed or waived @slow', async () => {
  const therapist = await openTherapist(6)
  const clientId = await addPayingClient(app, therapist)
  const asTherapist = app.db.asActor.bind(null, { role: 'therapist', id: therapist.accountId })
  const item = { session_id: '', client_id: clientId, therapist_id: therapist.accountId }
  const draft = () => codeOf(therapist.api.invoice.draftSessions({ command: randomUUID(), items: [sent()] }))
  const waive = () => codeOf(therapist.api.invoice.waive(sent()))
  const sent = () => ({ sessionId: item.session_id, clientId })
  /** Keeps one change uncommitted until the other waits for it. */
  const during = async (table: 'session_billed' | 'session_waived', other: () => Promise<string | null>) => {
    item.session_id = await insertSession(therapist, { clients: [clientId] })
    const empty = await therapist.api.invoice.create({ id: randomUUID(), clientId })
    let answer: Promise<string | null> = Promise.resolve(null)
    await asTherapist(async ({ kysely }) => {
      if (table === 'session_waived') await kysely.insertInto(table).values(item).execute()
      else
        await kysely
          .insertInto(table)
          .values({ ...item, invoice_id: empty.id, kind: 'completed' })
          .execute()
      answer = other()
      await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
    })
    return answer
  }
  expect(await during('session_waived', draft)).toBe('NOT_BILLABLE')
  expect(await during('session_billed', waive)).toBe('NOT_BILLABLE')
  for (let round = 0; round < 5; round++) {
    item.session_id = await insertSession(therapist, { clients: [clientId] })
    expect((await Promise.all([draft(), waive()])).toSorted()).toEqual(['NOT_BILLABLE', null])
  }
})

test('of more sessions than the list shows, the latest stay, and the list says that there are earlier ones @slow', async () => {
  const therapist = await openTherapist(7)
  const [first, last] = [await addPayingClient(app, therapist, 'Zander'), await addPayingClient(app, therapist, 'Abel')]
  const newest = await insertSession(therapist, { clients: [first] })
  const insertEarlier = (count: number, before: string, clientId = last) =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
      sql`
        with made as (
          insert into app.session (id, therapist_id, starts_at, ends_at, format, status, therapy_type)
          select gen_random_uuid(), ${therapist.accountId}, t, t + interval '50 minutes', 'video', 'completed', 'individual'
          from generate_series(1, ${count}::int) n cross join lateral (select ${before}::timestamptz - n * interval '1 hour' as t) m
          returning id, therapist_id, starts_at)
        insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
        select therapist_id, id, ${clientId}, starts_at, 'accepted' from made`.execute(kysely),
    )
  await insertEarlier(maxToBill - 1, '2025-06-01T00:00:00Z')
  const all = await therapist.api.invoice.toBill({})
  expect([all.items.length, all.more]).toEqual([maxToBill, false])
  await insertEarlier(1, '2020-01-01T00:00:00Z')
  const cut = await therapist.api.invoice.toBill({})
  expect(cut.more).toBe(true)
  expect(cut.items).toEqual(all.items)
  expect(cut.items.at(-1)).toMatchObject({ sessionId: newest, clientId: first })
  // A month in the therapist's zone contains all its sessions, even those that the general list omits.
  const january = await therapist.api.invoice.toBill({ month: '2020-01' })
  expect([january.items.map(({ serviceOn }) => serviceOn), january.more]).toEqual([['2020-01-01'], false])
  expect((await therapist.api.invoice.toBill({ month: '2019-12' })).items).toEqual([])
  // The list of one client includes sessions that the general list omits, up to the maximum of one call.
  await insertEarlier(1, '2019-01-01T12:00:00Z', first)
  expect((await therapist.api.invoice.toBill({})).items).toEqual(all.items)
  const ofFirst = await therapist.api.invoice.toBill({ clientId: first })
  expect([ofFirst.items.map(({ serviceOn }) => serviceOn), ofFirst.more]).toEqual([
    ['2019-01-01', cut.items.at(-1)?.serviceOn],
    false,
  ])
  const ofLast = await therapist.api.invoice.toBill({ clientId: last })
  expect([ofLast.items.length, ofLast.more]).toEqual([maxSessionsPerDraft, true])
  const stranger = await openTherapist(8)
  expect(await stranger.api.invoice.toBill({ clientId: first })).toEqual({ items: [], more: false })
})

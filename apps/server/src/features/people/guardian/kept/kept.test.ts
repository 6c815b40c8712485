import { utcDay } from '@attune/contract/common/time/time.testing'
import { todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { addPayingClient, issueOf, draftLine, openPractice } from '../../../../testing/records/invoices.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { insertCompletedSession, insertJointSession, insertSession } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [therapist, mother] = [await app.person('therapist'), await app.person('client')]
await openPractice(app, therapist)
const { guardian, invoice } = therapist.api

async function guardedClient() {
  const clientId = await addPayingClient(app, therapist)
  await insertGuardian(app, { therapistId: therapist.accountId, clientId, account: mother })
  return clientId
}
const clientId = await guardedClient()
let days = 0
/** Inserts a completed session, on a different day each time. */
const session = (of = clientId) => insertCompletedSession(app, therapist, of, new Date(Date.UTC(2026, 2, ++days, 9)))
const bill = (sessionId: string, of = clientId) => issueOf(therapist, of, [draftLine({ sessionId })])
const codeOf = (call: Promise<unknown>) => call.then(String, (error: { code: string }) => error.code)

/** The sessions and invoices that the mother can see of a client, as row security shows them. */
const seenOf = (of: string) =>
  app.db.asActor({ role: 'guardian', id: mother.accountId, actingFor: of }, async (tx) => {
    const { rows } = await sql<{ id: string }>`select session_id as id from app.session_client`.execute(tx.kysely)
    return rows.map(({ id }) => id)
  })

test('a kept session is invisible to a guardian until it is shown again', async () => {
  const [kept, other] = [await session(), await session()]
  expect(await seenOf(clientId)).toEqual(expect.arrayContaining([kept, other]))
  const after = await guardian.keepSession({ id: kept, clientId, isKept: true })
  expect(after.participants).toEqual([{ clientId, firstName: 'Ana', isKept: true }])
  const seen = await seenOf(clientId)
  expect(seen).toContain(other)
  expect(seen).not.toContain(kept)
  await guardian.keepSession({ id: kept, clientId, isKept: false })
  expect(await seenOf(clientId)).toContain(kept)
})

test('a joint session is kept for one participant alone', async () => {
  const sibling = await guardedClient()
  const id = await insertJointSession(app, therapist, [clientId, sibling], new Date(Date.UTC(2026, 3, 1, 9)))
  await guardian.keepSession({ id, clientId: sibling, isKept: true })
  expect(await seenOf(clientId)).toContain(id)
  expect(await seenOf(sibling)).not.toContain(id)
})

test('with the later ones, all later sessions of the series are kept, and one that extends the series', async () => {
  const startsAt = (week: number) => new Date(Date.UTC(2026, 5, 1 + 7 * week, 9)).toISOString()
  const { rows } = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    sql<{ id: string }>`
      insert into app.series (id, therapist_id, kind, repeat, zone, first_day, time, duration_minutes, template, laid_out_until)
      values (gen_random_uuid(), ${therapist.accountId}, 'session', '{}', 'UTC', '2026-06-01', '09:00', 50, '{}', '2026-06-29')
      returning id`.execute(tx.kysely),
  )
  const seriesId = rows[0]?.id ?? ''
  const add = (week: number) =>
    insertSession(app, therapist, clientId, {
      status: 'confirmed',
      startsAt: startsAt(week),
      series: { id: seriesId, day: utcDay(startsAt(week)), anyway: true },
    })
  const ids = [await add(0), await add(1), await add(2)]
  await guardian.keepSession({ id: ids[1] ?? '', clientId, isKept: true, withLater: true })
  ids.push(await add(3))
  const seen = await seenOf(clientId)
  expect(ids.map((id) => seen.includes(id))).toEqual([true, false, false, false])
})

test('the invoices of a kept session are kept with it, also those that are issued later, and come back with it @slow', async () => {
  const [earlier, later] = [await session(), await session()]
  const first = await bill(earlier)
  expect(await guardian.keptInvoice({ id: first.id })).toEqual({ isOffered: true, isKept: false, billsKept: false })
  const { invoices } = await guardian.keepSession({ id: earlier, clientId, isKept: true })
  expect(invoices).toEqual([{ id: first.id, number: first.sheet.number }])
  await guardian.keepSession({ id: later, clientId, isKept: true })
  const second = await bill(later)
  for (const { id } of [first, second])
    expect(await guardian.keptInvoice({ id })).toEqual({ isOffered: true, isKept: false, billsKept: true })
  await guardian.keepSession({ id: earlier, clientId, isKept: false })
  expect(await guardian.keptInvoice({ id: first.id })).toMatchObject({ billsKept: false })
  expect(await guardian.keptInvoice({ id: second.id })).toMatchObject({ billsKept: true })
})

test('a kept invoice is kept with its credit note and its replacement @slow', async () => {
  const { id } = await bill(await session())
  expect(await guardian.keepInvoice({ id, isKept: true })).toEqual({ isOffered: true, isKept: true, billsKept: false })
  const [creditNoteId, draftId] = [randomUUID(), randomUUID()]
  await invoice.correct({ id, command: randomUUID(), creditNoteId, draftId })
  await invoice.issue({ id: draftId, command: randomUUID() })
  for (const one of [creditNoteId, draftId])
    expect(await guardian.keptInvoice({ id: one })).toMatchObject({ isKept: true })
  await guardian.keepInvoice({ id: creditNoteId, isKept: false })
  expect(await guardian.keptInvoice({ id })).toMatchObject({ isKept: false })
  expect(await guardian.keptInvoice({ id: draftId })).toMatchObject({ isKept: true })
})

test('a credit note of an invoice with a kept session is kept, too', async () => {
  const id = await session()
  const issued = await bill(id)
  await guardian.keepSession({ id, clientId, isKept: true })
  const creditNoteId = randomUUID()
  await invoice.credit({ id: issued.id, command: randomUUID(), creditNoteId, positions: [1], reason: '' })
  expect(await guardian.keptInvoice({ id: creditNoteId })).toMatchObject({ billsKept: true })
  await guardian.keepSession({ id, clientId, isKept: false })
  expect(await guardian.keptInvoice({ id: creditNoteId })).toMatchObject({ billsKept: false })
})

test('nothing is offered for an adult without a guardian, and for an invoice that an insurer pays', async () => {
  const adult = await addPayingClient(app, therapist)
  const id = await session(adult)
  expect(await guardian.keptSession({ id })).toEqual({ participants: [], invoices: [] })
  const issued = await bill(id, adult)
  expect(await guardian.keptInvoice({ id: issued.id })).toMatchObject({ isOffered: false })
  const payerId = await insertOrganization(app, therapist, clientId, { email: null })
  const insured = await insertIssuedInvoice(app, {
    therapistId: therapist.accountId,
    clientId,
    issuedOn: '2026-05-05',
    payerId,
  })
  expect(await guardian.keptInvoice({ id: insured })).toMatchObject({ isOffered: false })
})

test('a minor without a guardian can have kept sessions', async () => {
  const minor = await addPayingClient(app, therapist)
  const birthDate = `${Number(todayIn('Europe/Berlin', app.clock.now()).slice(0, 4)) - 15}-01-01`
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    sql`update app.client set date_of_birth = ${birthDate} where id = ${minor}`.execute(tx.kysely),
  )
  const id = await session(minor)
  expect((await guardian.keptSession({ id })).participants).toMatchObject([{ clientId: minor, isKept: false }])
})

test("another therapist's session and invoice, and a client who does not take part, are not found", async () => {
  const stranger = await app.person('therapist', 2)
  const id = await session()
  const issued = await bill(id)
  const { guardian: foreign } = stranger.api
  expect(await codeOf(foreign.keepSession({ id, clientId, isKept: true }))).toBe('NOT_FOUND')
  expect(await codeOf(foreign.keepInvoice({ id: issued.id, isKept: true }))).toBe('NOT_FOUND')
  expect(await codeOf(guardian.keepSession({ id, clientId: randomUUID(), isKept: true }))).toBe('NOT_FOUND')
  expect(await seenOf(clientId)).toContain(id)
})

test('keeping and showing are in the audit log', async () => {
  const id = await session()
  await guardian.keepSession({ id, clientId, isKept: true })
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select action, thing, after from app.audit where thing_id = '${id}'`,
  )
  expect(rows).toEqual([{ action: 'keep-from-guardians', thing: 'session', after: { isKept: true, withLater: false } }])
})

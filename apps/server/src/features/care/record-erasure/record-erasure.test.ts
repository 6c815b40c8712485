import { todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runCleanups } from '../../../jobs.ts'
import { hashOfErased, readLedger } from '../../../platform/erasures/ledger.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { editClientRecord, minimalClient } from '../../../testing/records/clients.ts'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import { draftInvoice, insertOwnPayer, openPractice } from '../../../testing/records/invoices.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { insertTask } from '../../../testing/records/tasks.ts'
import { addFullRecord, erase, tablesWith } from './record-erasure.testing.ts'

const app = await startSharedApp({ worker: false })
const day = 24 * 3_600_000
let people = 0
const openTherapist = () => app.person('therapist', ++people)
async function openPair() {
  const therapist = await openTherapist()
  const client = await app.person('client', people)
  return { therapist, client, clientId: await connectClient(app, therapist, client) }
}
const read = <Row extends Record<string, unknown>>(text: string) => queryAsRole<Row>('backup', app.databaseUrl, text)
const audited = (clientId: string) =>
  read(`select action, thing, actor_role as role from app.audit where thing_id = '${clientId}' and action = 'erase'`)
const ledgerState = (clientId: string) =>
  readLedger(app.config.secretsDir)?.erased.get(hashOfErased(app.secrets, { kind: 'record', id: clientId }))?.state

test('a record is erased with its sessions, notes, messages, documents and files, once @slow', async () => {
  const therapist = await openTherapist()
  const size = { sessions: 2, messages: 3, documents: 2 }
  const erased = await addFullRecord(app, therapist, 'gonefully', size)
  const kept = await addFullRecord(app, therapist, 'staysfully', { sessions: 1 })
  const before = await tablesWith(app, 'staysfully')
  expect(await erase(app, therapist, erased.clientId)).toEqual({
    sessions: 2,
    notes: 2,
    messages: 3,
    documents: 2,
    files: 2,
    keptInvoices: 0,
  })
  expect(await tablesWith(app, 'gonefully')).toEqual({})
  expect(await tablesWith(app, 'staysfully')).toEqual(before)
  expect(await read(`select from app.client where id = '${erased.clientId}'`)).toEqual([])
  expect(await erase(app, therapist, erased.clientId)).toBeNull()
  expect(await audited(erased.clientId)).toEqual([{ action: 'erase', thing: 'record', role: 'product' }])
  expect(ledgerState(erased.clientId)).toBe('done')
  expect(ledgerState(kept.clientId)).toBeUndefined()
  const files = await read<{ id: string }>(`select file_id as id from app.file_gone`)
  expect(files.map(({ id }) => id)).toEqual(expect.arrayContaining(erased.fileIds))
})

test('a record whose client is connected is not erased @slow', async () => {
  const { therapist, client, clientId } = await openPair()
  await expect(erase(app, therapist, clientId)).rejects.toMatchObject({ code: 'CONNECTED' })
  expect((await therapist.api.client.get({ id: clientId })).lastName).toBe(client.lastName)
  expect(await audited(clientId)).toEqual([])
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await erase(app, therapist, clientId)).not.toBeNull()
})

test('a record with a legal hold is not erased until the hold ends @slow', async () => {
  const therapist = await openTherapist()
  const { clientId } = await addFullRecord(app, therapist, 'heldrecord')
  const hold = { id: randomUUID(), clientId }
  await therapist.api.recordRetention.placeHold({ ...hold, reason: 'heldrecord: a court' })
  await expect(erase(app, therapist, clientId)).rejects.toMatchObject({ code: 'HELD' })
  expect(ledgerState(clientId)).toBeUndefined()
  await therapist.api.recordRetention.endHold(hold)
  expect(await erase(app, therapist, clientId)).not.toBeNull()
  expect(await tablesWith(app, 'heldrecord')).toEqual({})
})

test('an erasure that begins while a hold is placed waits for it, and is refused', async () => {
  const therapist = await openTherapist()
  const { clientId } = await addFullRecord(app, therapist, 'raceone')
  const [locked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const placing = app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ run }) => {
    await run('select def.lock_record_to_hold($1)', [clientId])
    locked.resolve()
    await goOn.promise
    await run(
      `insert into app.record_hold (id, therapist_id, client_id, reason, placed_at, until_on) values ($1, $2, $3, 'a court', now(), current_date + 365)`,
      [randomUUID(), therapist.accountId, clientId],
    )
  })
  await locked.promise
  const erasing = erase(app, therapist, clientId).catch((error: unknown) => error)
  await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  goOn.resolve()
  await placing
  expect(await erasing).toMatchObject({ code: 'HELD' })
})

test.each(['without invoices', 'with an invoice that stays'])(
  'a hold that is placed while a record %s is erased finds no record @slow',
  async (kind) => {
    const therapist = await openTherapist()
    const { clientId } = await addFullRecord(app, therapist, 'racetwo')
    if (kind !== 'without invoices') {
      await openPractice(app, therapist)
      await insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn: today() })
    }
    const [erased, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const erasing = app.db.asActor({ role: 'worker', id: therapist.accountId }, async ({ run }) => {
      await run('select * from def.erase_record($1, now())', [clientId])
      erased.resolve()
      await goOn.promise
    })
    await erased.promise
    const placing = therapist.api.recordRetention
      .placeHold({ id: randomUUID(), clientId, reason: 'a court' })
      .catch((error: unknown) => error)
    await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
    goOn.resolve()
    await erasing
    expect(await placing).toMatchObject({ code: 'NOT_FOUND' })
  },
)

const today = () => todayIn('Europe/Berlin', app.clock.now())
const yearsAgo = (years: number) => `${Number(today().slice(0, 4)) - years}-03-02`

test('an issued invoice keeps an emptied record that nobody sees, and both are gone when its period ends @slow', async () => {
  const therapist = await openTherapist()
  await openPractice(app, therapist)
  const { clientId, sessionIds } = await addFullRecord(app, therapist, 'billedrecord')
  const payerId = await insertOwnPayer(app, therapist, clientId)
  const order = { therapistId: therapist.accountId, clientId, payerId, issuedOn: today(), buyerName: 'Printed name' }
  const invoiceId = await insertIssuedInvoice(app, order)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run(
      `insert into app.session_billed (therapist_id, invoice_id, session_id, client_id, kind) values ($1, $2, $3, $4, 'completed')`,
      [therapist.accountId, invoiceId, sessionIds[0], clientId],
    ),
  )
  await draftInvoice(therapist, clientId)
  const { items: before } = await therapist.api.client.list({ limit: 50 })
  expect(await erase(app, therapist, clientId)).toMatchObject({ keptInvoices: 1, sessions: 0, documents: 1 })

  expect(await tablesWith(app, 'billedrecord')).toEqual({})
  const { items: after } = await therapist.api.client.list({ limit: 50 })
  expect(before.length - after.length).toBe(1)
  await expect(therapist.api.client.get({ id: clientId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(therapist.api.recordRetention.ofClient({ clientId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await therapist.api.invoice.get({ id: invoiceId })).status).not.toBe('draft')
  const { items } = await therapist.api.invoice.list({ filter: 'all', limit: 50 })
  expect(items).toMatchObject([{ id: invoiceId, payerName: 'Printed name', clientName: '' }])
  expect(await erase(app, therapist, clientId)).toBeNull()

  await runCleanups(app)
  expect(await read(`select from app.client where id = '${clientId}'`)).toHaveLength(1)
  await endRetention(invoiceId)
  await runCleanups(app)
  expect(await read(`select from app.invoice where id = '${invoiceId}'`)).toEqual([])
  expect(await read(`select from app.session where id = '${sessionIds[0]}'`)).toEqual([])
  expect(await read(`select from app.client where id = '${clientId}'`)).toEqual([])
  expect(await audited(clientId)).toHaveLength(1)
})

test('an invoice whose period has ended is erased with its record @slow', async () => {
  const therapist = await openTherapist()
  await openPractice(app, therapist)
  const { clientId } = await addFullRecord(app, therapist, 'longago')
  const invoiceId = await insertIssuedInvoice(app, {
    therapistId: therapist.accountId,
    clientId,
    issuedOn: yearsAgo(15),
  })
  expect(await erase(app, therapist, clientId)).toMatchObject({ keptInvoices: 0 })
  expect(await read(`select from app.invoice where id = '${invoiceId}'`)).toEqual([])
  expect(await read(`select from app.client where id = '${clientId}'`)).toEqual([])
})

test('a session with others stays for them, without the note about the erased client @slow', async () => {
  const therapist = await openTherapist()
  const [gone, stays] = [
    await addFullRecord(app, therapist, 'couplegone'),
    await addFullRecord(app, therapist, 'couplestays'),
  ]
  const sessionId = await insertCompletedSession(
    app,
    therapist,
    gone.clientId,
    new Date(app.clock.now().getTime() - 40 * day),
  )
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run(
      `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
       select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
      [sessionId, stays.clientId],
    ),
  )
  await therapist.api.note.save({ sessionId, clientId: gone.clientId, text: 'couplegone in two', version: 0 })
  await therapist.api.note.save({ sessionId, clientId: stays.clientId, text: 'couplestays in two', version: 0 })
  await therapist.api.note.save({ sessionId, text: 'Both argued', version: 0 })
  await insertTask(app, therapist, gone.clientId, { text: 'couplegone task' })
  await insertTask(app, therapist, stays.clientId, { text: 'couplestays task' })
  const before = await tablesWith(app, 'couplestays')
  expect(await erase(app, therapist, gone.clientId)).toMatchObject({ sessions: 1, notes: 2 })
  expect(await tablesWith(app, 'couplegone')).toEqual({})
  expect(await tablesWith(app, 'couplestays')).toEqual(before)
  expect(await read(`select client_id as id from app.session_client where session_id = '${sessionId}'`)).toEqual([
    { id: stays.clientId },
  ])
  expect(
    await read(`select text from app.session_note where session_id = '${sessionId}' and client_id is null`),
  ).toEqual([{ text: 'Both argued' }])
})

test('the account of a client who was connected keeps its journal, and the entry loses the comment of the therapist @slow', async () => {
  const { therapist, client, clientId } = await openPair()
  const entryId = await createSharedEntry(client, therapist)
  await therapist.api.journal.addComment({ id: randomUUID(), entryId, text: 'commentgone' })
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  const before = await ownRows(client.accountId)
  expect(await erase(app, therapist, clientId)).not.toBeNull()
  expect(await ownRows(client.accountId)).toEqual(before)
  expect(await tablesWith(app, 'commentgone')).toEqual({})
  expect((await client.api.journal.get({ id: entryId })).id).toBe(entryId)
})

/** Returns the rows of an account in the tables that belong to it. */
async function ownRows(accountId: string) {
  const rows: unknown[] = []
  for (const table of ['profile', 'journal_entry', 'journal_file', 'journal_setting', 'safety_plan', 'access'])
    rows.push(...(await read(`select t::text as row from app.${table} t where account_id = '${accountId}' order by 1`)))
  return rows
}

test('a record that is found to be the same person as another is erased alone @slow', async () => {
  const therapist = await openTherapist()
  const { clientId } = await addFullRecord(app, therapist, 'sameperson')
  const other = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: other, invite: false })
  await editClientRecord(therapist, other, { address: 'Own address' })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run('update app.client set same_as = $2 where id = $1', [other, clientId]),
  )
  expect(await erase(app, therapist, clientId)).not.toBeNull()
  expect(await read(`select address, same_as from app.client where id = '${other}'`)).toEqual([
    { address: 'Own address', same_as: null },
  ])
})

test('proofs of consent and signed plans of a record that is not erased can’t be deleted @slow', async () => {
  const therapist = await openTherapist()
  const { clientId } = await addFullRecord(app, therapist, 'proof')
  const { definer } = app.privileged
  await definer.query(
    `insert into app.text_consent (therapist_id, client_id, command, by_account, action, how, number, at, channel, purpose, version, language,
       sender_name, provider, provider_country)
     values ($1, $2, $3, $1, 'given', 'therapist', '+491512345678', now(), 'sms', 'notice', 1, 'en', 'proof', 'Twilio', 'US')`,
    [therapist.accountId, clientId, randomUUID()],
  )
  await expect(definer.query('delete from app.text_consent where client_id = $1', [clientId])).rejects.toThrow(
    'append-only',
  )
  expect(await erase(app, therapist, clientId)).not.toBeNull()
  expect(await read(`select from app.text_consent where client_id = '${clientId}'`)).toEqual([])
})

/** Moves an issued invoice to a year so long ago that its retention has ended. */
async function endRetention(invoiceId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  const tables = (change: string) =>
    ['invoice', 'invoice_series'].map((name) => `alter table app.${name} ${change};`).join(' ')
  try {
    await owner.query(
      `begin; set local role attune_owner; ${tables('no force row level security')} ${tables('disable trigger user')}`,
    )
    await owner.query(
      `insert into app.invoice_series (therapist_id, year, series, first_number, last)
       select s.therapist_id, s.year - 15, s.series, s.first_number, s.last from app.invoice_series s
         join app.invoice i on i.therapist_id = s.therapist_id and i.year = s.year and i.series = s.series where i.id = $1`,
      [invoiceId],
    )
    await owner.query(
      `update app.invoice set year = year - 15, issued_on = issued_on - interval '15 years' where id = $1`,
      [invoiceId],
    )
    await owner.query(`${tables('enable trigger user')} ${tables('force row level security')} commit`)
  } finally {
    await owner.end()
  }
}

import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import type { Person } from '../../../../testing/people.ts'
import { eraseEndedInvoices } from './retention.ts'

/** Runs the job as if the current time were `moment` (`2021-01-01T00:00:00Z`). */
export const eraseAt = (app: TestApp, moment: string) =>
  eraseEndedInvoices({ db: app.db, clock: { now: () => new Date(moment) } })

/** Deletes the data of an account, as the deletion of an account does. */
export const eraseAccount = (app: TestApp, { accountId }: { accountId: string }) =>
  app.privileged.definer.query('select def.erase_account($1)', [accountId])

/** Returns the rows of a query that reads every row, as the backup does. */
export const readAll = <Row extends Record<string, unknown>>(app: TestApp, text: string) =>
  queryAsRole<Row>('backup', app.databaseUrl, text)

/** Returns the printed numbers of a therapist's documents that exist, and of those that were erased. */
export async function documentNumbers(
  app: TestApp,
  { accountId }: Person,
): Promise<{ kept: string[]; erased: string[] }> {
  const of = async (table: string, condition: string) =>
    (
      await readAll<{ number: string }>(
        app,
        `select number_text as number from app.${table} where therapist_id = '${accountId}' and ${condition} order by year, number`,
      )
    ).map(({ number }) => number)
  return { kept: await of('invoice', `status = 'issued'`), erased: await of('invoice_erased', 'true') }
}

/** Returns the receipts of a therapist's erasures without their ids and moments. */
export const receiptsOf = (app: TestApp, { accountId }: Person) =>
  readAll(
    app,
    `select kept_until::text as until, reason, invoices, credit_notes, lines, payments, reminders, files, links, superbills
      from app.invoice_erasure where therapist_id = '${accountId}' order by kept_until, id`,
  )

/**
 * Inserts an issued invoice with every kind of dependent row: a payment and its counter-entry, a withdrawn receipt, a reminder, a file, a link, a
 * payment page, a history and a notification. Every text contains `mark`. Returns its id.
 */
export async function insertFullInvoice(
  app: TestApp,
  { therapist, clientId, issuedOn, mark }: { therapist: Person; clientId: string; issuedOn: string; mark: string },
): Promise<string> {
  const order = { therapistId: therapist.accountId, clientId, issuedOn, buyerName: mark }
  const id = await insertIssuedInvoice(app, order)
  const paymentId = randomUUID()
  const own = { therapist_id: therapist.accountId, invoice_id: id }
  const paid = { ...own, currency: 'EUR', paid_on: issuedOn, method: 'cash', reference: mark }
  const link = { id: randomUUID(), occasion: 'invoice', email: `${mark}@attune.test`.toLowerCase() }
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await kysely
      .insertInto('payment')
      .values({ ...paid, id: paymentId, amount_minor: 9500 })
      .execute()
    for (const kind of ['pdf', 'receipt'])
      await kysely
        .insertInto('invoice_document')
        .values({ ...own, kind, sha256: '0'.repeat(64), bytes: Buffer.from(mark) })
        .execute()
    await kysely
      .insertInto('payment')
      .values({ ...paid, id: randomUUID(), amount_minor: -100, counters_id: paymentId })
      .execute()
    await kysely
      .insertInto('invoice_reminder')
      .values({ ...own, step: 1, made_on: issuedOn, pay_by: issuedOn, frozen: JSON.stringify({ name: mark }) })
      .execute()
    await kysely
      .insertInto('invoice_link')
      .values({ ...own, ...link, sent_at: new Date(issuedOn), expires_at: new Date(`${issuedOn}T12:00:00Z`) })
      .execute()
    await kysely
      .insertInto('invoice_event')
      .values({ ...own, kind: 'sent', data: JSON.stringify({ mark }), actor_id: null })
      .execute()
  })
  await app.db.asActor({ role: 'worker', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('payment_page')
      .values({ ...own, id: randomUUID(), amount_minor: 9500, currency: 'EUR', created_at: new Date(issuedOn) })
      .execute(),
  )
  await app.privileged.definer.query(
    `insert into app.notification (account_id, kind, params, related_type, related_id) values ($1, 'payment-received', $2, 'invoice', $3)`,
    [therapist.accountId, JSON.stringify({ client: mark }), id],
  )
  return id
}

/** Bills a session on an issued invoice. Returns the id of the session. */
export async function insertBilledSession(
  app: TestApp,
  {
    therapist,
    clientId,
    invoiceId,
    day = '2010-05-04',
  }: { therapist: Person; clientId: string; invoiceId: string; day?: string },
): Promise<string> {
  const sessionId = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
      values (${sessionId}, ${therapist.accountId}, ${`${day}T09:00:00Z`}, ${`${day}T09:50:00Z`}, 'video', 'completed')`.execute(
      kysely,
    )
    await sql`insert into app.session_billed (therapist_id, session_id, client_id, invoice_id, kind)
      values (${therapist.accountId}, ${sessionId}, ${clientId}, ${invoiceId}, 'completed')`.execute(kysely)
  })
  return sessionId
}

/** Inserts a superbill with its file: a session and a payment for each of these invoices. Returns its id. */
export async function insertPaidSuperbill(
  app: TestApp,
  { therapist, clientId, invoiceIds }: { therapist: Person; clientId: string; invoiceIds: string[] },
): Promise<string> {
  const id = randomUUID()
  const own = { therapist_id: therapist.accountId, superbill_id: id }
  const day = '2012-05-04'
  const sessions: string[] = []
  for (const invoiceId of invoiceIds)
    sessions.push(
      await insertBilledSession(app, { therapist, clientId, invoiceId, day: `20${10 + sessions.length}-05-04` }),
    )
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    for (const invoiceId of invoiceIds)
      await sql`insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method)
        values (${randomUUID()}, ${therapist.accountId}, ${invoiceId}, 9500, 'EUR', ${day}, 'cash')`.execute(kysely)
    await sql`insert into app.superbill (id, therapist_id, client_id, made_on, from_day, to_day, line_count, currency, paid_minor, frozen)
      values (${id}, ${therapist.accountId}, ${clientId}, ${day}, ${day}, ${day}, ${invoiceIds.length}, 'EUR', 19000, '{"name": "Kirschbaum"}')`.execute(
      kysely,
    )
    for (const [index, invoiceId] of invoiceIds.entries())
      await kysely
        .insertInto('superbill_line')
        .values({ ...own, position: index + 1, invoice_id: invoiceId, session_id: sessions[index] ?? '' })
        .execute()
  })
  await app.db.asActor({ role: 'worker', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('superbill_document')
      .values({ ...own, sha256: '0'.repeat(64), bytes: Buffer.from('x') })
      .execute(),
  )
  return id
}

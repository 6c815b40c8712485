import type { ClientId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import type {
  NewSuperbill,
  SuperbillItem,
  SuperbillMissing,
} from '@attune/contract/features/billing/superbill/superbill'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { conflict, createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import type { SuperbillDocument } from '../billing-document/billing-document.ts'
import { minorSql } from '../invoice/invoice.ts'
import { readZone } from '../../people/profile/profile.ts'
import { readSuperbillItem } from './superbill.list.ts'
import {
  readSuperbillParties,
  sellerWithoutNumbers,
  superbillLetterProblem,
  type SuperbillParties,
} from './superbill.parties.ts'
import { type PaidService, listPaidSessions } from './superbill.sessions.ts'

/**
 * Makes a superbill of the acting therapist at the time `now` and enqueues the job of its PDF. Repeating the call with the same id and content
 * changes nothing. Refuses with:
 * - NOT_FOUND
 * - NOT_IN_US for a business outside of the United States
 * - INCOMPLETE and the missing fields
 * - NOT_PAID for a session that is not paid
 * - ALREADY_MADE for a session that is on another valid superbill
 * - CONFLICT if the id was used with other content
 */
export async function makeSuperbill(tx: Tx, input: NewSuperbill, now: Date): Promise<SuperbillItem> {
  const parties = await readSuperbillParties(tx, input.clientId, now)
  await requireSessions(tx, input)
  await lockInvoices(tx, input)
  if (await isRepeated(tx, input)) return readSuperbillItem(tx, input.id)
  const { missing } = parties
  if (missing.business.length || missing.client.length) throw incomplete(missing)
  const paid = new Map((await listPaidSessions(tx, input.clientId)).map((one) => [one.sessionId, one]))
  const services = input.lines.map((line) => {
    const service = paid.get(line.sessionId)
    if (!service) throw createRefusal('NOT_PAID', 409)
    if (service.superbillId !== null) throw createRefusal('ALREADY_MADE', 409)
    return { service, line }
  })
  const texts = [...input.diagnoses.map(({ text }) => text), ...services.map(({ service }) => service.text)]
  const letters = [...missing.letters, ...superbillLetterProblem('service', texts)]
  if (letters.length) throw incomplete({ ...missing, letters })
  services.sort((one, other) => one.service.serviceOn.localeCompare(other.service.serviceOn))
  const madeOn = wallClockOf(now.toISOString(), await readZone(tx)).day
  await insertSuperbill(
    tx,
    input,
    superbillDocument(parties, { diagnoses: input.diagnoses, services, madeOn }),
    services,
  )
  await enqueue(tx, {
    name: 'superbill-document',
    data: { superbillId: input.id, therapistId: tx.actor.id },
  })
  return readSuperbillItem(tx, input.id)
}

const incomplete = (missing: SuperbillMissing) => createRefusal('INCOMPLETE', 409, { missing })

/** Refuses with NOT_FOUND unless all sessions belong to the client. */
async function requireSessions(tx: Tx, { clientId, lines }: NewSuperbill): Promise<void> {
  const ids = lines.map(({ sessionId }) => sessionId)
  const { rows } = await sql`
    select from app.session_client
    where therapist_id = ${tx.actor.id} and client_id = ${clientId} and session_id = any (${ids}::uuid[])`.execute(
    tx.kysely,
  )
  if (rows.length < ids.length) throw notFound()
}

/**
 * Locks the invoices of the sessions, as recording a payment and crediting do. Locks them in the order of their ids, so that two calls cannot
 * deadlock.
 */
const lockInvoices = (tx: Tx, { clientId, lines }: NewSuperbill) =>
  sql`
    select from app.invoice i where i.therapist_id = ${tx.actor.id} and i.id in (
      select b.invoice_id from app.session_billed b where b.therapist_id = ${tx.actor.id} and b.client_id = ${clientId}
        and b.session_id = any (${lines.map(({ sessionId }) => sessionId)}::uuid[]))
    order by i.id for update`.execute(tx.kysely)

/** Whether this superbill was already made. Refuses with CONFLICT if it was made with other content. */
async function isRepeated(tx: Tx, { id, clientId, diagnoses, lines }: NewSuperbill): Promise<boolean> {
  const { rows } = await sql<{ clientId: ClientId; snapshot: SuperbillDocument; sessions: string[] }>`
    select b.client_id as "clientId", b.frozen as snapshot,
      array(select l.session_id from app.superbill_line l where l.superbill_id = b.id order by l.position) as sessions
    from app.superbill b where b.therapist_id = ${tx.actor.id} and b.id = ${id}`.execute(tx.kysely)
  const [made] = rows
  if (!made) return false
  const before = made.snapshot.lines.map(({ code, modifiers, placeOfService, diagnoses: letters }, index) => ({
    sessionId: made.sessions[index] ?? '',
    code,
    modifiers,
    placeOfService,
    diagnoses: letters,
  }))
  const sorted = (some: NewSuperbill['lines']) =>
    some.toSorted((one, other) => one.sessionId.localeCompare(other.sessionId))
  const isSame =
    made.clientId === clientId &&
    isDeepStrictEqual(made.snapshot.diagnoses, diagnoses) &&
    isDeepStrictEqual(sorted(before), sorted(lines))
  if (!isSame) throw conflict()
  return true
}

type Service = { service: PaidService; line: NewSuperbill['lines'][number] }

/** Returns the printed content of a superbill. */
function superbillDocument(
  parties: SuperbillParties,
  { diagnoses, services, madeOn }: Pick<SuperbillDocument, 'diagnoses' | 'madeOn'> & { services: Service[] },
): SuperbillDocument {
  const { business, therapistName, buyer, dateOfBirth } = parties
  return {
    kind: 'superbill',
    // Insurers in the United States read English.
    language: 'en',
    paper: 'Letter',
    currency: services[0]?.service.currency ?? 'USD',
    seller: sellerWithoutNumbers(parties),
    buyer,
    person: null,
    footer: business.footer,
    madeOn,
    provider: { name: therapistName, ein: business.taxId, npi: business.npi, license: business.license },
    dateOfBirth: dateOfBirth ?? '',
    diagnoses,
    payerIsClient: services.every(({ service }) => service.payerIsClient),
    lines: services.map(({ service, line: { sessionId: _sessionId, ...entered } }) => ({
      ...entered,
      serviceOn: service.serviceOn,
      text: service.text,
      minutes: service.minutes,
      quantityMilli: service.quantityMilli,
      feeMinor: service.feeMinor,
      paidMinor: service.paidMinor,
    })),
  }
}

async function insertSuperbill(
  tx: Tx,
  { id, clientId }: NewSuperbill,
  sheet: SuperbillDocument,
  services: Service[],
): Promise<void> {
  const therapistId = tx.actor.id
  const days = sheet.lines.map(({ serviceOn }) => serviceOn)
  const inserted = await tx.kysely
    .insertInto('superbill')
    .values({
      id,
      therapist_id: therapistId,
      client_id: clientId,
      made_on: sheet.madeOn,
      from_day: days[0] ?? sheet.madeOn,
      to_day: days.at(-1) ?? sheet.madeOn,
      line_count: services.length,
      currency: sheet.currency,
      paid_minor: minorSql(sheet.lines.reduce((sum, line) => sum + BigInt(line.paidMinor), 0n)),
      frozen: JSON.stringify(sheet),
    })
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .execute()
  // The id belongs to a superbill of another therapist.
  if (!inserted.length) throw notFound()
  await tx.kysely
    .insertInto('superbill_line')
    .values(
      services.map(({ service: { sessionId, invoiceId } }, index) => ({
        therapist_id: therapistId,
        superbill_id: id,
        position: index + 1,
        invoice_id: invoiceId,
        session_id: sessionId,
      })),
    )
    .execute()
}

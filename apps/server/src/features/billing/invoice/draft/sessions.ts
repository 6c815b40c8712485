import type { InvoiceId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { Business } from '@attune/contract/features/billing/business/business'
import type { DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { readCurrentPayers } from '../../payer/payer.ts'
import { readZone } from '../../../people/profile/profile.ts'
import { listBillableAmong, lockBilling, markBilled, requireBillable, requireSessions } from './billed.ts'
import { isDamages, openBusiness, wantsDiagnosis } from './document.ts'
import { insertDraft } from './drafts.ts'
import { isPaidByOther, lineTextOf, addPrices, type PricedSession, type SessionOfClient } from './to-bill.ts'

/**
 * Drafts invoices for sessions: one per client, payer and currency, and a separate one for fees as damages. Returns the ids of the drafts.
 * Repeating the command returns the same drafts. Refuses with:
 * - NOT_FOUND
 * - BUSINESS_INCOMPLETE if no business settings were saved, and PAYMENTS_OFF
 * - NOT_BILLABLE if a session is already billed or waived, or is not billable
 */
export async function createSessionDrafts(
  tx: Tx,
  { command, items }: { command: string; items: SessionOfClient[] },
  now: Date,
): Promise<string[]> {
  // A parallel repeat waits for this lock and then finds the drafts.
  await lockBilling(tx, items)
  const known = await tx.kysely
    .selectFrom('invoice')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('draft_command', '=', command)
    .orderBy('id')
    .execute()
  if (known.length) return known.map(({ id }) => id)
  const [saved, zone] = await Promise.all([readBusiness(tx), readZone(tx)])
  const found = await requireBillable(tx, distinct(items))
  const business = openBusiness(saved)
  const sessions = (await addPrices(tx, found)).filter((session) => !isPaidByOther(session))
  if (!sessions.length) throw createRefusal('NOT_BILLABLE', 409)
  const payers = await readCurrentPayers(
    tx,
    sessions.map(({ clientId }) => clientId),
    now,
  )
  const ids: InvoiceId[] = []
  for (const group of groupsOf(sessions, business)) {
    const id = randomUUID()
    const [first] = group
    if (!first) continue
    const payer = payers.get(first.clientId)
    await insertDraft(
      tx,
      {
        id,
        clientId: first.clientId,
        currency: first.service?.currency ?? business.currency,
        isFee: isDamages(first.kind, business),
        replacesId: null,
        draftCommand: command,
        payerId: payer?.id ?? null,
        language: business.language,
        note: '',
        reference: '',
        showDiagnosis: !isDamages(first.kind, business) && wantsDiagnosis(business.country, payer),
        diagnosis: null,
        lines: group.map((session) => draftLineOf(session, business, zone)),
      },
      now,
    )
    await markBilled(tx, id, await listSessionsBilledByDraft(tx, group))
    ids.push(id)
  }
  return ids.toSorted()
}

const distinct = (items: SessionOfClient[]) => [
  ...new Map(items.map((item) => [`${item.sessionId} ${item.clientId}`, item])).values(),
]

/**
 * Groups sessions into drafts: by client, currency, and whether they are billed as damages. The payer is not part of the key, because a client has
 * one current payer.
 */
const groupsOf = (sessions: PricedSession[], business: Business) =>
  Map.groupBy(sessions, (session) =>
    [session.clientId, session.service?.currency ?? business.currency, isDamages(session.kind, business)].join(' '),
  ).values()

function draftLineOf(session: PricedSession, business: Business, zone: string): DraftLine {
  const { service, minutes, sessionId, priceMinor } = session
  const { day, time } = wallClockOf(new Date(session.startsAt).toISOString(), zone)
  return {
    serviceOn: day,
    serviceTime: time,
    minutes,
    ...lineTextOf(session, business.language),
    factorMilli: null,
    factorReason: '',
    place: service?.place ?? '',
    quantityMilli: 1000,
    priceMinor,
    taxRateBp: isDamages(session.kind, business) ? null : (service?.taxRateBp ?? null),
    sessionId,
  }
}

/** Returns the sessions that a draft bills: its own, and those of clients whose share another client pays in full. */
async function listSessionsBilledByDraft(tx: Tx, group: PricedSession[]): Promise<PricedSession[]> {
  const others = group.flatMap(({ sessionId, clientId, sharers }) =>
    sharers.filter((other) => other !== clientId).map((other) => ({ sessionId, clientId: other })),
  )
  const priced = await addPrices(tx, await listBillableAmong(tx, others))
  return [...group, ...priced.filter((session) => isPaidByOther(session))]
}

/** Waives a session of a client, so that it is not billed. Repeating the call changes nothing. Refuses with NOT_FOUND and NOT_BILLABLE. */
export async function waiveSession(tx: Tx, item: SessionOfClient): Promise<void> {
  await requireSessions(tx, [item])
  const key = { therapist_id: tx.actor.id, session_id: item.sessionId, client_id: item.clientId }
  const known = await tx.kysely
    .selectFrom('session_waived')
    .select('session_id')
    .where('therapist_id', '=', key.therapist_id)
    .where('session_id', '=', key.session_id)
    .where('client_id', '=', key.client_id)
    .executeTakeFirst()
  if (known) return
  await requireBillable(tx, [item])
  await tx.kysely
    .insertInto('session_waived')
    .values(key)
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Makes a waived session billable again. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function unwaiveSession(tx: Tx, item: SessionOfClient): Promise<void> {
  await requireSessions(tx, [item])
  await tx.kysely
    .deleteFrom('session_waived')
    .where('therapist_id', '=', tx.actor.id)
    .where('session_id', '=', item.sessionId)
    .where('client_id', '=', item.clientId)
    .execute()
}

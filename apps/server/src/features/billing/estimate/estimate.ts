import type { ClientId, EstimateId } from '@attune/contract/common/ids'
import { estimateCountry, estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import { estimateLimits, estimateTotal } from '@attune/contract/features/billing/estimate/estimate.rules'
import type {
  EstimateContent,
  EstimateItem,
  EstimateView,
} from '@attune/contract/features/billing/estimate/estimate.schemas'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import { conflict, createRefusal } from '../../../platform/policy/refusal.ts'
import { readBusiness } from '../business/business.ts'
import type { EstimateDocument } from '../billing-document/billing-document.ts'
import { findNextSessionDay, listOpenEstimateRequests } from './estimate.due.ts'
import {
  readEstimateParties,
  type EstimateParties,
  estimateDocument,
  firstContent,
  missingEstimateFields,
} from './estimate.content.ts'
import { estimateLetterProblems } from './estimate.letters.ts'

export { findEstimates } from './estimate.find.ts'
export { hasEstimatesSql } from './estimate.has.ts'

type Given = EstimateView['given'][number]
type Draft = { content: EstimateContent; version: number }

/** SQL for the version `e` of an estimate as JSON, for lists. */
const givenSql = sql`json_build_object('id', e.id, 'number', e.number, 'givenOn', e.given_on, 'periodFrom', e.period_from,
  'periodUntil', e.period_until, 'totalMinor', e.total_minor::text,
  'isReady', exists (select from app.estimate_document d where d.estimate_id = e.id))`

/** Whether the business of the acting therapist is in the United States. */
export const isOffered = async (tx: Tx): Promise<boolean> => (await readBusiness(tx))?.country === estimateCountry

/** Returns the clients of the acting therapist who have a draft or estimates, the latest change first. */
export async function listEstimates(tx: Tx): Promise<EstimateItem[]> {
  const { rows } = await sql<EstimateItem>`
    select c.id as "clientId", c.name as "clientName", d.client_id is not null as "hasDraft",
      g.one as latest
    from app.client_name c
      left join app.estimate_draft d on d.therapist_id = c.therapist_id and d.client_id = c.id
      left join lateral (select ${givenSql} as one, e.given_at from app.estimate e
        where e.therapist_id = c.therapist_id and e.client_id = c.id order by e.number desc limit 1) g on true
    where c.therapist_id = ${tx.actor.id} and (d.client_id is not null or g.one is not null)
    order by greatest(d.updated_at, g.given_at) desc, c.id limit ${estimateLimits.clients}`.execute(tx.kysely)
  return rows
}

/** Returns the estimates of a client of the acting therapist and the draft. Refuses with NOT_FOUND. */
export async function readEstimate(tx: Tx, clientId: ClientId, now: Date): Promise<EstimateView> {
  return readEstimateView(tx, await readEstimateParties(tx, clientId, now))
}

async function readEstimateView(tx: Tx, about: EstimateParties): Promise<EstimateView> {
  const { clientId, clientName, birthDate, business } = about
  const [draft, { rows }, requests] = await Promise.all([
    findEstimateDraft(tx, clientId),
    sql<{ one: Given; snapshot: EstimateDocument }>`
      select ${givenSql} as one, e.frozen as snapshot from app.estimate e
      where e.therapist_id = ${tx.actor.id} and e.client_id = ${clientId} order by e.number desc`.execute(tx.kysely),
    listOpenEstimateRequests(tx, clientId),
  ])
  const content = draft?.content ?? firstContent(about, rows[0]?.snapshot ?? null)
  return {
    clientId,
    clientName,
    birthDate,
    isOffered: business !== null,
    version: draft?.version ?? 0,
    content,
    missing: business ? listMissing(content, about, business) : [],
    given: rows.map(({ one }) => one),
    requests,
  }
}

const listMissing = (content: EstimateContent, about: EstimateParties, business: Offered['business']) => [
  ...missingEstimateFields(content, business, about.birthDate),
  ...estimateLetterProblems(content, about, business),
]

async function findEstimateDraft(tx: Tx, clientId: ClientId): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select content, version from app.estimate_draft
    where therapist_id = ${tx.actor.id} and client_id = ${clientId}`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Returns the draft and locks it until the transaction ends. */
async function lockEstimateDraft(tx: Tx, clientId: ClientId): Promise<Draft | null> {
  const key = sql`therapist_id = ${tx.actor.id} and client_id = ${clientId}`
  await sql`select from app.estimate_draft where ${key} for update`.execute(tx.kysely)
  return findEstimateDraft(tx, clientId)
}

type Offered = EstimateParties & { business: NonNullable<EstimateParties['business']> }

function requireOffered(about: EstimateParties): Offered {
  const { business } = about
  if (!business) throw createRefusal('NOT_OFFERED', 409)
  return { ...about, business }
}

/** Returns the data for a client's estimate. Refuses with NOT_FOUND, and with NOT_OFFERED if the business is not in the United States. */
export const requireEstimates = async (tx: Tx, clientId: ClientId, now: Date): Promise<Offered> =>
  requireOffered(await readEstimateParties(tx, clientId, now))

/**
 * Saves the draft of a client if it is based on the current version. Repeating the same call changes nothing. Refuses with
 * NOT_FOUND, NOT_OFFERED, and with CHANGED and the current estimates.
 */
export async function saveEstimateDraft(
  tx: Tx,
  { clientId, version, ...content }: EstimateContent & { clientId: ClientId; version: number },
  now: Date,
): Promise<EstimateView> {
  const about = await requireEstimates(tx, clientId, now)
  const before = await lockEstimateDraft(tx, clientId)
  const current = () => readEstimateView(tx, about)
  const changed = async () => createRefusal('CHANGED', 409, await current())
  const isSame = (draft: Draft) => isDeepStrictEqual(draft.content, content)
  return saveVersioned({ stored: before, base: version, isSame, repeat: 'next', current, changed }, async () => {
    const { rows } = await sql`
      insert into app.estimate_draft as d (therapist_id, client_id, content, version)
      values (${tx.actor.id}, ${clientId}, ${JSON.stringify(content)}, ${version + 1})
      on conflict (therapist_id, client_id) do update set content = excluded.content, version = excluded.version, updated_at = ${now}
        where d.version = ${version}
      returning version`.execute(tx.kysely)
    // Another request inserted the draft in the meantime.
    if (!rows.length) throw await changed()
    return current()
  })
}

/** Deletes the draft of a client. Deleting it again changes nothing. Refuses with NOT_FOUND. */
export async function removeEstimateDraft(tx: Tx, clientId: ClientId, now: Date): Promise<void> {
  await readEstimateParties(tx, clientId, now)
  await sql`delete from app.estimate_draft where therapist_id = ${tx.actor.id} and client_id = ${clientId}`.execute(
    tx.kysely,
  )
}

type Give = { clientId: ClientId; version: number; command: string }

/**
 * Gives the draft of a client as the next version: stores its content, deletes the draft and enqueues the job for its PDF. Versions of a client are
 * created one after the other, because each locks the draft. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND
 * - CONFLICT if the command was used for another version
 * - NOT_OFFERED if the business is not in the United States
 * - CHANGED and the current estimates, if there is no draft with this version
 * - INCOMPLETE and the missing fields
 */
export async function giveEstimate(
  tx: Tx,
  { clientId, version, command }: Give,
  { now, requestId }: { now: Date; requestId: string },
): Promise<EstimateView> {
  const about = await readEstimateParties(tx, clientId, now)
  const draft = await lockEstimateDraft(tx, clientId)
  if (await wasGiven(tx, { clientId, version, command })) return readEstimateView(tx, about)
  const offered = requireOffered(about)
  if (draft?.version !== version) throw createRefusal('CHANGED', 409, await readEstimateView(tx, about))
  const missing = listMissing(draft.content, about, offered.business)
  if (missing.length) throw createRefusal('INCOMPLETE', 409, { missing })
  const id = randomUUID()
  await insertEstimate(tx, { id, command, ...draft }, offered, now)
  await sql`delete from app.estimate_draft where therapist_id = ${tx.actor.id} and client_id = ${clientId}`.execute(
    tx.kysely,
  )
  await insertAudit(tx, { action: 'give', resource: 'estimate', resourceId: id, requestId })
  await enqueue(tx, { name: 'estimate-document', data: { estimateId: id, therapistId: tx.actor.id } })
  return readEstimateView(tx, about)
}

/** Whether this command has already given this version of a client's draft. Refuses with CONFLICT if the command was used for another change. */
async function wasGiven(tx: Tx, { clientId, version, command }: Give): Promise<boolean> {
  const { rows } = await sql<{ clientId: ClientId; version: number }>`
    select client_id as "clientId", draft_version as version from app.estimate
    where therapist_id = ${tx.actor.id} and command = ${command}`.execute(tx.kysely)
  if (rows[0] && (rows[0].clientId !== clientId || rows[0].version !== version)) throw conflict()
  return rows.length > 0
}

type NewEstimate = Draft & { id: EstimateId; command: string }

async function insertEstimate(
  tx: Tx,
  { id, command, content, version }: NewEstimate,
  offered: Offered,
  now: Date,
): Promise<void> {
  const { clientId, today } = offered
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from app.estimate
    where therapist_id = ${tx.actor.id} and client_id = ${clientId}`.execute(tx.kysely)
  const number = rows[0]?.number ?? 1
  const nextSessionOn = await findNextSessionDay(tx, { clientId, ...content }, now)
  const sheet = estimateDocument(content, offered, { number, nextSessionOn })
  await sql`
    insert into app.estimate (id, therapist_id, client_id, number, given_on, period_from, period_until, currency, total_minor, frozen, command, draft_version)
    values (${id}, ${tx.actor.id}, ${clientId}, ${number}, ${today}, ${sheet.periodFrom}, ${sheet.periodUntil}, ${estimateCurrency},
      ${String(estimateTotal(content.lines))}::bigint, ${JSON.stringify(sheet)}, ${command}, ${version})`.execute(
    tx.kysely,
  )
}

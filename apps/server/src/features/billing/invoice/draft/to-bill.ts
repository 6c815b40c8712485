import type { ClientId, InvoiceId, ServiceId, SessionId } from '@attune/contract/common/ids'
import { splitEvenly } from '@attune/contract/common/money/money'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { Business } from '@attune/contract/features/billing/business/business'
import { maxSessionsPerDraft, maxToBill } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { ToBillItem } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { Service } from '@attune/contract/features/billing/service/service'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { readBusiness } from '../../business/business.ts'
import { readCurrentPayers, mayBill, sharesOf, readSplits } from '../../payer/payer.ts'
import { readZone } from '../../../people/profile/profile.ts'
import { readServicesFor } from '../../service/service.ts'

type Kind = ToBillItem['kind']
export type SessionOfClient = { sessionId: SessionId; clientId: ClientId }

/** A session of one client that can be billed. */
export type BillableSession = {
  sessionId: SessionId
  clientId: ClientId
  clientName: string
  startsAt: string
  minutes: number
  kind: Kind
  format: ToBillItem['format']
  /** The service of the session's type; null if there is no type or it has no service. */
  serviceId: ServiceId | null
  /** The clients who share the price, this one included. */
  sharers: string[]
  with: string[]
}

/**
 * SQL for the reason why the session `s` is billed to the participant `sc`; null if it is not. The session of `assumed` is treated as if its client
 * had cancelled it late. A client who cancelled late is billed even if the session took place with the other clients.
 */
const kindSql = (assumed: SessionOfClient | null = null) => sql`
  case when ${isAssumedSql(assumed)} then 'late-cancel'
    when sc.late_cancel and (sc.answer = 'declined' or s.status = 'cancelled') then 'late-cancel'
    when sc.answer = 'declined' or sc.attendance = 'excused' then null
    when s.status = 'completed' then case when sc.attendance = 'absent' then 'no-show' else 'completed' end
    when s.status = 'no-show' then case when sc.attendance in ('attended', 'late') then 'completed' else 'no-show' end end`

const isAssumedSql = (assumed: SessionOfClient | null) =>
  assumed ? sql`s.id = ${assumed.sessionId} and sc.client_id = ${assumed.clientId}` : sql`false`

/** A session in a draft: the reason for which it was drafted, and the current reason; null if it is no longer billable. */
export type DraftedSession = { draftedAs: Kind; kind: Kind | null }

/** Returns the drafted sessions. The key of a session consists of the id of the draft and the id of the session, separated by a space. */
export async function readDraftedSessions(
  tx: Tx,
  draftIds: readonly InvoiceId[],
): Promise<Map<string, DraftedSession>> {
  const { rows } = await sql<DraftedSession & { key: string }>`
    select b.invoice_id || ' ' || b.session_id as key, b.kind as "draftedAs", case when s.id is not null then ${kindSql()} end as kind
    from app.session_billed b join app.invoice i on i.therapist_id = b.therapist_id and i.id = b.invoice_id and i.client_id = b.client_id
      left join app.session s on s.therapist_id = b.therapist_id and s.id = b.session_id and s.deleted_at is null
      left join app.session_client sc on sc.therapist_id = b.therapist_id and sc.session_id = b.session_id and sc.client_id = b.client_id
    where b.therapist_id = ${tx.actor.id} and b.invoice_id = any (${draftIds}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map(({ key, ...session }) => [key, session]))
}

/**
 * Returns sessions that are neither billed nor waived, by client and time: all that match `condition`, or the latest `limit` of them. With
 * `assumed`, returns only that session, as if the client had cancelled it late.
 */
export async function listBillableSessions(
  tx: Tx,
  condition: RawBuilder<unknown>,
  limit: number | null = null,
  assumed: SessionOfClient | null = null,
): Promise<BillableSession[]> {
  const { rows } = await sql<BillableSession & { kind: Kind }>`
    with part as (
      select s.id, s.starts_at, s.ends_at, s.format, s.therapy_type, sc.client_id,
        (select y.service_id from app.session_type y where y.therapist_id = s.therapist_id and y.id = s.type_id) as service_id, c.name as name,
        c.last_name, c.first_name, ${kindSql(assumed)} as kind
      from app.session s join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
        join app.client_name c on c.therapist_id = sc.therapist_id and c.id = sc.client_id
      where s.therapist_id = ${tx.actor.id} and s.deleted_at is null and ${assumed ? sql`s.id = ${assumed.sessionId}` : sql`(s.status in ('completed', 'no-show', 'cancelled') or sc.late_cancel)`})
    select "sessionId", "clientId", "clientName", "startsAt", minutes, kind, format, "serviceId", sharers, "with" from (
      select p.id as "sessionId", p.client_id as "clientId", p.name as "clientName", p.last_name, p.first_name, p.starts_at as "startsAt",
      (extract(epoch from p.ends_at - p.starts_at) / 60)::int as minutes, p.kind, p.format, p.service_id as "serviceId",
      case when p.therapy_type in ('couples', 'family')
        then array(select o.client_id from part o where o.id = p.id and o.kind is not null
          and (o.kind = 'late-cancel') = (p.kind = 'late-cancel') order by o.client_id)
        else array[p.client_id] end as sharers,
      array(select o.name from part o where o.id = p.id and o.client_id <> p.client_id order by o.name) as "with"
    from part p
    where p.kind is not null and ${condition}
      and not exists (select from app.session_billed b where b.therapist_id = ${tx.actor.id} and b.session_id = p.id and b.client_id = p.client_id)
      and not exists (select from app.session_waived w where w.therapist_id = ${tx.actor.id} and w.session_id = p.id and w.client_id = p.client_id)
    order by p.starts_at desc, p.id, p.client_id limit ${limit}) latest
    order by lower(last_name), lower(first_name), "clientId", "startsAt", "sessionId"`.execute(tx.kysely)
  return rows
}

/** A session with its service and its price. */
export type PricedSession = BillableSession & {
  service: Service | null
  /** The price of the session; null if there is no service for the type or the format. */
  totalMinor: string | null
  /** The client's share; null if there is no service for the type or the format. */
  priceMinor: string | null
}

/**
 * Adds the price for each client. The clients of a couple or family share one price: the lowest that any of them has agreed. Once a client is
 * billed, the others share the remainder of the billed price. Without a service for the format, there is no price.
 */
export async function addPrices(tx: Tx, sessions: BillableSession[]): Promise<PricedSession[]> {
  const asked = sessions.flatMap(({ format, serviceId, sharers }) =>
    sharers.map((clientId) => ({ format, serviceId, clientId })),
  )
  const [services, splits, billed] = await Promise.all([
    readServicesFor(tx, asked),
    readSplits(
      tx,
      sessions.map(({ sharers: [one = '', other] }) => [one, other ?? one] as const),
    ),
    readBilledShares(tx, sessions),
  ])
  let next = 0
  return sessions.map((session, index) => {
    const { sharers, clientId } = session
    const found = sharers.map(() => services[next++] ?? null)
    const service = found[sharers.indexOf(clientId)] ?? null
    const taken = (billed.get(session.sessionId) ?? []).filter((one) => sharers.includes(one.clientId))
    const price = taken[0] ? BigInt(taken[0].priceMinor) : service && lowestPrice(found)
    if (price === null) return { ...session, service, totalMinor: null, priceMinor: null }
    const open = sharers.filter((id) => !taken.some((one) => one.clientId === id))
    const shares = taken.length
      ? restShares(price, taken, open.length)
      : sharesOf(price, sharers, splits[index] ?? null)
    return {
      ...session,
      service,
      totalMinor: String(price),
      priceMinor: String(shares[open.indexOf(clientId)] ?? price),
    }
  })
}

const lowestPrice = (services: (Service | null)[]) =>
  services
    .flatMap((service) => (service ? [BigInt(service.priceMinor)] : []))
    .reduce((lowest, one) => (one < lowest ? one : lowest))

type BilledShare = { sessionId: SessionId; clientId: ClientId; priceMinor: string; shareMinor: string }

/** Returns the share of each of `open` remaining clients after the shares of others were billed. */
const restShares = (price: bigint, billed: BilledShare[], open: number) =>
  splitEvenly(
    billed.reduce((rest, { shareMinor }) => rest - BigInt(shareMinor), price),
    open,
  )

/** Returns the billed shares of sessions with several clients, by the id of the session. */
async function readBilledShares(tx: Tx, sessions: BillableSession[]): Promise<Map<string, BilledShare[]>> {
  const shared = sessions.filter(({ sharers }) => sharers.length > 1).map(({ sessionId }) => sessionId)
  if (!shared.length) return new Map()
  const { rows } = await sql<BilledShare>`
    select session_id as "sessionId", client_id as "clientId", price_minor::text as "priceMinor", share_minor::text as "shareMinor"
    from app.session_billed where therapist_id = ${tx.actor.id} and session_id = any (${shared}::uuid[]) and price_minor is not null`.execute(
    tx.kysely,
  )
  return Map.groupBy(rows, ({ sessionId }) => sessionId)
}

/** Whether another client of the session pays everything, so that this client's share is 0. */
export const isPaidByOther = ({ priceMinor, totalMinor, sharers }: PricedSession) =>
  priceMinor === '0' && totalMinor !== '0' && sharers.length > 1

/**
 * Returns the code and the text of the invoice line for a session: those of its service. For a no-show or late-cancellation fee, and for a session
 * without a service, the text is in the given language and the code is empty.
 */
export function lineTextOf({ kind, service }: PricedSession, language: Business['language']) {
  if (kind === 'no-show') return { code: '', text: translate(language, 'invoice.line.noShow') }
  if (kind === 'late-cancel') return { code: '', text: translate(language, 'invoice.line.lateCancel') }
  return service
    ? { code: service.code, text: service.text }
    : { code: '', text: translate(language, 'invoice.line.session') }
}

/**
 * Returns the acting therapist's latest sessions that are not billed, of all clients or of one, by client and time, and whether there are earlier
 * ones. With `month`, returns all sessions of that month in the therapist's zone. Returns none if no business settings were saved.
 */
export async function listSessionsToBill(
  tx: Tx,
  { clientId, month }: { clientId?: ClientId | undefined; month?: string | undefined },
  now: Date,
): Promise<{ items: ToBillItem[]; more: boolean }> {
  const [business, zone] = await Promise.all([readBusiness(tx), readZone(tx)])
  if (!business) return { items: [], more: false }
  const ofClient = clientId ? sql`p.client_id = ${clientId}` : sql`true`
  const most = clientId ? maxSessionsPerDraft : maxToBill
  const found = month
    ? await listBillableSessions(tx, sql`${ofClient} and ${inMonthSql(month, zone)}`)
    : await listBillableSessions(tx, ofClient, most + 1)
  const first = !month && found.length > most ? oldestOf(found) : null
  const priced = (
    await addPrices(
      tx,
      found.filter((one) => one !== first),
    )
  ).filter((one) => !isPaidByOther(one))
  const payers = await readCurrentPayers(
    tx,
    priced.map(({ clientId }) => clientId),
    now,
  )
  const items = priced.map((session) => {
    const { day, time } = wallClockOf(new Date(session.startsAt).toISOString(), zone)
    const payer = payers.get(session.clientId)
    return {
      sessionId: session.sessionId,
      clientId: session.clientId,
      clientName: session.clientName,
      serviceOn: day,
      serviceTime: time,
      minutes: session.minutes,
      kind: session.kind,
      format: session.format,
      serviceId: session.service?.id ?? null,
      ...lineTextOf(session, business.language),
      priceMinor: session.priceMinor,
      currency: session.service?.currency ?? business.currency,
      payerName: payer?.name ?? session.clientName,
      payerAgreed: payer ? mayBill(payer) : true,
      with: session.with,
    }
  })
  return { items, more: first !== null }
}

const inMonthSql = (month: string, zone: string) => sql`
  p.starts_at >= ${`${month}-01`}::timestamp at time zone ${zone}
  and p.starts_at < (${`${month}-01`}::timestamp + interval '1 month') at time zone ${zone}`

const oldestOf = (sessions: BillableSession[]) =>
  sessions.reduce((oldest, one) => (new Date(one.startsAt) <= new Date(oldest.startsAt) ? one : oldest))

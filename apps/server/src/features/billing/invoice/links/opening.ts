import type { InvoiceId, InvoiceLinkId, TherapistId } from '@attune/contract/common/ids'
import type { LinkedInvoice } from '@attune/contract/features/billing/invoice/invoice.links'
import {
  openMinor,
  overdueDays,
  payableMinor,
  postalCodeAttempts,
  statusOf,
  type DocumentKind,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { isSamePostalCode } from '@attune/contract/features/billing/payer/payer.rules'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { RequestHeaders } from '../../../../platform/auth/login/cookies.ts'
import { networkOf } from '../../../../platform/auth/limit/rate-limit.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal, tooManyCalls } from '../../../../platform/policy/refusal.ts'
import { readOwnInvoice } from '../read/client.ts'
import { listEarlierKinds, findEndOfAgreement } from './end.ts'
import { isRecipient } from './links.ts'

/** A link that works: neither expired nor withdrawn nor superseded. */
export type OpenLink = {
  id: InvoiceLinkId
  generation: number
  therapistId: TherapistId
  invoiceId: InvoiceId
  email: string
  postalCode: string
  logoSha: string
}

const invalidLink = () => createRefusal('INVALID_LINK', 410)
/** The maximum number of links that a network can open in 15 minutes. An insurer opens many links from one network. */
const perNetwork = { count: 300, seconds: 15 * 60 }

/**
 * Opens a payer's link. Asks for the postal code of the printed address until this browser has confirmed it. Then records the opening and returns the
 * invoice. Refusals reveal nothing about the invoice. Refuses with INVALID_LINK, WRONG_POSTAL_CODE and TOO_MANY.
 */
export async function openLink(
  context: Context,
  { token, postalCode }: { token: string; postalCode?: string | undefined },
): Promise<{ needsPostalCode: true } | { needsPostalCode: false; invoice: LinkedInvoice }> {
  const { app, reqHeaders, requestId } = context
  const opened = await app.auth.rateLimit.hit('invoice-link', networkOf(context.ip), perNetwork)
  if (!opened.allowed) throw tooManyCalls(opened.retryAfterSeconds)
  const known = await app.auth.oneTimeTokens.read('invoice', token)
  const link = known && (await workingLink(app, { id: known.subject, generation: known.generation }))
  if (!link) throw invalidLink()
  if (!app.auth.provedLinks.has(reqHeaders, link)) {
    if (postalCode === undefined) return { needsPostalCode: true }
    await checkPostalCode(context, link, postalCode)
    app.auth.provedLinks.add(context, link)
  }
  const invoice = await app.db.asActor({ role: 'worker', id: link.therapistId }, async (tx) => {
    const now = app.clock.now()
    await recordOpening(tx, link, { requestId, now })
    return readLinkedInvoice(tx, link, now)
  })
  return { needsPostalCode: false, invoice }
}

/** Returns the link with this id if the browser has confirmed it; null if it has not, or if the link is no longer valid. */
export async function provedLink(
  app: Pick<AppContext, 'auth' | 'db' | 'clock'>,
  headers: RequestHeaders,
  id: InvoiceLinkId,
): Promise<OpenLink | null> {
  const generation = app.auth.provedLinks.generationOf(headers, id)
  return generation === null ? null : workingLink(app, { id, generation })
}

async function workingLink(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id, generation }: { id: InvoiceLinkId; generation: number },
): Promise<OpenLink | null> {
  const { rows: owners } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: TherapistId | null }>('select def.invoice_link_owner($1) as id', [id]),
  )
  const therapistId = owners[0]?.id
  if (!therapistId) return null
  return db.asActor({ role: 'worker', id: therapistId }, async ({ kysely }) => {
    const { rows } = await sql<OpenLink>`
      select l.id, l.generation, l.therapist_id as "therapistId", l.invoice_id as "invoiceId", l.email,
        i.frozen->'buyer'->>'postalCode' as "postalCode",
        coalesce(i.frozen->'seller'->>'logoSha', '') as "logoSha"
      from app.invoice_link l join app.invoice i on i.therapist_id = l.therapist_id and i.id = l.invoice_id
      where l.id = ${id} and l.generation = ${generation} and l.withdrawn_at is null and l.expires_at > ${clock.now()}`.execute(
      kysely,
    )
    return rows[0] ?? null
  })
}

/**
 * Counts an attempt before checking the code, so that parallel requests get no additional attempts. Reverts the counts if the code is correct. A link
 * becomes invalid after 20 wrong codes, until the therapist sends a new one.
 */
async function checkPostalCode({ app, ip }: Context, link: OpenLink, entered: string): Promise<void> {
  const { rateLimit } = app.auth
  const { count, minutes, inAll } = postalCodeAttempts
  const [soon, ever] = [
    { count, seconds: minutes * 60 },
    { count: inAll, seconds: 365 * 24 * 60 * 60 },
  ]
  const at = `${link.id}:${link.generation}`
  const counters = [
    ['postal-code-network', networkOf(ip), soon],
    ['postal-code-link', at, soon],
    ['postal-code-link-ever', at, ever],
  ] as const
  const counted: (typeof counters)[number][] = []
  const takeBack = () => Promise.all(counted.map(([what, whom]) => rateLimit.takeBack(what, whom)))
  for (const counter of counters) {
    const [what, whom, limit] = counter
    const { allowed, retryAfterSeconds } = await rateLimit.hit(what, whom, limit)
    if (!allowed) {
      await takeBack()
      throw limit === ever ? invalidLink() : tooManyCalls(retryAfterSeconds)
    }
    counted.push(counter)
  }
  if (!isSamePostalCode(entered, link.postalCode)) throw createRefusal('WRONG_POSTAL_CODE', 409)
  await takeBack()
}

/** Adds an opening to the audit log. The link identifies the person, who has no account. */
export async function insertOpeningAudit(tx: Tx, { id }: Pick<OpenLink, 'id'>, requestId: string): Promise<void> {
  await tx.run('select def.audit_link_opening($1, $2)', [id, requestId])
}

/** SQL for the start of a 15-minute interval. The audit log has one row per interval. */
const slotSql = (moment: RawBuilder<unknown>) => sql`date_bin('15 minutes', ${moment}, timestamptz 'epoch')`

/**
 * Records an opening: in the audit log and on the link once per 15 minutes, because a page reads its invoice again whenever it gets the focus; and
 * once per link in the invoice's history. Inserts the event before it changes the link, because the event locks the invoice, and all changes of links
 * lock the invoice first. Parallel openings of a link are counted one after the other.
 */
async function recordOpening(tx: Tx, link: OpenLink, { requestId, now }: { requestId: string; now: Date }) {
  const { id, therapistId, invoiceId } = link
  await insertOpeningAudit(tx, link, requestId)
  await sql`select pg_advisory_xact_lock(hashtext('attune link opening'), hashtext(${id}))`.execute(tx.kysely)
  await sql`
    insert into app.invoice_event (therapist_id, invoice_id, kind, data)
    select ${therapistId}, ${invoiceId}, 'opened', '{"by": "payer"}'
    where exists (select from app.invoice_link l where l.therapist_id = ${therapistId} and l.id = ${id} and l.openings = 0)`.execute(
    tx.kysely,
  )
  await sql`
    update app.invoice_link set opened_at = ${now}, openings = openings
      + (opened_at is null or ${slotSql(sql`opened_at`)} < ${slotSql(sql`${now}::timestamptz`)})::int
    where therapist_id = ${therapistId} and id = ${id}`.execute(tx.kysely)
}

async function readLinkedInvoice(tx: Tx, link: OpenLink, now: Date): Promise<LinkedInvoice> {
  const {
    therapistId: _therapist,
    businessName: _business,
    person: _person,
    payments: _payments,
    withdrawnReceipts: _withdrawn,
    credits: _credits,
    corrects: _corrects,
    ...shown
  } = await readOwnInvoice(tx, link.invoiceId, now)
  if (await isRecipient(tx, link, now)) return { ...shown, id: link.id, isAsIssued: false, asOf: null }
  const end = await findEndOfAgreement(tx, link)
  const { isCreditedAtZero, ...sums } = end?.sums ?? noSums
  const facts = { ...shown, status: 'issued' as const, ...sums }
  const withheldMinor = String(BigInt(shown.grossMinor) - payableMinor(shown.sheet))
  const status = statusOf({ ...facts, isCreditedAtZero, withheldMinor }, end?.day ?? shown.issuedOn)
  const kinds = await listEarlierKinds(tx, link, { sheet: shown.sheet, end })
  return {
    ...facts,
    status,
    id: link.id,
    isAsIssued: true,
    asOf: end?.day ?? null,
    overdueDays: status === 'overdue' && end ? overdueDays(shown.dueOn, end.day) : 0,
    openMinor: String(openMinor({ ...facts, withheldMinor })),
    documents: shown.documents.filter(({ kind }) => kinds.includes(kind)),
  }
}

const noSums = { paidMinor: '0', creditedMinor: '0', isCreditedAtZero: false }

/**
 * Returns whether a link shows a document of this kind. If links can no longer be sent to its address, for example after the client withdrew the
 * agreement, it shows only documents that the payer could open before.
 */
export async function doesLinkShowDocument(tx: Tx, link: OpenLink, kind: DocumentKind, now: Date): Promise<boolean> {
  if (await isRecipient(tx, link, now)) return true
  const { snapshot } = await tx.kysely
    .selectFrom('invoice')
    .select('frozen as snapshot')
    .where('therapist_id', '=', link.therapistId)
    .where('id', '=', link.invoiceId)
    .executeTakeFirstOrThrow()
  const end = await findEndOfAgreement(tx, link)
  return (await listEarlierKinds(tx, link, { sheet: snapshot as InvoiceDocument, end })).includes(kind)
}

import type { InvoiceId, InvoiceLinkId } from '@attune/contract/common/ids'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import type { PayerLinks } from '@attune/contract/features/billing/invoice/invoice.links'
import {
  linkDays,
  type InvoiceKind,
  type LinkObstacle,
  type LinkOccasion,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { PayerMailKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { queueMail } from '../../../messages/notification/notification.ts'
import { agreementOf, isChildSql, mayBill, mayBillSql } from '../../payer/payer.ts'
import { lockInvoiceRow, recordInvoiceEvent } from '../invoice.rows.ts'

/** The addresses to which links of an issued invoice can be sent. */
type Recipients = {
  kind: InvoiceKind
  recipients: string[]
  /** The reason why there are no recipients; null if `recipients` is not empty. */
  obstacle: LinkObstacle | null
}

type Parties = {
  kind: InvoiceKind
  buyer: 'client' | 'contact' | 'organization'
  postalCode: string
  hasAccount: boolean
  isChild: boolean
  mayBill: boolean
  email: string | null
  guardians: string[]
  /** Whether the invoice is kept from guardians, and whether its payer is one. */
  isKept: boolean
  paysGuardian: boolean
}

/** SQL for the email addresses of the guardians of the client `c`, without those whose account has no right to the invoices. */
const guardianEmailsSql = sql`
  array(select distinct g.email from app.client_contact g where g.therapist_id = c.therapist_id and g.client_id = c.id
    and g.is_guardian and g.email is not null and not def.is_guardian_without_invoices(g.id) order by 1)`

/**
 * Returns the email addresses to which an invoice of the acting therapist can be sent as a link: that of a payer to whom the client agrees, or
 * those of the guardians if the client is a minor without an account who pays. A guardian gets no link of an invoice that is kept from guardians.
 * Refuses with NOT_FOUND, also for a draft.
 */
export async function readRecipients(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<Recipients> {
  const { rows } = await sql<Parties>`
    select i.kind, i.frozen->'buyer'->>'kind' as buyer, coalesce(i.frozen->'buyer'->>'postalCode', '') as "postalCode",
      c.account_id is not null as "hasAccount", ${isChildSql(now)} as "isChild", ${mayBillSql(now)} as "mayBill", p.email,
      ${guardianEmailsSql} as guardians, def.is_invoice_kept(i.id) as "isKept", coalesce(p.is_guardian, false) as "paysGuardian"
    from app.invoice i join app.client c on c.therapist_id = i.therapist_id and c.id = i.client_id
      left join app.payer p on p.therapist_id = i.therapist_id and p.id = i.payer_id
      left join ${agreementOf} on true
    where i.therapist_id = ${tx.actor.id} and i.id = ${invoiceId} and i.status = 'issued'`.execute(tx.kysely)
  const [parties] = rows
  if (!parties) throw notFound()
  return { kind: parties.kind, ...recipientsOf(parties) }
}

function recipientsOf(parties: Omit<Parties, 'kind'>): Omit<Recipients, 'kind'> {
  const found = addressesOf(parties)
  if (typeof found === 'string') return { recipients: [], obstacle: found }
  if (!parties.postalCode) return { recipients: [], obstacle: 'no-postal-code' }
  return { recipients: found, obstacle: null }
}

/** The recipients of the invoice of a draft: the client in the app, and the addresses that get a link. */
type DraftReach = { isInApp: boolean; emails: string[]; obstacle: LinkObstacle | null }

/**
 * Returns the recipients that the invoices of the acting therapist's drafts would have if they were issued now, by the id of the draft. A client who
 * pays is reached in the app if the account is connected; a child without an account is reached through guardians.
 */
export async function readDraftReaches(
  tx: Tx,
  drafts: readonly { id: InvoiceId; payer: Payer; postalCode: string }[],
  now: Date,
): Promise<Map<string, DraftReach>> {
  type Row = { id: InvoiceId; hasAccount: boolean; isChild: boolean; isInApp: boolean; guardians: string[] }
  const { rows } = await sql<Row>`
    select i.id, c.account_id is not null as "hasAccount", ${isChildSql(now)} as "isChild", ${guardianEmailsSql} as guardians,
      coalesce(c.account_id = any (def.my_people()), false) as "isInApp"
    from app.invoice i join app.client c on c.therapist_id = i.therapist_id and c.id = i.client_id
    where i.therapist_id = ${tx.actor.id} and i.id = any (${drafts.map(({ id }) => id)}::uuid[])`.execute(tx.kysely)
  const clients = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    drafts.flatMap(({ id, payer, postalCode }) => {
      const client = clients.get(id)
      if (!client) return []
      // The issue of a draft decides whether guardians see it.
      const parties = {
        ...client,
        isKept: false,
        paysGuardian: false,
        buyer: payer.kind,
        mayBill: mayBill(payer),
        email: payer.email,
        postalCode,
      }
      const { recipients, obstacle } = recipientsOf(parties)
      const isReached = obstacle === 'client-pays' && client.isInApp
      return [[id, { isInApp: client.isInApp, emails: recipients, obstacle: isReached ? null : obstacle }]]
    }),
  )
}

function addressesOf({
  buyer,
  hasAccount,
  isChild,
  guardians,
  mayBill,
  email,
  isKept,
  paysGuardian,
}: Omit<Parties, 'kind'>): string[] | LinkObstacle {
  if (buyer === 'client' && isKept) return 'client-pays'
  if (isKept && paysGuardian) return 'no-email'
  if (buyer === 'client') return !hasAccount && isChild && guardians.length ? guardians : 'client-pays'
  if (!mayBill) return 'no-agreement'
  return email ? [email] : 'no-email'
}

/** Whether a link of an issued invoice of the acting therapist can be sent to this address now. Refuses with NOT_FOUND. */
export async function isRecipient(
  tx: Tx,
  { invoiceId, email }: { invoiceId: InvoiceId; email: string },
  now: Date,
): Promise<boolean> {
  return (await readRecipients(tx, invoiceId, now)).recipients.includes(email)
}

/**
 * Returns the recipients of a reminder about an invoice of the acting therapist: whether the client gets it in the app, and the email addresses that
 * get a link. A draft has no recipients. Refuses with NOT_FOUND.
 */
export async function readReminderReach(
  tx: Tx,
  invoice: { id: InvoiceId; status: 'draft' | 'issued' },
  now: Date,
): Promise<{ client: boolean; emails: string[] }> {
  if (invoice.status === 'draft') return { client: false, emails: [] }
  const [{ recipients }, accounts] = await Promise.all([
    readRecipients(tx, invoice.id, now),
    sql`select from app.invoice_client l where l.invoice_id = ${invoice.id} and l.account_id = any (def.my_people())`.execute(
      tx.kysely,
    ),
  ])
  return { client: accounts.rows.length > 0, emails: recipients }
}

/** Returns the links of an issued invoice of the acting therapist. Refuses with NOT_FOUND. */
export async function readPayerLinks(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<PayerLinks> {
  const { recipients, obstacle } = await readRecipients(tx, invoiceId, now)
  const { rows } = await sql<PayerLinks['items'][number]>`
    select l.id, l.occasion, l.email, l.sent_at as "sentAt", l.expires_at as "expiresAt", l.withdrawn_at as "withdrawnAt",
      l.opened_at as "openedAt", l.openings, def.invoice_link_mail(l.id) as mail
    from app.invoice_link l where l.therapist_id = ${tx.actor.id} and l.invoice_id = ${invoiceId}
    order by l.sent_at desc, l.id`.execute(tx.kysely)
  return { items: rows, recipients, obstacle }
}

/**
 * Emails a link of an issued invoice, or of its reminder, to each of its recipients (see `readRecipients`). Returns their addresses. Refuses with
 * NOT_FOUND.
 */
export async function sendLinks(
  tx: Tx,
  { invoiceId, occasion }: { invoiceId: InvoiceId; occasion: LinkOccasion | 'issue' },
  now: Date,
): Promise<string[]> {
  const { kind, recipients } = await readRecipients(tx, invoiceId, now)
  for (const email of recipients)
    await sendLink(tx, { invoiceId, email, occasion: occasion === 'issue' ? kind : occasion }, now)
  return recipients
}

async function sendLink(
  tx: Tx,
  { invoiceId, email, occasion }: { invoiceId: InvoiceId; email: string; occasion: LinkOccasion },
  now: Date,
): Promise<void> {
  const therapistId = tx.actor.id
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 60 * 60 * 1000)
  const { rows } = await sql<{ id: InvoiceLinkId; generation: number }>`
    insert into app.invoice_link as l (id, therapist_id, invoice_id, occasion, email, sent_at, expires_at)
    values (${randomUUID()}, ${therapistId}, ${invoiceId}, ${occasion}, ${email}, ${now}, ${expiresAt})
    on conflict (therapist_id, invoice_id, occasion, email) do update set generation = l.generation + 1, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, withdrawn_at = null
    returning l.id, l.generation`.execute(tx.kysely)
  const { id, generation } = rows[0] as (typeof rows)[number]
  await queueMail(tx, { to: null, kind: mailKindOf(occasion), actingFor: therapistId, subject: id, generation })
  await recordInvoiceEvent(tx, invoiceId, 'sent', { to: 'payer' })
}

const mailKindOf = (occasion: LinkOccasion): PayerMailKind =>
  occasion === 'invoice' || occasion === 'credit-note' ? `payer-${occasion}` : 'payer-reminder'

/**
 * Emails the payer a new link of an issued invoice of the acting therapist. Voids links to other addresses. Refuses with NOT_FOUND, and with
 * NOT_SENDABLE and the reason.
 */
export async function sendLinkAgain(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<PayerLinks> {
  await lockInvoiceRow(tx, invoiceId)
  const { recipients, obstacle } = await readRecipients(tx, invoiceId, now)
  if (obstacle) throw createRefusal('NOT_SENDABLE', 409, { obstacle })
  await updateOpenLinks(tx, invoiceId).set({ withdrawn_at: now }).where('email', 'not in', recipients).execute()
  await sendLinks(tx, { invoiceId, occasion: 'issue' }, now)
  return readPayerLinks(tx, invoiceId, now)
}

/** Withdraws all links of an issued invoice of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function withdrawLinks(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<PayerLinks> {
  await lockInvoiceRow(tx, invoiceId)
  await updateOpenLinks(tx, invoiceId).set({ withdrawn_at: now }).execute()
  return readPayerLinks(tx, invoiceId, now)
}

const updateOpenLinks = (tx: Tx, invoiceId: InvoiceId) =>
  tx.kysely
    .updateTable('invoice_link')
    .where('therapist_id', '=', tx.actor.id)
    .where('invoice_id', '=', invoiceId)
    .where('withdrawn_at', 'is', null)

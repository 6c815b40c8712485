import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import {
  missingScriptOf,
  missingScriptOfLetter,
  type MissingScript,
} from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { OwnStatement } from '@attune/contract/features/billing/payment/payment.statement'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { pickLetter, type StatementDocument } from '../../billing-document/billing-document.ts'

// These queries run for both therapists and clients. Row security shows a client only their own documents.

/** SQL for the client and the year of each invoice, credit note and payment that the caller can see. */
const yearsSql = sql`
  select i.client_id, extract(year from i.issued_on)::int as year from app.invoice i where i.status = 'issued'
  union
  select i.client_id, extract(year from p.paid_on)::int from app.payment p
    join app.invoice i on i.therapist_id = p.therapist_id and i.id = p.invoice_id where i.status = 'issued'`

/** Returns the years of a client's statements, latest first, and those whose statement has letters that PDFs cannot show. Refuses with NOT_FOUND. */
export async function listStatementYears(tx: Tx, clientId: ClientId): Promise<StatementYears> {
  const { rows: own } = await sql`
    select from app.client_name where therapist_id = ${tx.actor.id} and id = ${clientId}`.execute(tx.kysely)
  if (!own.length) throw notFound()
  const { rows } = await sql<{ year: number }>`
    select y.year from (${yearsSql}) y where y.client_id = ${clientId} order by y.year desc`.execute(tx.kysely)
  const scriptOf = await readStatementScripts(tx, [clientId])
  const years = rows.map(({ year }) => year)
  const letters = years.flatMap((year) => {
    const script = scriptOf(clientId, year)
    return script === null ? [] : [{ year, script }]
  })
  return { years, letters }
}

type StatementYears = { years: number[]; letters: { year: number; script: MissingScript }[] }

/** Returns a function that returns the script of a client's statement of a year that PDFs cannot show; null if they show all. */
async function readStatementScripts(
  tx: Tx,
  clientIds: readonly ClientId[],
): Promise<(clientId: ClientId, year: number) => MissingScript | null> {
  const heads = await readLetterheads(tx, clientIds)
  const { rows } = await sql<{ clientId: ClientId; year: number; payers: string[] }>`
    select i.client_id as "clientId", extract(year from i.issued_on)::int as year, array_agg(distinct ${payerSql}) as payers
    from app.invoice i where i.client_id = any (${clientIds}::uuid[]) and i.status = 'issued' group by 1, 2`.execute(
    tx.kysely,
  )
  return (clientId, year) => {
    const head = heads.get(clientId)
    const ofLetter = head && missingScriptOfLetter({ ...head.snapshot, buyer: recipientOf(head), person: null })
    return ofLetter ?? missingScriptOf(rows.find((row) => row.clientId === clientId && row.year === year)?.payers ?? [])
  }
}

/** Returns the statements that the acting client can open, the latest year first. */
export async function listOwnStatements(tx: Tx): Promise<OwnStatement[]> {
  const { rows } = await sql<Omit<OwnStatement, 'script'>>`
    select y.client_id as "clientId", y.year, c.name as name,
      (select i.frozen->'seller'->>'name' from app.invoice i
        where i.client_id = y.client_id and i.status = 'issued' order by i.issued_at desc limit 1) as "businessName"
    from (${yearsSql}) y join app.client_name c on c.id = y.client_id
    order by y.year desc, "businessName", name, y.client_id`.execute(tx.kysely)
  const scriptOf = await readStatementScripts(tx, [...new Set(rows.map(({ clientId }) => clientId))])
  return rows.map((row) => ({ ...row, script: scriptOf(row.clientId, row.year) }))
}

/** SQL for the name of the payer of an invoice `i`; empty where the client pays. */
const payerSql = sql`case when i.frozen->'buyer'->>'kind' = 'client' then '' else i.frozen->'buyer'->>'name' end`

/** Returns the script of a statement that PDFs cannot show; null if they show all. */
export const statementScript = (sheet: StatementDocument): MissingScript | null =>
  missingScriptOfLetter(sheet) ??
  missingScriptOf(sheet.accounts.flatMap(({ invoices }) => invoices.map(({ payer }) => payer)))

type Issued = StatementDocument['accounts'][number]['invoices'][number] & { currency: string }
type Paid = StatementDocument['accounts'][number]['payments'][number] & { currency: string }
type Letterhead = {
  clientId: ClientId
  snapshot: InvoiceDocument
  therapistId: TherapistId
  zone: string
  name: string
  buyer: InvoiceDocument['buyer'] | null
}

/**
 * Returns the statement of a client's record for a year, dated by `now`, and the id of the therapist. Returns null if the caller can see no
 * invoice or payment of this year.
 */
export async function readStatement(
  tx: Tx,
  { clientId, year }: { clientId: ClientId; year: number },
  now: Date,
): Promise<{ sheet: StatementDocument; therapistId: TherapistId } | null> {
  const [heads, issued, paid] = await Promise.all([
    readLetterheads(tx, [clientId]),
    listIssuedInYear(tx, clientId, year),
    listPaidInYear(tx, clientId, year),
  ])
  const head = heads.get(clientId)
  const currencies = [...new Set([...issued, ...paid].map(({ currency }) => currency))].toSorted()
  const [currency] = currencies
  if (!head || currency === undefined) return null
  const { snapshot, therapistId, zone } = head
  const of = <Row extends { currency: string }>(rows: Row[], one: string) =>
    rows.flatMap(({ currency: its, ...row }) => (its === one ? [row] : []))
  const sheet: StatementDocument = {
    kind: 'statement',
    ...pickLetter(snapshot),
    currency,
    buyer: recipientOf(head),
    person: null,
    madeOn: todayIn(zone, now),
    year,
    accounts: currencies.map((one) => ({ currency: one, invoices: of(issued, one), payments: of(paid, one) })),
  }
  return { sheet, therapistId }
}

const recipientOf = ({ snapshot, name, buyer }: Letterhead): InvoiceDocument['buyer'] => ({
  ...(buyer ?? withoutAddress(snapshot.buyer, name)),
  reference: '',
})

const withoutAddress = (buyer: InvoiceDocument['buyer'], name: string): InvoiceDocument['buyer'] => ({
  ...buyer,
  kind: 'client',
  name,
  street: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
  email: null,
  buyerReference: '',
})

/**
 * Returns the latest invoice of each client, for sender, language and paper of the statement; and the client's address on the latest invoice that
 * they pay themselves, null if others pay everything.
 */
async function readLetterheads(tx: Tx, clientIds: readonly ClientId[]): Promise<Map<ClientId, Letterhead>> {
  const { rows } = await sql<Letterhead>`
    select distinct on (i.client_id) i.client_id as "clientId", i.frozen as snapshot, i.therapist_id as "therapistId", coalesce(t.zone, 'UTC') as zone, c.name as name,
      (select o.frozen->'buyer' from app.invoice o where o.client_id = i.client_id and o.status = 'issued'
        and o.frozen->'buyer'->>'kind' = 'client' order by o.issued_at desc limit 1) as buyer
    from app.invoice i join app.client_name c on c.id = i.client_id left join app.person t on t.account_id = i.therapist_id
    where i.client_id = any (${clientIds}::uuid[]) and i.status = 'issued' order by i.client_id, i.issued_at desc`.execute(
    tx.kysely,
  )
  return new Map(rows.map((row) => [row.clientId, row]))
}

/** Returns the invoices and credit notes of a client that were issued in a year, in the order of issue. `payer` is empty where the client pays. */
async function listIssuedInYear(tx: Tx, clientId: ClientId, year: number): Promise<Issued[]> {
  const { rows } = await sql<Issued>`
    select i.number_text as number, i.kind, i.issued_on::text as "issuedOn", i.gross_minor::text as "grossMinor",
      i.withheld_minor::text as "withheldMinor", i.currency,
      ${payerSql} as payer
    from app.invoice i
    where i.client_id = ${clientId} and i.status = 'issued' and extract(year from i.issued_on) = ${year}
    order by i.issued_at`.execute(tx.kysely)
  return rows
}

/** Returns the payments and counter-entries of a year, by day. */
async function listPaidInYear(tx: Tx, clientId: ClientId, year: number): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select p.paid_on::text as "paidOn", i.number_text as number, p.method, p.amount_minor::text as "amountMinor", p.currency
    from app.payment p join app.invoice i on i.therapist_id = p.therapist_id and i.id = p.invoice_id
    where i.client_id = ${clientId} and i.status = 'issued' and extract(year from p.paid_on) = ${year}
    order by p.paid_on, p.recorded_at, p.id`.execute(tx.kysely)
  return rows
}

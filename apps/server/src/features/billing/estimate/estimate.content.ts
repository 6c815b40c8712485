import type { ClientId } from '@attune/contract/common/ids'
import { estimateCountry, estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import {
  type EstimateField,
  estimateTotal,
  lastPeriodDay,
  lineTotal,
  maxEstimateMinor,
} from '@attune/contract/features/billing/estimate/estimate.rules'
import type { EstimateContent, MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import type { Business } from '@attune/contract/features/billing/business/business'
import { isFilled } from '@attune/contract/common/text/text'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { type EstimateDocument, printable } from '../billing-document/billing-document.ts'
import { buyerOf, type Parties, readParties, sellerOf } from '../invoice/invoice.ts'

/** The data that an estimate of a client needs. */
export type EstimateParties = {
  clientId: ClientId
  clientName: string
  birthDate: string | null
  /** The business if it is in the United States, otherwise null. */
  business: Business | null
  parties: Parties
  /** The current day in the therapist's zone. */
  today: string
}

/** Returns the data that an estimate of a client of the acting therapist needs. Refuses with NOT_FOUND. */
export async function readEstimateParties(tx: Tx, clientId: ClientId, now: Date): Promise<EstimateParties> {
  const parties = await readParties(tx, [{ id: clientId, clientId, payerId: null }], now)
  const client = parties.clients.get(clientId)
  if (!client) throw notFound()
  const { rows } = await sql<{ birthDate: string | null }>`
    select date_of_birth::text as "birthDate" from app.client
    where therapist_id = ${tx.actor.id} and id = ${clientId}`.execute(tx.kysely)
  const business = parties.business?.country === estimateCountry ? parties.business : null
  const { today } = parties
  return { clientId, clientName: client.name, birthDate: rows[0]?.birthDate ?? null, business, parties, today }
}

/**
 * Returns the missing fields of an estimate, in the order of the form. An estimate contains the date of birth (45 CFR 149.610(c)(1)(i), as listed in
 * the data elements of HHS, form CMS-10791, omb.report/icr/202109-0938-015, read on 27 November 2026).
 */
export function missingEstimateFields(
  content: EstimateContent,
  business: Business,
  birthDate: string | null,
): MissingEstimateField[] {
  const { periodFrom, periodUntil, lines } = content
  const isPeriod = periodFrom !== null && periodUntil !== null
  const fits = isPeriod && periodUntil >= periodFrom && periodUntil <= lastPeriodDay(periodFrom)
  const lacks: [EstimateField, boolean][] = [
    ['business', ![business.name, business.street, business.city, business.region].every(isFilled)],
    ['npi', !business.npi],
    ['taxId', !isFilled(business.taxId)],
    ['birthDate', birthDate === null],
    ['periodFrom', periodFrom === null],
    ['periodUntil', periodUntil === null || (isPeriod && !fits)],
    ['place', !content.place],
    ['lines', lines.length === 0],
    ['total', estimateTotal(lines) > maxEstimateMinor],
  ]
  return [
    ...lacks.flatMap(([field, isMissing]) => (isMissing ? [{ field, position: null }] : [])),
    ...lines.flatMap(({ text, priceMinor }, index) => [
      ...(text ? [] : [{ field: 'text' as const, position: index + 1 }]),
      ...(priceMinor === null ? [{ field: 'price' as const, position: index + 1 }] : []),
    ]),
  ]
}

/** Returns the printed content of a complete draft, with the number of its version. */
export function estimateDocument(
  content: EstimateContent,
  { business, parties, clientId, birthDate, today }: EstimateParties & { business: Business },
  { number, nextSessionOn }: Pick<EstimateDocument, 'number' | 'nextSessionOn'>,
): EstimateDocument {
  const payer = parties.payers.get(clientId)
  if (!payer) throw new Error('a client without a payer')
  const { language, periodFrom, periodUntil, frequency, place, diagnosis, separately, lines } = content
  return printable({
    kind: 'estimate',
    number,
    language,
    paper: 'Letter',
    currency: estimateCurrency,
    seller: sellerOf(business, parties.therapistName),
    buyer: buyerOf(payer, business),
    person: null,
    footer: business.footer,
    madeOn: today,
    birthDate,
    periodFrom: periodFrom ?? today,
    periodUntil: periodUntil ?? today,
    nextSessionOn,
    frequency,
    place,
    diagnosis,
    separately,
    lines: lines.map((line) => ({
      code: line.code,
      text: line.text,
      quantity: line.quantity,
      priceMinor: line.priceMinor ?? '0',
      totalMinor: String(lineTotal(line)),
    })),
    totalMinor: String(estimateTotal(lines)),
  })
}

/**
 * Returns the content of a new draft: that of the latest estimate, with a new period if the earlier one is over. If there is no estimate yet, only
 * the business's address and language and a new period are filled in.
 */
export function firstContent(
  { business, today }: Pick<EstimateParties, 'business' | 'today'>,
  latest: EstimateDocument | null,
): EstimateContent {
  if (latest) {
    const { language, periodFrom, periodUntil, frequency, place, diagnosis, separately, lines } = latest
    const period = periodUntil >= today ? { periodFrom, periodUntil } : newPeriod(today)
    const content = { language, ...period, frequency, place, diagnosis, separately }
    return {
      ...content,
      lines: lines.map(({ code, text, quantity, priceMinor }) => ({ code, text, quantity, priceMinor })),
    }
  }
  const { street, city, region, postalCode, language = 'en' } = business ?? {}
  const town = [region, postalCode].filter(Boolean).join(' ')
  const place = [street, city, town].filter(Boolean).join(', ')
  return { language, ...newPeriod(today), frequency: '', place, diagnosis: '', separately: '', lines: [] }
}

const newPeriod = (today: string) => ({ periodFrom: today, periodUntil: lastPeriodDay(today) })

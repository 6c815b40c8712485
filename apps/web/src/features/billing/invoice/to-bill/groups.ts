import type { ClientId } from '@attune/contract/common/ids'
import type { ToBillItem } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'

export type ToBillKey = Pick<ToBillItem, 'sessionId' | 'clientId'>

/** The unbilled sessions of one client. */
export type ToBillGroup = {
  clientId: ClientId
  clientName: string
  items: ToBillItem[]
}

/** Returns the key of a session and a client, for sets and React keys. */
export const toBillKey = ({ sessionId, clientId }: ToBillKey) => `${sessionId} ${clientId}`

/** Groups the sessions by client, in the order of each client's first appearance. Sorts each group by day and time. */
export function toBillGroups(items: readonly ToBillItem[]): ToBillGroup[] {
  const groups = Map.groupBy(items, ({ clientId }) => clientId)
  return [...groups].map(([clientId, of]) => ({
    clientId,
    clientName: of[0]?.clientName ?? '',
    items: of.toSorted((one, other) =>
      `${one.serviceOn} ${one.serviceTime}`.localeCompare(`${other.serviceOn} ${other.serviceTime}`),
    ),
  }))
}

/** Whether a session can be put on a draft: it has a price, and the payer may be billed. */
export const isBillable = (item: ToBillItem) => item.priceMinor !== null && item.payerAgreed

/** Returns the sums of the prices, by currency. Amounts in different currencies are never added. */
export function toBillSums(items: readonly ToBillItem[]): { currency: string; minor: string }[] {
  const sums = new Map<string, bigint>()
  for (const { priceMinor, currency } of items)
    if (priceMinor !== null) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(priceMinor))
  return [...sums].map(([currency, minor]) => ({ currency, minor: String(minor) }))
}

/** Returns the month before the month of a day (`YYYY-MM-DD`), as `YYYY-MM`. */
export function monthBefore(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return month === 1 ? `${Number(year) - 1}-12` : `${year}-${String(Number(month) - 1).padStart(2, '0')}`
}

/**
 * Returns at most `most` sessions for one call: all sessions of the first clients, so that no client gets two drafts. If the first client alone has
 * more, returns the earliest sessions of this client.
 */
export function draftedAtOnce(items: readonly ToBillItem[], most: number): ToBillItem[] {
  const chosen: ToBillItem[] = []
  for (const { items: ofClient } of toBillGroups(items)) {
    if (chosen.length + ofClient.length > most) return chosen.length > 0 ? chosen : ofClient.slice(0, most)
    chosen.push(...ofClient)
  }
  return chosen
}

/** Returns the billable sessions of a month (`YYYY-MM`). */
export const billableIn = (items: readonly ToBillItem[], month: string) =>
  items.filter((item) => item.serviceOn.startsWith(month) && isBillable(item))

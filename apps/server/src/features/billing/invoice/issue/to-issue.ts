import type { InvoiceId } from '@attune/contract/common/ids'
import { maxDraftsToIssue } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import type { Tx } from '../../../../platform/database/actor.ts'
import { draftDocument, missingFields, openDraft } from '../draft/document.ts'
import { readParties } from '../draft/parties.ts'
import { listDraftRows, listLinesOfInvoices } from '../invoice.rows.ts'
import { readDraftReaches } from '../links/links.ts'
import { creditIn, listInvoicesOfPayers, payerOfInvoice } from '../read/of-payer.ts'

const paymentsOff = { of: 'business', field: 'paymentsOff', position: null } as const

/**
 * Returns drafts of the acting therapist for the review before they are issued together, by the client's name: the drafts `ids` if given, otherwise
 * all, at most `maxDraftsToIssue`. Omits the check of the e-invoice, which `issueInvoice` makes.
 */
export async function listDraftsToIssue(
  tx: Tx,
  { ids }: { ids?: readonly InvoiceId[] | undefined },
  now: Date,
): Promise<{ items: DraftToIssue[]; more: boolean }> {
  const found = await listDraftRows(tx, ids, maxDraftsToIssue + 1)
  const rows = found.slice(0, maxDraftsToIssue)
  if (!rows.length) return { items: [], more: false }
  const [parties, lines] = await Promise.all([
    readParties(tx, rows, now),
    listLinesOfInvoices(
      tx,
      rows.map(({ id }) => id),
    ),
  ])
  const drafts = rows.map((row) => {
    const draft = openDraft(row, lines.get(row.id) ?? [], parties)
    const sheet = draftDocument(draft)
    return { ...draft, sheet, id: row.id, postalCode: sheet.buyer.postalCode }
  })
  const payers = drafts.map(({ row, sheet }) => payerOfInvoice(row, sheet.buyer))
  const [reaches, ofPayers] = [await readDraftReaches(tx, drafts, now), await listInvoicesOfPayers(tx, payers)]
  const items = drafts.flatMap(({ sheet, ...draft }) => {
    const { row, payer } = draft
    const reach = reaches.get(row.id)
    const { id, version, clientId, currency } = row
    const clientName = parties.clients.get(clientId)?.name ?? ''
    const facts = { id, version, clientId, clientName, payerName: payer.name, grossMinor: sheet.grossMinor, currency }
    const missing = [...(draft.business.isOn ? [] : [paymentsOff]), ...missingFields(draft, sheet)]
    const creditMinor = creditIn(ofPayers.get(id)).toString()
    return reach ? [{ ...facts, ...reach, creditMinor, missing }] : []
  })
  return { items, more: found.length > rows.length }
}

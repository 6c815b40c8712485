import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { maxInvoiceMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { DraftContent, DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { isDeepStrictEqual } from 'node:util'
import { saveVersioned } from '../../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, notFound } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { readCurrentPayers, readPayers } from '../../payer/payer.ts'
import { changeSessions } from './billed.ts'
import { draftLineNet, draftDocument, openBusiness, openDraft, wantsDiagnosis } from './document.ts'
import { readParties } from './parties.ts'
import {
  readInvoiceRow,
  lineValues,
  listInvoiceLines,
  lockInvoiceRow,
  minorSql,
  recordInvoiceEvent,
  type InvoiceRow,
} from '../invoice.rows.ts'
import { readInvoice } from './view.ts'

export type NewDraft = {
  id: InvoiceId
  clientId: ClientId
  currency: string
  isFee: boolean
  replacesId: InvoiceId | null
  draftCommand: string | null
} & DraftContent

/** Inserts a draft with its lines. Does not mark the sessions as billed. Refuses with CONFLICT if the id is already used. */
export async function insertDraft(tx: Tx, draft: NewDraft, now: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('invoice')
    .values({
      id: draft.id,
      therapist_id: tx.actor.id,
      client_id: draft.clientId,
      is_fee: draft.isFee,
      replaces_id: draft.replacesId,
      currency: draft.currency,
      draft_command: draft.draftCommand,
      ...contentColumns(draft),
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  await insertLines(tx, draft.id, draft.lines)
  await storeSums(tx, draft.id, await readDraftDocument(tx, draft.id, now))
  const sessions = draft.lines.filter(({ sessionId }) => sessionId !== null).length
  await recordInvoiceEvent(tx, draft.id, 'drafted', sessions ? { sessions: String(sessions) } : {})
}

const contentColumns = (content: Omit<DraftContent, 'lines'>) => ({
  payer_id: content.payerId,
  language: content.language,
  note: content.note,
  reference: content.reference,
  show_diagnosis: content.showDiagnosis,
  diagnosis: content.diagnosis,
})

async function insertLines(tx: Tx, invoiceId: InvoiceId, lines: DraftLine[]): Promise<void> {
  if (!lines.length) return
  await tx.kysely
    .insertInto('invoice_line')
    .values(
      lines.map((line, index) => ({
        therapist_id: tx.actor.id,
        invoice_id: invoiceId,
        position: index + 1,
        ...lineValues(line),
        net_minor: minorSql(draftLineNet(line)),
      })),
    )
    .execute()
}

/** Returns the content of a stored draft as it would be issued now. */
async function readDraftDocument(tx: Tx, id: InvoiceId, now: Date): Promise<InvoiceDocument> {
  const row = await readInvoiceRow(tx, id)
  return draftDocument(openDraft(row, await listInvoiceLines(tx, id), await readParties(tx, [row], now)))
}

/** Stores the sums of the sheet of a draft, for lists. */
async function storeSums(tx: Tx, id: InvoiceId, sheet: InvoiceDocument): Promise<void> {
  await tx.kysely
    .updateTable('invoice')
    .set({
      net_minor: minorSql(sheet.netMinor),
      tax_minor: minorSql(sheet.taxMinor),
      gross_minor: minorSql(sheet.grossMinor),
    })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
}

/**
 * Creates an empty draft. Repeating the call changes nothing. Refuses with NOT_FOUND for another therapist's client, with BUSINESS_INCOMPLETE if no
 * business settings were saved, with PAYMENTS_OFF, and with CONFLICT if the id is already used.
 */
export async function createDraft(
  tx: Tx,
  { id, clientId }: { id: InvoiceId; clientId: ClientId },
  now: Date,
): Promise<InvoiceView> {
  const [payer, saved] = await Promise.all([readCurrentPayers(tx, [clientId], now), readBusiness(tx)])
  const current = payer.get(clientId)
  if (!current) throw notFound()
  const known = await tx.kysely
    .selectFrom('invoice')
    .select('client_id')
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (known && known.client_id !== clientId) throw conflict()
  if (known) return readInvoice(tx, id, now)
  const business = openBusiness(saved)
  await insertDraft(
    tx,
    {
      id,
      clientId,
      currency: business.currency,
      isFee: false,
      replacesId: null,
      draftCommand: null,
      payerId: current.id,
      language: business.language,
      note: '',
      reference: '',
      showDiagnosis: wantsDiagnosis(business.country, current),
      diagnosis: null,
      lines: [],
    },
    now,
  )
  return readInvoice(tx, id, now)
}

/**
 * Replaces the content of a draft. Repeating the call changes nothing. Refuses with:
 * - NOT_FOUND for an invoice, payer or session of another therapist, and for a payer of another client
 * - BAD_REQUEST for a line above the maximum amount
 * - CHANGED and the current invoice, if it has changed since the version or was issued
 * - NOT_BILLABLE if a session cannot be billed to this client, or is on two lines
 * - FEE_APART if there are other lines besides fees as damages
 */
export async function saveDraft(
  tx: Tx,
  { id, version, ...content }: { id: InvoiceId; version: number } & DraftContent,
  now: Date,
): Promise<InvoiceView> {
  const row = await lockInvoiceRow(tx, id)
  const current = () => readInvoice(tx, id, now)
  const changed = async () => createRefusal('CHANGED', 409, await current())
  if (row.status === 'issued') throw await changed()
  const isSame = () => hasContent(tx, row, content)
  return saveVersioned({ stored: row, base: version, isSame, repeat: 'next', current, changed }, () =>
    replaceContent(tx, row, content, now),
  )
}

async function replaceContent(tx: Tx, row: InvoiceRow, content: DraftContent, now: Date): Promise<InvoiceView> {
  const { id } = row
  if (content.lines.some((line) => exceedsLimit(draftLineNet(line)))) throw createRefusal('BAD_REQUEST', 400)
  if (content.payerId !== null) {
    const payer = (await readPayers(tx, [content.payerId], now)).get(content.payerId)
    if (payer?.clientId !== row.clientId) throw notFound()
  }
  await tx.kysely
    .deleteFrom('invoice_line')
    .where('invoice_id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  await changeSessions(tx, row, content.lines)
  await insertLines(tx, id, content.lines)
  await tx.kysely
    .updateTable('invoice')
    .set({ ...contentColumns(content), version: row.version + 1, updated_at: now })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  const view = await readInvoice(tx, id, now)
  await storeSums(tx, id, view.sheet)
  return view
}

const exceedsLimit = (net: bigint) => net > maxInvoiceMinor || net < -maxInvoiceMinor

async function hasContent(tx: Tx, row: InvoiceRow, content: DraftContent): Promise<boolean> {
  const { payerId, language, note, reference, showDiagnosis, diagnosis } = row
  const lines = (await listInvoiceLines(tx, row.id)).map(
    ({ position: _position, netMinor: _net, isCredited: _credited, creditsPosition: _credits, ...line }) => line,
  )
  return isDeepStrictEqual({ payerId, language, note, reference, showDiagnosis, diagnosis, lines }, { ...content })
}

/** Deletes a draft. Its sessions can be billed again. Refuses with NOT_FOUND, and with CHANGED and the invoice once it is issued. */
export async function removeDraft(tx: Tx, id: InvoiceId, now: Date): Promise<void> {
  const row = await lockInvoiceRow(tx, id)
  if (row.status === 'issued') throw createRefusal('CHANGED', 409, await readInvoice(tx, id, now))
  await tx.kysely.deleteFrom('invoice').where('id', '=', id).where('therapist_id', '=', tx.actor.id).execute()
}

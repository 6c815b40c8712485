import type { ClientId } from '@attune/contract/common/ids'
import { storedTaxId } from '@attune/contract/features/billing/payer/payer.tax-id.rules'
import type { ClientBilling, EditedPayer, Payer } from '@attune/contract/features/billing/payer/payer'
import { randomUUID } from 'node:crypto'
import { saveVersioned } from '../../../platform/command/save-versioned.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { readCurrentPayer, listPayingContacts } from './payer.queries.ts'
import { listClientSplits } from './payer.split.ts'

export { mayBill, sharesOf } from '@attune/contract/features/billing/payer/payer.rules'
export { keepAgreements } from './payer.agreement.ts'
export { followContacts, movePayers } from './payer.contacts.ts'
export { agreementOf, readCurrentPayers, isChildSql, mayBillSql, readPayers } from './payer.queries.ts'
export { readSplits } from './payer.split.ts'

/** Returns the payer of a client record of the acting therapist, the contacts who can pay, and the sharing rules. Refuses with NOT_FOUND. */
export async function readClientBilling(tx: Tx, clientId: ClientId, now: Date): Promise<ClientBilling> {
  const payer = await readCurrentPayer(tx, clientId, now)
  const [contacts, splits] = await Promise.all([listPayingContacts(tx, clientId), listClientSplits(tx, clientId)])
  return { payer, contacts, splits }
}

/**
 * Saves the payer of a client. A different person or organization is a new payer and needs a new agreement. Repeating the call changes nothing.
 * Refuses with:
 * - NOT_FOUND
 * - BAD_REQUEST for an organization without a name
 * - NOT_A_PAYER if the contact does not belong to the record or is not marked as a payer
 * - CHANGED and the current payer, if it has changed since the version
 */
export async function savePayer(tx: Tx, edited: EditedPayer, now: Date): Promise<Payer> {
  await lockPayer(tx, edited.id)
  const before = await readCurrentPayer(tx, edited.id, now)
  const contact = await readPayingContact(tx, edited)
  const content = contentOf(edited, contact?.name)
  const changed = () => createRefusal('CHANGED', 409, { payer: before })
  const [base, isSame] = [edited.version, (payer: Payer) => hasContent(payer, content)]
  return saveVersioned({ stored: before, base, isSame, repeat: 'any', current: () => before, changed }, async () => {
    const columns = { ...columnsOf(content), is_guardian: contact?.isGuardian ?? false, version: before.version + 1 }
    await writePayer(tx, { id: edited.id, before, content, columns })
    return readCurrentPayer(tx, edited.id, now)
  })
}

type PayerWrite = {
  id: ClientId
  before: Payer
  content: PayerContent
  columns: ReturnType<typeof columnsOf> & { is_guardian: boolean; version: number }
}

/** Updates the payer of a client record, or inserts another one as the current payer. Refuses with CHANGED. */
async function writePayer(tx: Tx, { id, before, content, columns }: PayerWrite): Promise<void> {
  if (before.id && isSamePayer(before, content))
    await tx.kysely.updateTable('payer').set(columns).where('id', '=', before.id).execute()
  else {
    if (before.id) await tx.kysely.updateTable('payer').set({ is_current: false }).where('id', '=', before.id).execute()
    const { numInsertedOrUpdatedRows } = await tx.kysely
      .insertInto('payer')
      .values({
        ...columns,
        id: randomUUID(),
        therapist_id: tx.actor.id,
        client_id: id,
        kind: content.kind,
      })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw createRefusal('CHANGED', 409, { payer: before })
  }
}

type PayerContent = Omit<EditedPayer, 'id' | 'version'>

/**
 * Returns the content of a payer to save. Only organizations have references; names of contacts and clients come from the record. Refuses with
 * BAD_REQUEST for an organization without a name.
 */
function contentOf(edited: EditedPayer, contactName: string | undefined): PayerContent {
  const { id: _id, version: _version, ...content } = edited
  const isOrganization = content.kind === 'organization'
  if (isOrganization && content.name === '') throw createRefusal('BAD_REQUEST', 400)
  return {
    ...content,
    contactId: content.kind === 'contact' ? content.contactId : null,
    name: isOrganization ? content.name : (contactName ?? ''),
    reference: isOrganization ? content.reference : '',
    buyerReference: isOrganization ? content.buyerReference : '',
    taxId: storedTaxId(content.taxId, content.country),
    organizationType: isOrganization ? content.organizationType : null,
    wantsDiagnosis: content.kind === 'client' ? content.clientWantsDiagnosis : content.wantsDiagnosis,
  }
}

const columnsOf = (content: PayerContent) => ({
  contact_id: content.contactId,
  name: content.name,
  street: content.street,
  postal_code: content.postalCode,
  city: content.city,
  region: content.region,
  country: content.country,
  email: content.email,
  reference: content.reference,
  buyer_reference: content.buyerReference,
  tax_id: content.taxId,
  organization_type: content.organizationType,
  wants_diagnosis: content.wantsDiagnosis,
  client_wants_diagnosis: content.clientWantsDiagnosis,
})

const hasContent = (saved: Payer, content: PayerContent) =>
  saved.id !== null &&
  (Object.keys(content) as (keyof PayerContent)[]).every(
    (field) => (field === 'name' && content.kind === 'client') || saved[field] === content[field],
  )

/** Whether the payer is the same person or organization as before, so that the client’s agreement still applies. */
const isSamePayer = (before: Payer, content: PayerContent) =>
  before.kind === content.kind &&
  before.contactId === content.contactId &&
  (content.kind !== 'organization' || before.name === content.name)

/** Returns the contact of an edit. Refuses with NOT_A_PAYER if it does not belong to the record or is not marked as a payer. */
async function readPayingContact(tx: Tx, { id, kind, contactId }: EditedPayer) {
  if (kind !== 'contact') return null
  const contact = await tx.kysely
    .selectFrom('client_contact')
    .select(['name', 'is_guardian as isGuardian'])
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', id)
    .where('id', '=', contactId)
    .where('is_payer', '=', true)
    .executeTakeFirst()
  if (!contact) throw createRefusal('NOT_A_PAYER', 409)
  return contact
}

/** Locks the current payer of a client record until the transaction ends. */
async function lockPayer(tx: Tx, clientId: ClientId): Promise<void> {
  await tx.kysely
    .selectFrom('payer')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .where('is_current', '=', true)
    .forUpdate()
    .execute()
}

import { isEmail, isFilled } from '@attune/contract/common/text/text'
import { isWrongLeitwegId } from '@attune/contract/features/billing/payer/payer.leitweg.rules'
import { taxIdProblem, type TaxIdProblem } from '@attune/contract/features/billing/payer/payer.tax-id.rules'
import type { ClientBilling, EditedPayer, Payer } from '@attune/contract/features/billing/payer/payer'

/** The payer as entered in the form. The email and the country are empty instead of null. */
export type PayerDraft = Omit<EditedPayer, 'email' | 'country'> & { email: string; country: string }

/** Returns the initial draft of the form. The default country is that of the business. */
export function payerDraftOf(payer: Payer, businessCountry: string | null): PayerDraft {
  const { id: _id, isGuardianOfChild: _, agreedAt: _at, agreedBy: _by, withdrawnAt: _end, clientId, ...content } = payer
  return {
    ...content,
    id: clientId,
    name: payer.kind === 'organization' ? payer.name : '',
    email: payer.email ?? '',
    country: payer.country ?? businessCountry ?? '',
  }
}

/**
 * Returns the draft for another kind of payer, without the address and references of the previous one. Returns the saved values when switching back
 * to the saved payer.
 */
export function payerOfKind(
  draft: PayerDraft,
  kind: PayerDraft['kind'],
  saved: PayerDraft,
  contacts: ClientBilling['contacts'],
): PayerDraft {
  if (kind === saved.kind) return { ...saved, clientWantsDiagnosis: draft.clientWantsDiagnosis }
  const [contact] = kind === 'contact' ? contacts : []
  return {
    ...draft,
    kind,
    contactId: contact?.id ?? null,
    name: '',
    street: '',
    postalCode: '',
    city: '',
    region: '',
    email: contact?.email ?? '',
    reference: '',
    buyerReference: '',
    taxId: '',
    organizationType: null,
    wantsDiagnosis: false,
  }
}

type PayerProblem = 'name' | 'contactId' | 'email' | 'leitwegId' | 'taxId'

/** Whether the form has a field for the tax id: for an organization, and for every payer in Spain. */
export const hasTaxId = ({ kind, country }: Pick<PayerDraft, 'kind' | 'country'>) =>
  kind === 'organization' || country === 'ES'

/** Returns the problem with the tax id of a draft; null if there is none. */
export const draftTaxIdProblem = (draft: PayerDraft): TaxIdProblem | null =>
  hasTaxId(draft) ? taxIdProblem(draft.taxId, draft.country || null) : null

/** Returns the fields of a draft that are missing or wrong. An address can be completed later. */
export function payerProblems(draft: PayerDraft): PayerProblem[] {
  const { kind, name, contactId, email, buyerReference, country } = draft
  const wrong: Record<PayerProblem, boolean> = {
    name: kind === 'organization' && !isFilled(name),
    contactId: kind === 'contact' && contactId === null,
    email: isFilled(email) && !isEmail(email),
    taxId: draftTaxIdProblem(draft) !== null,
    leitwegId: kind === 'organization' && isWrongLeitwegId(buyerReference, country || null),
  }
  return (Object.keys(wrong) as PayerProblem[]).filter((field) => wrong[field])
}

/** Returns the texts of a draft that an invoice prints. The name of a client or contact is not entered in this form. */
export function payerTexts(draft: PayerDraft, { payer, contacts }: ClientBilling): string[] {
  const names = {
    client: payer.kind === 'client' ? payer.name : '',
    contact: contacts.find(({ id }) => id === draft.contactId)?.name ?? '',
    organization: draft.name,
  }
  return [names[draft.kind], draft.street, draft.postalCode, draft.city, draft.region, draft.reference]
}

/** Returns the payer of a draft without problems. */
export const payerFrom = ({ email, country, ...rest }: PayerDraft): EditedPayer => ({
  ...rest,
  contactId: rest.kind === 'contact' ? rest.contactId : null,
  taxId: hasTaxId({ kind: rest.kind, country }) ? rest.taxId : '',
  organizationType: rest.kind === 'organization' ? (rest.organizationType ?? 'company') : null,
  email: isFilled(email) ? email : null,
  country: country === '' ? null : country,
})

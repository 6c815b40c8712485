import type { SentFormId } from '@attune/contract/common/ids'
import type { GuardianFormItem, GuardianFormView } from '@attune/contract/features/people/guardian/guardian.forms'
import type { Tx } from '../../../../platform/database/actor.ts'
import {
  type FilledForm,
  listFilledForms,
  type OtherSigners,
  readFirstName,
  readOtherSigners,
  readOwnForm,
  requireOwnForm,
} from '../../../care/form/form.ts'

type OfGuardian = Pick<GuardianFormItem, 'signedBy' | 'signerName' | 'waitsForAnother' | 'mayWithdraw'>
function ofGuardian(form: FilledForm, facts: OtherSigners | undefined): OfGuardian {
  const { state, isConsent, isOwnSignature, isOnPaper, signedAt } = form
  const signer = isOwnSignature ? 'you' : isOnPaper ? 'paper' : 'another'
  return {
    signedBy: signedAt === null ? null : signer,
    signerName: facts?.signerName ?? '',
    waitsForAnother: facts?.waitsForAnother ?? false,
    mayWithdraw: state === 'signed' && isConsent && isOwnSignature,
  }
}

/** Returns the forms that the acting guardian fills in and signs for a client, open ones first. */
export async function listGuardianForms(tx: Tx, now: Date): Promise<GuardianFormItem[]> {
  const forms = await listFilledForms(tx, now)
  const facts = await readOtherSigners(
    tx,
    forms.map(({ id }) => id),
  )
  return forms.map((form) => {
    const { isOwnSignature, isOnPaper, ...item } = form
    void [isOwnSignature, isOnPaper]
    return { ...item, ...ofGuardian(form, facts.get(form.id)) }
  })
}

/** Returns a form for the acting guardian, to be filled in or as it was signed. Refuses with NOT_FOUND. */
export async function readGuardianForm(tx: Tx, id: SentFormId, now: Date): Promise<GuardianFormView> {
  const view = await readOwnForm(tx, id, now)
  const { clientId, isOwnSignature, isOnPaper } = await requireOwnForm(tx, id, now)
  const facts = (await readOtherSigners(tx, [id])).get(id)
  return {
    ...view,
    ...ofGuardian({ ...view, isOwnSignature, isOnPaper }, facts),
    firstName: await readFirstName(tx, clientId),
  }
}

import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { saveFormAnswers, signForm, withdrawSignedConsent } from '../../../care/form/form.ts'
import { listGuardianForms, readGuardianForm } from './forms.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianFormsHandlers = {
  forms: operation(on.forms, async (tx, _input, now) => ({ items: await listGuardianForms(tx, now) })),

  form: operation(on.form, (tx, input, now) => readGuardianForm(tx, input.id, now)),

  saveFormAnswers: operation(on.saveFormAnswers, saveFormAnswers),

  signForm: operation(on.signForm, (tx, input, now) => signForm(tx, input, now, readGuardianForm)),

  withdrawForm: operation(on.withdrawForm, async (tx, input, now) => {
    await withdrawSignedConsent(tx, input.id, now)
    return readGuardianForm(tx, input.id, now)
  }),
}

import type { OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useFormTimes } from '../use-forms.ts'
import { WithdrawButton } from './SignedForm.tsx'
import { ReadOnlyForm } from './ReadOnlyForm.tsx'

/** Shows a form that a guardian must sign, or has signed. The client can read its text, but not sign it. */
export function GuardianForm({ form }: { form: OwnFormView }) {
  const { t } = useTranslation('form')
  const { day } = useFormTimes()
  const { signedAt, therapistName } = form
  return (
    <ReadOnlyForm form={form} actions={form.isConsent && form.state === 'signed' && <WithdrawButton id={form.id} />}>
      {signedAt ? (
        <Callout kind="calm" title={form.state === 'withdrawn' ? t('withdraw.done') : undefined}>
          {t('own.guardianSigned', { day: day(signedAt) })}
        </Callout>
      ) : (
        <Callout kind="warning" title={t('own.guardianTitle')}>
          {t('own.guardianText', { name: therapistName })}
        </Callout>
      )}
    </ReadOnlyForm>
  )
}

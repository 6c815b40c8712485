import type { Reminders } from '@attune/contract/features/billing/payment/payment'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'

/** Explains that no reminder can be made because PDFs cannot show its letters, and what to do instead. */
export function ReminderLetters({ of, script }: NonNullable<Reminders['letters']>) {
  const { t } = useTranslation(['paymentReminder', 'payer'])
  return <Callout kind="warning">{t(`letters.${of}`, { letters: t(`payer:letters.${script}`) })}</Callout>
}

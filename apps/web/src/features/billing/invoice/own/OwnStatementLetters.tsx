import type { OwnStatement } from '@attune/contract/features/billing/payment/payment.statement'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Says that there is no PDF of a statement because PDFs cannot show its letters. */
export function OwnStatementLetters({ script }: { script: NonNullable<OwnStatement['script']> }) {
  const { t } = useTranslation(['ownInvoice', 'payer'])
  return <Text size="sm">{t('statements.letters', { letters: t(`payer:letters.${script}`) })}</Text>
}

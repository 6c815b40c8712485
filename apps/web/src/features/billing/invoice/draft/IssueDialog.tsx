import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { DefinitionList } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { LazyCreditOfDraft } from '../../payment/payment.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { useIssue } from './use-draft-editor.ts'

type Props = {
  invoice: InvoiceView
  onClose: () => void
  onMissing: (missing: MissingField[]) => void
  onChanged: (theirs: InvoiceView) => void
}

/** Asks for confirmation before a draft gets its final number, and issues it. */
export function IssueDialog({ invoice, onClose, onMissing, onChanged }: Props) {
  const { t } = useTranslation(['invoiceDraft', 'invoice'])
  const { language } = useLocale()
  const refusal = useInvoiceRefusalText()
  const { sheet, clientName, payer, lines } = invoice
  const [spentMinor, setSpentMinor] = useState<string | null>(null)
  const issue = useIssue(invoice, {
    spentMinor,
    onCreditChanged: () => setSpentMinor(null),
    onIssued: (view) => {
      onClose()
      const { number, issuedOn } = view.sheet
      const isMoved = view.history.some(({ kind, data }) => kind === 'issued' && data.plannedOn !== undefined)
      toast.success(t('invoice:done.issued', { number }))
      if (isMoved) toast.info(t('invoice:done.moved', { day: dateText(issuedOn, language) }))
    },
    onMissing,
    onChanged,
  })
  return (
    <FormDialog
      title={t('issuing.title')}
      submit={t('issue')}
      back={t('issuing.back')}
      busy={issue.isPending}
      onClose={onClose}
      onSubmit={() => issue.mutate()}
    >
      <DefinitionList
        of={[
          [t('issuing.client'), clientName],
          ...(payer.name === clientName ? [] : [[t('payer.title'), payer.name] as const]),
          [t('issuing.lines'), String(lines.length)],
          [t('issuing.total'), moneyText(sheet.grossMinor, sheet.currency, language)],
        ]}
      />
      <LazyCreditOfDraft invoice={invoice} choice={{ spentMinor, onSpends: setSpentMinor }} />
      <Text size="sm">{t('issuing.text')}</Text>
      <FormError>{issue.error && refusal(issue.error)}</FormError>
    </FormDialog>
  )
}

import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import { estimateTotal } from '@attune/contract/features/billing/estimate/estimate.rules'
import type { EstimateView, MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { DefinitionList } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useEstimateRefusalText } from '../estimate-refusals.ts'
import { usePeriodText } from '../period-text.ts'
import { useGiveEstimate } from './use-estimate-editor.ts'

type Props = {
  view: EstimateView
  onClose: () => void
  onGiven: () => void
  onMissing: (missing: MissingEstimateField[]) => void
  onChanged: (theirs: EstimateView) => void
}

/** Asks for confirmation before giving a draft to the client as a final version. */
export function GiveDialog({ view, onClose, onGiven, onMissing, onChanged }: Props) {
  const { t } = useTranslation('estimate')
  const { language } = useLocale()
  const period = usePeriodText()
  const refusal = useEstimateRefusalText()
  const sendsEmail = useSendsEmail()
  const { clientName, content } = view
  const leave =
    <Data,>(then: (data: Data) => void) =>
    (data: Data) => {
      onClose()
      then(data)
    }
  const give = useGiveEstimate(view, {
    onGiven: leave((after: EstimateView) => {
      onGiven()
      toast.success(t('give.done', { number: after.given[0]?.number ?? 1 }))
    }),
    onMissing: leave(onMissing),
    onChanged: leave(onChanged),
  })
  const total = estimateTotal(content.lines)
  return (
    <FormDialog
      title={t('give.title')}
      submit={t('give.submit')}
      back={t('give.back')}
      busy={give.isPending}
      onClose={onClose}
      onSubmit={() => give.mutate()}
    >
      <DefinitionList
        of={[
          [t('client'), clientName],
          [t('period'), period(content.periodFrom ?? '', content.periodUntil ?? '')],
          [t('total'), moneyText(String(total), estimateCurrency, language)],
        ]}
      />
      <Text size="sm">
        {t('give.text')} {sendsEmail && t('give.mailed')}
      </Text>
      <FormError>{give.error && refusal(give.error)}</FormError>
    </FormDialog>
  )
}

import { requestedDueOn } from '@attune/contract/features/billing/estimate/estimate.rules'
import type { EstimateView } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { dayText, localDay } from '../../../../ui/page/date-text.ts'
import { CardRow } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useEstimateRefusalText } from '../estimate-refusals.ts'
import { useInvalidateEstimates } from '../use-estimates.ts'

/** Records the day on which a client requested an estimate, shows when it is due, and removes recorded days. */
export function RequestDialog({ view, onClose }: { view: EstimateView; onClose: () => void }) {
  const { t } = useTranslation('estimate')
  const locale = useLocale()
  const [askedOn, setAskedOn] = useState(() => localDay(new Date().toISOString(), locale))
  const refusal = useEstimateRefusalText()
  const changed = useInvalidateEstimates()
  const { clientId, clientName, requests } = view
  const record = useMutation({
    mutationFn: () => api.estimate.recordRequest({ clientId, askedOn }),
    onSuccess: () => {
      void changed()
      toast.success(t('request.done'))
      onClose()
    },
  })
  const remove = useMutation({
    mutationFn: (day: string) => api.estimate.removeRequest({ clientId, askedOn: day }),
    onSuccess: changed,
  })
  const error = record.error ?? remove.error
  return (
    <FormDialog
      title={t('request.action')}
      submit={t('request.submit')}
      back={t('cancel')}
      busy={record.isPending}
      onClose={onClose}
      onSubmit={() => askedOn && record.mutate()}
    >
      <DateInput label={t('request.day', { name: clientName })} value={askedOn} onChange={setAskedOn} past required />
      {askedOn && <Text size="sm">{t('request.due', { day: dayText(requestedDueOn(askedOn), locale) })}</Text>}
      {requests.map((day) => (
        <CardRow key={day}>
          <Text size="sm">{t('request.recorded', { day: dayText(day, locale) })}</Text>
          <Button variant="subtle" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate(day)}>
            {t('request.remove')}
          </Button>
        </CardRow>
      ))}
      <FormError>{error && refusal(error)}</FormError>
    </FormDialog>
  )
}

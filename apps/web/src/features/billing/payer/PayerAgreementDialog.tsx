import type { PayerId } from '@attune/contract/common/ids'
import '../../../ui/styles-overlay.ts'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { localDay } from '../../../ui/page/date-text.ts'
import { useRecordAgreement } from './use-payer.ts'

type Props = { payer: Payer & { id: PayerId }; name: string; onClose: () => void }

/** Records the day on which the client agreed to the payer. `name` is the client's. */
export function PayerAgreementDialog({ payer, name, onClose }: Props) {
  const { t } = useTranslation(['payer', 'common'])
  const locale = useLocale()
  const [today] = useState(() => localDay(new Date().toISOString(), locale))
  const [day, setDay] = useState(today)
  const [isChecked, setChecked] = useState(false)
  const record = useRecordAgreement()
  const submit = () => {
    setChecked(true)
    if (day) record.mutate({ id: payer.clientId, payerId: payer.id, name: payer.name, day }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('agreement.record')}
      submit={t('agreement.record')}
      back={t('common:cancel')}
      busy={record.isPending}
      dirty={day !== today}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('agreement.text', { name, payer: payer.name })}</Text>
      <DateInput
        past
        focus
        label={t('agreement.day')}
        value={day}
        error={isChecked && !day && t('agreement.dayMissing')}
        onChange={setDay}
      />
    </FormDialog>
  )
}

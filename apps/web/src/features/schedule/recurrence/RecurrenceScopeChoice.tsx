import { recurrenceScopes, type RecurrenceScope } from '@attune/contract/common/time/recurrence'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { value: RecurrenceScope; onChange: (scope: RecurrenceScope) => void }

/** Renders radio buttons for the scope of a change to a series: one occurrence, this and the following ones, or all. */
export function RecurrenceScopeChoice({ value, onChange }: Props) {
  const { t } = useTranslation('recurrence')
  return (
    <Radio.Group label={t('scope.which')} value={value} onChange={(next) => onChange(next as RecurrenceScope)}>
      <Stack gap={6} mt={6}>
        {recurrenceScopes.map((scope) => (
          <Radio key={scope} value={scope} label={t(`scope.${scope}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

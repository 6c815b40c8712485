import type { EventScope } from '@attune/contract/features/calendar'
import { eventScopes } from '@attune/contract/features/calendar.rules'
import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { value: EventScope; onChange: (scope: EventScope) => void }

/** Which sessions or busy times of a series a change applies to. */
export function EventScopeChoice({ value, onChange }: Props) {
  const { t } = useTranslation('calendar')
  return (
    <Radio.Group label={t('scope.title')} value={value} onChange={(next) => onChange(next as EventScope)}>
      <Stack gap={6} mt={6}>
        {eventScopes.map((which) => (
          <Radio key={which} value={which} label={t(`scope.${which}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

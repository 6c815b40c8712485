import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

type Format = Session['format']

/** A control for a session's format: in person, video or phone. */
export function FormatField({ value, onChange }: { value: Format; onChange: (format: Format) => void }) {
  const { t } = useTranslation('session')
  const id = useId()
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4} id={id}>
        {t('plan.format')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        onChange={onChange}
        data={sessionFormats.map((one) => ({ value: one, label: t(`format.${one}`) }))}
      />
    </div>
  )
}

import { sessionFormats } from '@attune/contract/features/schedule/session/session.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormatLabel } from '../../session/session.ts'
import classes from './booking.module.css'

type Format = Session['format']
type Props = { of: readonly Format[]; value: Format; onChange: (format: Format) => void }

/** Lets the person choose one of the formats that the therapist offers. Renders nothing if there is only one. */
export function FormatTabs({ of: offered, value, onChange }: Props) {
  const { t } = useTranslation('booking')
  if (offered.length < 2) return null
  return (
    <SegmentedControl
      fullWidth
      classNames={{ label: classes.format }}
      aria-label={t('format')}
      value={value}
      onChange={onChange}
      data={sessionFormats
        .filter((format) => offered.includes(format))
        .map((format) => ({ value: format, label: <FormatLabel session={{ format, location: '' }} /> }))}
    />
  )
}

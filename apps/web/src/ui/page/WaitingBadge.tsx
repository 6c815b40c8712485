import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WaitingChange } from '../../platform/outgoing-state.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** Shows that a change will be saved when there is a connection, or that the server has refused it. */
export function WaitingBadge({ change }: { change: WaitingChange }) {
  const { t } = useTranslation('common')
  return change.refused ? (
    <StatusBadge icon={IconAlertTriangle} tone="danger">
      {t('offline.refused')}
    </StatusBadge>
  ) : (
    <StatusBadge icon={IconCloudOff}>{t('offline.later')}</StatusBadge>
  )
}

import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PendingChange } from '../../../platform/outgoing/outgoing-state.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** Shows that a change will be saved when there is a connection, or that the server has refused it. */
export function PendingChangeBadge({ change }: { change: PendingChange }) {
  const { t } = useTranslation('common')
  return change.refused ? (
    <StatusBadge icon={IconAlertTriangle} tone="danger">
      {t('offline.refused')}
    </StatusBadge>
  ) : (
    <StatusBadge icon={IconCloudOff}>{t('offline.later')}</StatusBadge>
  )
}

import type { ClientStatus } from '@attune/contract/features/people/client/client'
import { IconCircleCheck, IconMailForward, IconMoon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'

const icons = { pending: IconMailForward, active: IconCircleCheck, inactive: IconMoon } as const satisfies Record<
  ClientStatus,
  unknown
>

/** Shows the status of a client record. The normal status `active` is gray; with `lively` it is green. */
export function ClientStatusBadge({ status, lively = false }: { status: ClientStatus; lively?: boolean }) {
  const { t } = useTranslation('client')
  const tone = status === 'pending' ? 'info' : status === 'active' && lively ? 'success' : 'quiet'
  return (
    <StatusBadge icon={icons[status]} tone={tone}>
      {t(`status.${status}`)}
    </StatusBadge>
  )
}

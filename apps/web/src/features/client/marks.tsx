import type { ClientStatus } from '@attune/contract/features/client'
import { IconCircleCheck, IconMailForward, IconMoon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/Mark.tsx'

const icons = { pending: IconMailForward, active: IconCircleCheck, inactive: IconMoon } as const satisfies Record<
  ClientStatus,
  unknown
>

/** The state of a client record. Active is what is expected, hence quiet; in a profile it may be green. */
export function ClientMark({ status, lively = false }: { status: ClientStatus; lively?: boolean }) {
  const { t } = useTranslation('client')
  const tone = status === 'pending' ? 'info' : status === 'active' && lively ? 'success' : 'quiet'
  return (
    <Mark icon={icons[status]} tone={tone}>
      {t(`status.${status}`)}
    </Mark>
  )
}

import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { IconBan, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'

const looks = {
  open: { icon: IconClock, tone: 'info' },
  signed: { icon: IconCircleCheck, tone: 'success' },
  withdrawn: { icon: IconBan, tone: 'warning' },
  cancelled: { icon: IconX, tone: 'quiet' },
} as const

/** The state of a sent form. A form without a signature field is submitted, not signed. */
export function SentFormBadge({ state, hasSignature }: Pick<SentForm, 'state' | 'hasSignature'>) {
  const { t } = useTranslation('form')
  return (
    <StatusBadge {...looks[state]}>
      {t(state === 'signed' && !hasSignature ? 'signature.submitted' : `state.${state}`)}
    </StatusBadge>
  )
}

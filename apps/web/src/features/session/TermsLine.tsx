import type { Session } from '@attune/contract/features/session'
import type { Terms } from '@attune/contract/features/terms'
import { IconCircleCheck, IconClockExclamation, IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Mark } from '../../ui/Mark.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { useNow } from '../../ui/use-now.ts'
import { standingTo, type TermsKind } from './terms.ts'

type Props = { session: Session; terms: Terms; kind: TermsKind }

/** The therapist's terms as they apply now: whether a change is free, late or blocked, and who decides. */
export function TermsLine({ session, terms, kind }: Props) {
  const { t } = useTranslation('sessionDialog')
  const reader = useReader()
  const now = useNow()
  const status = standingTo(terms, kind, session, now)
  const free = status.kind !== 'late' && status.kind !== 'blocked'
  const name = session.therapist.name
  const text = t(`terms.${kind}.${status.kind}`, {
    name,
    until: momentWithin(status.until, reader, now),
    count: status.blockedHours,
  })
  const atOnce = kind === 'cancel' && free && terms.acceptEarlyCancels
  const icon = free ? IconCircleCheck : status.kind === 'late' ? IconClockExclamation : IconHandStop
  return (
    <>
      <Mark icon={icon} tone={free ? 'success' : 'warning'}>
        {text}
      </Mark>
      <span>{t(atOnce ? 'terms.atOnce' : 'terms.decides', { name })}</span>
    </>
  )
}

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

/** The therapist's terms as they would apply to this very click: free, late, or only to be asked for; then what happens. */
export function TermsLine({ session, terms, kind }: Props) {
  const { t } = useTranslation('sessionDialog')
  const reader = useReader()
  const now = useNow()
  const standing = standingTo(terms, kind, session, now)
  const free = standing.kind !== 'late' && standing.kind !== 'blocked'
  const name = session.therapist.name
  const words = t(`terms.${kind}.${standing.kind}`, {
    name,
    until: momentWithin(standing.until, reader, now),
    count: standing.blockedHours,
  })
  const atOnce = kind === 'cancel' && free && terms.acceptEarlyCancels
  const icon = free ? IconCircleCheck : standing.kind === 'late' ? IconClockExclamation : IconHandStop
  return (
    <>
      <Mark icon={icon} tone={free ? 'success' : 'warning'}>
        {words}
      </Mark>
      <span>{t(atOnce ? 'terms.atOnce' : 'terms.decides', { name })}</span>
    </>
  )
}

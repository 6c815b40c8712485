import type { Session } from '@attune/contract/features/session'
import type { Terms } from '@attune/contract/features/terms'
import { IconCircleCheck, IconClockExclamation, IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { StatusBadge } from '../../../ui/page/StatusBadge.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { termsStatusOf, type TermsKind } from './terms-status.ts'

type Props = { session: Session; terms: Terms; kind: TermsKind }

/** Shows how the therapist's terms apply now: whether a change is free, late or blocked, and who decides about it. */
export function TermsSummary({ session, terms, kind }: Props) {
  const { t } = useTranslation('sessionDialog')
  const reader = useLocale()
  const now = useNow()
  const status = termsStatusOf(terms, kind, session, now)
  const free = status.kind !== 'late' && status.kind !== 'blocked'
  const name = session.therapist.name
  const text = t(`terms.${kind}.${status.kind}`, {
    name,
    until: momentInSentence(status.until, reader, now),
    count: status.blockedHours,
  })
  const atOnce = kind === 'cancel' && free && terms.acceptEarlyCancels
  const icon = free ? IconCircleCheck : status.kind === 'late' ? IconClockExclamation : IconHandStop
  return (
    <>
      <StatusBadge icon={icon} tone={free ? 'success' : 'warning'}>
        {text}
      </StatusBadge>
      <span>{t(atOnce ? 'terms.atOnce' : 'terms.decides', { name })}</span>
    </>
  )
}

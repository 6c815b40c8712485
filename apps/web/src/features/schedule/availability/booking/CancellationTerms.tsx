import type { Terms } from '@attune/contract/features/schedule/terms/terms'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'

/**
 * Shows the terms for a cancellation free of charge: the deadline for a session that starts at `startsAt`, or the number of hours before a session if
 * `startsAt` is null. Also shows the number of hours before a session within which a client can only request a cancellation.
 */
export function CancellationTerms({ terms, startsAt, name }: { terms: Terms; startsAt: string | null; name: string }) {
  const { t } = useTranslation('booking')
  const locale = useLocale()
  const now = useNow()
  const { lateHours, blockedHours } = terms.cancel
  const cancelText = () => {
    if (lateHours === 0) return t('cancel.always')
    if (!startsAt) return t('cancel.hours', { count: lateHours })
    const until = new Date(Date.parse(startsAt) - lateHours * 3_600_000)
    return until > now
      ? t('cancel.until', { until: momentInSentence(until.toISOString(), locale, now) })
      : t('cancel.late', { count: lateHours, name })
  }
  return (
    <>
      <p>{cancelText()}</p>
      {blockedHours > 0 && <p>{t('cancel.blocked', { count: blockedHours })}</p>}
    </>
  )
}

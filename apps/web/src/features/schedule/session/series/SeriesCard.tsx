import type { Session } from '@attune/contract/features/schedule/session/session'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { cityOf, dayText } from '../../../../ui/page/date-text.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useRecurrenceText } from '../../recurrence/recurrence.ts'
import { AcceptSeriesButton } from './AcceptSeriesButton.tsx'

type Props = {
  session: Session
  seriesId: NonNullable<Session['seriesId']>
  /** The number of sessions of the series that await an answer. */
  awaited: number
}

/**
 * Describes the series of a session: the recurrence rule, the numbers of upcoming, individually changed and unanswered sessions, and the days that
 * were omitted.
 */
export function SeriesCard({ session, seriesId, awaited }: Props) {
  const { t } = useTranslation('series')
  const locale = useLocale()
  const rule = useRecurrenceText()
  const read = useQuery(orpc.series.get.queryOptions({ input: { id: seriesId } }))
  useSubscription('series', () => void read.refetch())
  useSubscription('sessions', () => void read.refetch())
  const series = read.data
  if (!series) return read.isPending ? <Pending /> : null
  const { zone, coming, detached, gaps } = series
  return (
    <Section title={t('card.title')}>
      <Text fw={600}>{rule(series)}</Text>
      {zone !== locale.zone && (
        <Text size="sm" c="dimmed">
          {t('card.zone', { city: cityOf(zone) })}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {t('card.upcoming', { count: coming })}
        {detached > 0 && ` ${t('card.detached', { count: detached })}`}
      </Text>
      {gaps.length > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('card.gaps', { days: gaps.map((day) => dayText(day, { ...locale, zone })).join(', ') })}
        </Text>
      )}
      {awaited > 0 && (
        <>
          <Text size="sm" c="dimmed" mt={4} mb={8}>
            {t('card.awaited', { count: awaited })}
          </Text>
          <AcceptSeriesButton session={session} viewer="therapist" count={awaited} />
        </>
      )}
    </Section>
  )
}

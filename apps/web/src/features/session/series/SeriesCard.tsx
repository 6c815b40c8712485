import type { Session } from '@attune/contract/features/session'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { useReader } from '../../../platform/reader.ts'
import { useLive } from '../../../platform/use-live.ts'
import { cityOf, dayText } from '../../../ui/moment.ts'
import { Section } from '../../../ui/Section.tsx'
import AcceptAll from './AcceptAll.tsx'
import { useRuleWords } from './words.ts'

type Props = {
  session: Session
  seriesId: NonNullable<Session['seriesId']>
  /** How many sessions of the series await an answer. */
  awaited: number
}

/**
 * The series of a session: its recurrence rule, the numbers of upcoming, individually changed and unanswered sessions,
 * and the days left out.
 */
export default function SeriesCard({ session, seriesId, awaited }: Props) {
  const { t } = useTranslation('series')
  const reader = useReader()
  const rule = useRuleWords()
  const read = useQuery(query.series.get.queryOptions({ input: { id: seriesId } }))
  useLive('series', () => void read.refetch())
  useLive('sessions', () => void read.refetch())
  const series = read.data
  if (!series) return null
  const { zone, coming, detached, gaps } = series
  return (
    <Section title={t('card.title')}>
      <Text fw={600}>{rule(series)}</Text>
      {zone !== reader.zone && (
        <Text size="sm" c="dimmed">
          {t('card.zone', { city: cityOf(zone) })}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        {t('card.coming', { count: coming })}
        {detached > 0 && ` ${t('card.detached', { count: detached })}`}
      </Text>
      {gaps.length > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('card.gaps', { days: gaps.map((day) => dayText(day, { ...reader, zone })).join(', ') })}
        </Text>
      )}
      {awaited > 0 && (
        <>
          <Text size="sm" c="dimmed" mt={4} mb={8}>
            {t('card.awaited', { count: awaited })}
          </Text>
          <AcceptAll session={session} viewer="therapist" count={awaited} />
        </>
      )}
    </Section>
  )
}

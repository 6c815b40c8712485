import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { DaySession } from '@attune/contract/features/home/dashboard/dashboard'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { LoadFailed, RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { TodayAgenda } from './TodayAgenda.tsx'
import type { OverviewQuery } from './use-overview.ts'

type TodaySectionProps = {
  overview: OverviewQuery
  /** False while a skeleton is shown instead of the response. */
  isSettled: boolean
  now: Date
}

/** The sessions of the day, or the next session if there are none. */
export function TodaySection({ overview: day, isSettled, now }: TodaySectionProps) {
  const { t } = useTranslation('dashboard')
  const data = isSettled ? day.data : undefined
  const { sessions = [], next = null, dayFailed = day.isError } = data ?? {}
  const failed = dayFailed && isSettled
  return (
    <Section
      title={t('today.title')}
      rows
      action={
        <TextLink to="/dashboard/$userType/calendar" params={{ userType: 'therapist' }}>
          {t('today.open')}
        </TextLink>
      }
    >
      {!isSettled && <RowSkeletons rows={4} />}
      {failed && <LoadFailed text={t('loadFailed')} again={t('again')} onAgain={() => void day.refetch()} />}
      {data && !failed && sessions.length === 0 && (
        <EmptyState
          icon={IconCalendar}
          title={t('today.empty')}
          text={next && <NextSessionText session={next} />}
          level="h3"
        />
      )}
      {sessions.length > 0 && <TodayAgenda sessions={sessions} now={now} />}
    </Section>
  )
}

function NextSessionText({ session }: { session: DaySession }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  const name = session.participants.map(shortName).join(', ')
  return <>{t('today.nextOne', { when: momentInSentence(session.startsAt, locale), name })}</>
}

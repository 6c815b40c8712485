import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../ui/base/Callout.tsx'

/** Warns in the calendar that the busy times of a calendar may be out of date, because it was not synced for 24 hours. */
export function OutdatedCalendars() {
  const { t } = useTranslation('externalCalendar')
  const read = useQuery(orpc.externalCalendar.accounts.queryOptions({ input: {} }))
  useSubscription('external_calendars', () => void read.refetch())
  const names = (read.data?.items ?? [])
    .flatMap(({ calendars }) => calendars)
    .filter(({ isOutdated, direction, state }) => isOutdated && direction !== 'write' && state !== 'removing')
    .map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <Callout
      kind="warning"
      title={t('outdated.title', { names: names.join(', ') })}
      action={
        <Link to="/dashboard/$userType/settings/$subject" params={{ userType: 'therapist', subject: 'calendars' }}>
          {t('outdated.open')}
        </Link>
      }
    >
      {t('outdated.text')}
    </Callout>
  )
}

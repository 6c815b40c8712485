import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { clocksDiffer } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import classes from './message-settings.module.css'
import { readingHoursText } from './reading-hours.ts'

/**
 * Tells a client when the therapist reads messages, in the client's time zone. Renders nothing while the hours load or if the therapist has set
 * none.
 */
export function ReadingHoursNotice({ therapist: { id, name } }: { therapist: { id: string; name: string } }) {
  const { t } = useTranslation('messageSettings')
  const locale = useLocale()
  const input = { therapistId: id }
  const { data } = useQuery(orpc.messageSettings.readingHoursOf.queryOptions({ input, staleTime: 5 * 60_000 }))
  const now = useNow()
  if (!data || data.readingHours.length === 0) return null
  const hours = readingHoursText(data.readingHours, data.zone, locale, now)
  const isConverted = clocksDiffer(now.toISOString(), data.zone, locale.zone)
  return <p className={classes.notice}>{t(isConverted ? 'hours.noticeInZone' : 'hours.notice', { name, hours })}</p>
}

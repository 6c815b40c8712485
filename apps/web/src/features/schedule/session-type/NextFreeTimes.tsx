import type { SessionId, SessionTypeId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentText } from '../../../ui/page/date-text.ts'
import classes from './session-type.module.css'

type Props = {
  format: Session['format']
  /** The duration of the session in minutes; null renders nothing. */
  minutes: number | null
  zone: string
  typeId?: SessionTypeId | null
  /** The session that is being moved. Its current time counts as free. */
  sessionId?: SessionId
  chosen: string | null
  onChoose: (startsAt: string) => void
}

const limit = 4

/** Offers the therapist's next free times for a session. Renders nothing if there are none. */
export function NextFreeTimes({ format, minutes, zone, typeId, sessionId, chosen, onChoose }: Props) {
  const { t } = useTranslation('sessionType')
  const locale = { ...useLocale(), zone }
  const id = useId()
  const input = {
    format,
    durationMinutes: minutes ?? 1,
    limit,
    ...(typeId && { typeId }),
    ...(sessionId && { sessionId }),
  }
  const { data } = useQuery({
    ...orpc.availability.nextFree.queryOptions({ input }),
    enabled: Boolean(minutes),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!minutes || !data?.slots.length) return null
  return (
    <div className={classes.next}>
      <Text component="div" size="sm" fw={550} id={id}>
        {t('nextFree')}
      </Text>
      <ul className={classes.times} aria-labelledby={id}>
        {data.slots.map(({ startsAt }) => (
          <li key={startsAt}>
            <Button
              size="compact-sm"
              fz={14}
              h={36}
              variant={startsAt === chosen ? 'light' : 'default'}
              aria-pressed={startsAt === chosen}
              onClick={() => onChoose(startsAt)}
            >
              {momentText(startsAt, locale)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

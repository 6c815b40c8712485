import type { Client } from '@attune/contract/features/people/client/client'
import type { RecordRetention } from '@attune/contract/features/care/record-retention/record-retention'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { useServerNow } from '../../../ui/page/use-now.ts'
import { CurrentHold } from './CurrentHold.tsx'
import classes from './record-retention.module.css'
import { useRecordRetention } from './use-record-retention.ts'

const PlaceHoldDialog = lazyNamed(() => import('./PlaceHoldDialog.tsx'), 'PlaceHoldDialog')

type Props = { client: Pick<Client, 'id' | 'firstName'> }

/** Shows until when a client's record is kept, with its legal hold and those that have ended. */
export function RecordRetentionCard({ client }: Props) {
  const { t } = useTranslation('recordRetention')
  const read = useRecordRetention(client.id)
  const [isPlacing, setIsPlacing] = useState(false)
  return (
    <Section title={t('title')}>
      <Query of={read} pending={<RowSkeletons rows={1} avatar={false} />} failed={t('failed')} again={t('again')}>
        {(retention) => (
          <div className={classes.parts}>
            <div>
              <PeriodText retention={retention} name={client.firstName} />
              <Text size="sm" c="dimmed">
                {t('note')}
              </Text>
            </div>
            {retention.ending && <EndingState ending={retention.ending} />}
            {retention.hold ? (
              <CurrentHold clientId={client.id} hold={retention.hold} />
            ) : (
              <div>
                <Button variant="default" aria-haspopup="dialog" onClick={() => setIsPlacing(true)}>
                  {t('place.action')}
                </Button>
              </div>
            )}
            <EarlierHolds holds={retention.earlier} />
          </div>
        )}
      </Query>
      {isPlacing && (
        <PlaceHoldDialog client={{ id: client.id, name: client.firstName }} onClose={() => setIsPlacing(false)} />
      )}
    </Section>
  )
}

/** Shows until when the record is kept and why, or that the period has ended. */
function PeriodText({ retention, name }: { retention: RecordRetention; name: string }) {
  const { t } = useTranslation('recordRetention')
  const locale = useLocale()
  const now = useServerNow()
  const { keptUntil, from, years } = retention
  const day = dateText(keptUntil, locale.language)
  const isOver = keptUntil < localDay(now.toISOString(), locale)
  return <Text size="sm">{isOver ? t('over', { day }) : t(`keep.${from}`, { count: years, day, name })}</Text>
}

/** Shows since when the record is on the list of records whose retention ends, or that its erasure is confirmed, and links to the list. */
function EndingState({ ending: { listedAt, confirmedAt } }: { ending: NonNullable<RecordRetention['ending']> }) {
  const { t } = useTranslation('recordRetention')
  const locale = useLocale()
  const day = dateText(localDay(confirmedAt ?? listedAt, locale), locale.language)
  return (
    <Text size="sm">
      {t(confirmedAt ? 'ending.confirmed' : 'ending.listed', { day })}{' '}
      <TextLink to="/dashboard/therapist/clients/retention">{t('ending.open')}</TextLink>
    </Text>
  )
}

/** Lists the holds that have ended, with their reasons. Shows nothing if there are none. */
function EarlierHolds({ holds }: { holds: RecordRetention['earlier'] }) {
  const { t } = useTranslation('recordRetention')
  const locale = useLocale()
  if (holds.length === 0) return null
  return (
    <div className={classes.hold}>
      <div className={classes.label}>{t('earlier')}</div>
      <ul className={classes.list}>
        {holds.map(({ id, reason, endedAt, ending }) => (
          <li key={id}>
            <div className={classes.reason}>{reason}</div>
            {endedAt && ending && (
              <div className={classes.days}>
                {t(`ended.${ending}`, { day: dateText(localDay(endedAt, locale), locale.language) })}
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

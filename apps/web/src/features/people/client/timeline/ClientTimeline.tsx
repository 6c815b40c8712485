import type { Client } from '@attune/contract/features/people/client/client'
import type { TimelineItem } from '@attune/contract/features/people/client/client.timeline'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { LegalVersionLink } from '../../../practice/legal-text/legal-text.ts'
import {
  columnHeadText,
  localDay,
  momentInSentence,
  momentText,
  monthOfText,
  timeText,
} from '../../../../ui/page/date-text.ts'
import { Card } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { timelineTextKey } from './text.ts'
import classes from './ClientTimeline.module.css'

/** Lists the changes of a client's record, invitation, connection, sessions and consents by month, newest first. */
export function ClientTimeline({ client }: { client: Client }) {
  const { t } = useTranslation('record')
  const read = useInfiniteQuery(
    orpc.client.timeline.infiniteOptions({
      input: (after: string | undefined) => ({ id: client.id, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const items = read.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card>
      <Query
        of={read}
        pending={<RowSkeletons rows={5} avatar={false} />}
        failed={t('timeline.failed')}
        again={t('timeline.again')}
        empty={
          items.length === 0 && (
            <Text size="sm" c="dimmed" p="md">
              {t('timeline.empty')}
            </Text>
          )
        }
      >
        {() => <TimelineMonths of={items} client={client} />}
      </Query>
      {read.hasNextPage && (
        <div className={classes.more}>
          <Button variant="subtle" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {t('timeline.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Lists the events below the name of their month. */
function TimelineMonths({ of: items, client }: { of: readonly TimelineItem[]; client: Client }) {
  const locale = useLocale()
  const months = Map.groupBy(items, ({ at }) => monthOfText(at, locale))
  return (
    <div className={classes.inset}>
      {Array.from(months, ([month, those]) => (
        <section key={month}>
          <h2 className={classes.month}>{month}</h2>
          <ol className={classes.lines}>
            {those.map((item) => (
              <TimelineLine key={item.id} item={item} client={client} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Shows an event in one line: its day and time, its text, and the session or legal text that it concerns. */
function TimelineLine({ item, client }: { item: TimelineItem; client: Client }) {
  const { t } = useTranslation('record')
  const locale = useLocale()
  const { weekday, number } = columnHeadText(localDay(item.at, locale), locale.language)
  const name = item.by === 'guardian' ? t('timeline.guardian', { name: client.firstName }) : client.firstName
  return (
    <li className={classes.line}>
      <time className={classes.when} dateTime={item.at}>
        {`${weekday} ${number}`}
        <span className={classes.hour}>, {timeText(item.at, locale)}</span>
      </time>
      <div className={classes.what}>
        <span>{t(timelineTextKey(item), { name })}</span>
        {(item.session ?? item.legalVersion) && (
          <span className={classes.subject}>
            <Subject of={item} />
          </span>
        )}
      </div>
    </li>
  )
}

/** The session, or the version of a legal text, that an event is about. */
function Subject({ of: { session, legalVersion } }: { of: TimelineItem }) {
  return session ? <SessionOf session={session} /> : legalVersion && <AgreedVersion of={legalVersion} />
}

function SessionOf({ session }: { session: NonNullable<TimelineItem['session']> }) {
  const { t } = useTranslation('record')
  const locale = useLocale()
  return (
    <>
      <Link
        className={classes.link}
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: 'therapist' }}
        search={{ id: session.id }}
      >
        {momentText(session.startsAt, locale)}
      </Link>
      {session.startsAtBefore && ` (${t('timeline.was', { when: momentInSentence(session.startsAtBefore, locale) })})`}
    </>
  )
}

function AgreedVersion({ of: { id, version } }: { of: NonNullable<TimelineItem['legalVersion']> }) {
  const { t } = useTranslation('record')
  return <LegalVersionLink id={id}>{t('timeline.version', { version })}</LegalVersionLink>
}

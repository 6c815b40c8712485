import type { Client, StoryItem } from '@attune/contract/features/client'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { momentText, momentWithin } from '../../ui/moment.ts'
import { Panel } from '../../ui/Section.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { storyWords } from './story.ts'
import classes from './Timeline.module.css'

/** The history of a client, the latest first: record, invitation, connection and sessions. */
export function Timeline({ client }: { client: Client }) {
  const { t } = useTranslation('record')
  const reader = useReader()
  const read = useInfiniteQuery(
    query.client.timeline.infiniteOptions({
      input: (after: string | undefined) => ({ id: client.id, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const items = read.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Panel>
      {read.isPending && <RowSkeletons rows={5} avatar={false} />}
      {read.isError && !read.data && (
        <LoadFailed words={t('story.failed')} again={t('story.again')} onAgain={() => void read.refetch()} />
      )}
      {read.data && items.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {t('story.empty')}
        </Text>
      )}
      {items.length > 0 && (
        <div className={classes.inset}>
          <Steps
            of={items.map((item) => ({
              id: item.id,
              words: t(storyWords(item), { name: client.firstName }),
              more: item.session && <SessionOf session={item.session} />,
              at: item.at,
              when: momentText(item.at, reader),
            }))}
          />
        </div>
      )}
      {read.hasNextPage && (
        <div className={classes.more}>
          <Button variant="subtle" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
            {t('story.more')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function SessionOf({ session }: { session: NonNullable<StoryItem['session']> }) {
  const { t } = useTranslation('record')
  const reader = useReader()
  return (
    <>
      <Link
        className={classes.link}
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: 'therapist' }}
        search={{ id: session.id }}
      >
        {momentText(session.startsAt, reader)}
      </Link>
      {session.startsAtBefore && ` (${t('story.was', { when: momentWithin(session.startsAtBefore, reader) })})`}
    </>
  )
}

import type { ClientId } from '@attune/contract/common/ids'
import { IconLock } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { CommentList } from './CommentList.tsx'
import classes from './reading.module.css'

/**
 * Lists the therapist's comments on entries that a client no longer shares. The therapist keeps these comments, because
 * they belong to the therapist's record.
 */
export function UnsharedEntryComments({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('sharedJournal')
  const read = useInfiniteQuery({
    ...orpc.journal.comments.infiniteOptions({
      input: (after: string | undefined) => ({ clientId, after, limit: 30 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    refetchOnMount: 'always',
  })
  const refetch = () => void read.refetch()
  useSubscription('journal_shares', refetch)
  useSubscription('journal_comments', refetch)
  const comments = read.data?.pages.flatMap((page) => page.items) ?? []
  if (comments.length === 0 && !read.isError) return null
  return (
    <div className={classes.kept}>
      <Section
        title={t('unsharedComments.title')}
        hint={<StatusBadge icon={IconLock}>{t('comment.onlyYou')}</StatusBadge>}
      >
        {read.isError && !read.data && <Query of={read} failed={t('unsharedComments.failed')} again={t('again')} />}
        <CommentList comments={comments} onDropped={refetch} />
        {read.hasNextPage && (
          <LoadMoreButton
            label={t('more')}
            loading={read.isFetchingNextPage}
            onMore={() => void read.fetchNextPage()}
          />
        )}
      </Section>
    </div>
  )
}

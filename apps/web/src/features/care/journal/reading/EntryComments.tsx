import type { SharedEntry } from '@attune/contract/features/care/journal/journal'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { CommentList } from './CommentList.tsx'
import { EntryFeedbackForm } from './FeedbackForm.tsx'

type Comment = SharedEntry['comments'][number]

/** Lists the therapist's private comments on an entry, with a form to add one. */
export function EntryComments({ entry, onRevoked }: { entry: SharedEntry; onRevoked: () => void }) {
  const { t } = useTranslation('sharedJournal')
  const cache = useQueryClient()
  const { queryKey } = orpc.journal.read.queryOptions({ input: { id: entry.id } })
  const put = (change: (before: Comment[]) => Comment[]) =>
    cache.setQueryData(queryKey, (read) => read && { ...read, comments: change(read.comments) })
  return (
    <Section title={t('comment.title')} hint={<StatusBadge icon={IconLock}>{t('comment.onlyYou')}</StatusBadge>}>
      <CommentList
        comments={entry.comments}
        onDropped={(dropped) => put((before) => before.filter(({ id }) => id !== dropped))}
      />
      <EntryFeedbackForm
        kind="comment"
        entryId={entry.id}
        readers={t('comment.hint', { name: entry.client.firstName })}
        onRevoked={onRevoked}
        send={async (remark, options) => {
          const fresh = await api.journal.addComment(remark, options)
          put((before) => [...before.filter(({ id }) => id !== fresh.id), fresh])
        }}
      />
    </Section>
  )
}

import type { SharedEntry } from '@attune/contract/features/journal'
import { ActionIcon } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../../platform/api.ts'
import { useReader } from '../../../platform/reader.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { momentText } from '../../../ui/moment.ts'
import { Section } from '../../../ui/Section.tsx'
import classes from './reading.module.css'
import { RemarkForm } from './RemarkForm.tsx'

const DropComment = lazy(() => import('./DropComment.tsx').then((file) => ({ default: file.DropComment })))

type Comment = SharedEntry['comments'][number]

/** What the therapist remarks for the own record. */
export function Comments({ entry, onRevoked }: { entry: SharedEntry; onRevoked: () => void }) {
  const { t } = useTranslation('sharedJournal')
  const reader = useReader()
  const cache = useQueryClient()
  const [dropping, setDropping] = useState<Comment | null>(null)
  const { queryKey } = query.journal.read.queryOptions({ input: { id: entry.id } })
  const put = (change: (before: Comment[]) => Comment[]) =>
    cache.setQueryData(queryKey, (read) => read && { ...read, comments: change(read.comments) })
  return (
    <Section title={t('comment.title')} hint={<Mark icon={IconLock}>{t('comment.onlyYou')}</Mark>}>
      {entry.comments.length > 0 && (
        <ul className={classes.remarks}>
          {entry.comments.map((comment) => (
            <li key={comment.id} className={classes.remark}>
              <div className={classes.remarkHead}>
                <time dateTime={comment.at}>{momentText(comment.at, reader)}</time>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('comment.dropOf', { when: momentText(comment.at, reader) })}
                  onClick={() => setDropping(comment)}
                >
                  <IconTrash size={18} stroke={1.6} aria-hidden />
                </ActionIcon>
              </div>
              <p className={classes.said}>{comment.text}</p>
            </li>
          ))}
        </ul>
      )}
      <RemarkForm
        kind="comment"
        entryId={entry.id}
        readers={t('comment.hint', { name: entry.client.firstName })}
        onRevoked={onRevoked}
        send={async (remark) => {
          const fresh = await api.journal.addComment(remark)
          put((before) => [...before.filter(({ id }) => id !== fresh.id), fresh])
        }}
      />
      {dropping && (
        <Suspense>
          <DropComment
            comment={dropping}
            onClose={() => setDropping(null)}
            onDropped={() => put((before) => before.filter(({ id }) => id !== dropping.id))}
          />
        </Suspense>
      )}
    </Section>
  )
}

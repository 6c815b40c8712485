import type { JournalCommentId } from '@attune/contract/common/ids'
import type { SharedEntry } from '@attune/contract/features/care/journal/journal'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import classes from './reading.module.css'

const DeleteCommentDialog = lazyNamed(() => import('./DeleteCommentDialog.tsx'), 'DeleteCommentDialog')

type Comment = SharedEntry['comments'][number]

/** Lists the therapist's own comments, each with a button to delete it from the record. */
export function CommentList({
  comments,
  onDropped,
}: {
  comments: Comment[]
  onDropped: (id: JournalCommentId) => void
}) {
  const { t } = useTranslation('sharedJournal')
  const locale = useLocale()
  const [dropping, setDropping] = useState<Comment | null>(null)
  return (
    <>
      {comments.length > 0 && (
        <ul className={classes.remarks}>
          {comments.map((comment) => (
            <li key={comment.id} className={classes.remark}>
              <div className={classes.remarkHead}>
                <time dateTime={comment.at}>{momentText(comment.at, locale)}</time>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('comment.deleteOf', { when: momentText(comment.at, locale) })}
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
      {dropping && (
        <DeleteCommentDialog
          comment={dropping}
          onClose={() => setDropping(null)}
          onDropped={() => onDropped(dropping.id)}
        />
      )}
    </>
  )
}

import type { TaskCommentId, TaskId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { sendNowOrLater } from '../../../../platform/outgoing/outgoing-changes.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSentText } from '../../../../platform/draft/use-sent-text.ts'
import { PendingComments } from '../../../../ui/page/status/PendingComments.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import type { TaskDetailsData } from '../mutations.ts'
import { useInvalidateTasks } from '../subscription.ts'
import { useTaskRefusalText } from '../refusals.ts'
import classes from './TaskDetailsView.module.css'

type Props = { details: TaskDetailsData; viewer: 'therapist' | 'client' }

/** Shows the comments of therapist and client on a task, and a form for a new comment. */
export function TaskComments({ details, viewer }: Props) {
  const { t } = useTranslation('tasks')
  const { task, comments } = details
  const other = viewer === 'client' ? task.therapist.name : task.client.firstName
  return (
    <Section title={t('comments.title')} count={comments.length} hint={t('comments.hint', { name: other })}>
      {comments.length > 0 && <CommentList details={details} viewer={viewer} other={other} />}
      <CommentForm taskId={task.id} isFirst={comments.length === 0} />
    </Section>
  )
}

function CommentList({ details: { comments }, viewer, other }: Props & { other: string }) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  return (
    <ul className={classes.comments}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <span className={classes.who}>
            <strong>{comment.by === viewer ? t('comments.you') : other}</strong>
            <time dateTime={comment.at}>{momentText(comment.at, locale)}</time>
          </span>
          <p>{comment.text}</p>
        </li>
      ))}
    </ul>
  )
}

const draftName = (taskId: TaskId) => `task-comment-${taskId}`

/** Sends a comment. Without a connection, stores the comment and sends it when the connection is back. */
const sendComment = (input: { id: TaskCommentId; taskId: TaskId; text: string }) =>
  sendNowOrLater({ path: ['task', 'comment'], input, thing: draftName(input.taskId) }, (options) =>
    api.task.comment(input, options),
  )

function CommentForm({ taskId, isFirst }: { taskId: TaskId; isFirst: boolean }) {
  const { t } = useTranslation('tasks')
  const refusalText = useTaskRefusalText()
  const changed = useInvalidateTasks()
  const { text, draft, isSending, error, change, send } = useSentText(draftName(taskId), {
    send: (sent) => sendComment({ ...sent, taskId }),
    onSent: () => void changed(),
    onFailed: () => void changed(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isFilled(text)) send()
      }}
    >
      <PendingComments thing={draftName(taskId)} text={text} onEdit={change} />
      <DraftCallout draft={draft} />
      <Textarea
        aria-label={t('comments.write')}
        placeholder={t('comments.write')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={textLengths.taskComment}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <FormError>{error === null ? null : refusalText(error)}</FormError>
      {isFilled(text) && (
        <Button type="submit" variant="light" mt="xs" loading={isSending}>
          {t('comments.send')}
        </Button>
      )}
      {text === '' && isFirst && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('comments.none')}
        </Text>
      )}
    </form>
  )
}

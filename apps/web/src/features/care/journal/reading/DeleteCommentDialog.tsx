import type { JournalCommentId } from '@attune/contract/common/ids'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import classes from './reading.module.css'

type Props = { comment: { id: JournalCommentId; text: string }; onClose: () => void; onDropped: () => void }

/** Deletes a comment after a confirmation. If the comment is already deleted, this counts as success. */
export function DeleteCommentDialog({ comment, onClose, onDropped }: Props) {
  const { t } = useTranslation('sharedJournal')
  const general = useErrorMessage()
  const done = () => {
    onDropped()
    onClose()
  }
  const drop = useMutation({
    mutationFn: () => api.journal.deleteComment({ id: comment.id }),
    onSuccess: done,
    onError: (error) => {
      if (errorCode(error) === 'NOT_FOUND') done()
    },
  })
  const failed = (error: unknown) => (errorCode(error) === 'HELD' ? general(error) : t('deleteComment.failed'))
  return (
    <FormDialog
      title={t('deleteComment.title')}
      submit={t('deleteComment.submit')}
      back={t('deleteComment.back')}
      busy={drop.isPending}
      danger
      onClose={onClose}
      onSubmit={() => drop.mutate()}
    >
      <Text size="sm">{t('deleteComment.text')}</Text>
      <blockquote className={classes.quoted}>{comment.text}</blockquote>
      <FormError>{drop.isError ? failed(drop.error) : null}</FormError>
    </FormDialog>
  )
}

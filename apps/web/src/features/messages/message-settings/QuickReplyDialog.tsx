import type { QuickReplyId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'

type Props = {
  /** The id of the edited quick reply; null for a new one. */
  id: QuickReplyId | null
  text: string
  onSave: (text: string) => Promise<void>
  onClose: () => void
}

/** Adds or edits a quick reply with its text. */
export function QuickReplyDialog({ id, text: before, onSave, onClose }: Props) {
  const { t } = useTranslation(['messageSettings', 'common'])
  const draft = useDraft(`quick-reply-${id ?? 'new'}`, () => ({ text: before }))
  const { text } = draft.value
  const [isMissing, setMissing] = useState(false)
  const save = useMutation({ mutationFn: onSave, onSuccess: () => draft.forget() })
  return (
    <FormDialog
      title={t(before ? 'replies.editTitle' : 'replies.addTitle')}
      submit={t(before ? 'replies.save' : 'replies.addTitle')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={() => (isFilled(text) ? save.mutate(text.trim()) : setMissing(true))}
    >
      <DraftCallout draft={draft} />
      <Textarea
        data-autofocus
        label={t('replies.text')}
        placeholder={t('replies.example')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={textLengths.quickReply}
        styles={{ input: { fontSize: 16 } }}
        value={text}
        error={isMissing && t('replies.missing')}
        onChange={(event) => {
          draft.change({ text: event.currentTarget.value })
          setMissing(false)
        }}
      />
    </FormDialog>
  )
}

import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'

type Props = { text: string; onSave: (text: string) => Promise<void>; onClose: () => void }

/** Adds or edits a quick reply with its text. */
export function QuickReplyDialog({ text: before, onSave, onClose }: Props) {
  const { t } = useTranslation(['messageSettings', 'common'])
  const [text, setText] = useState(before)
  const [isMissing, setMissing] = useState(false)
  const save = useMutation({ mutationFn: onSave })
  return (
    <FormDialog
      title={t(before ? 'replies.editTitle' : 'replies.addTitle')}
      submit={t(before ? 'replies.save' : 'replies.addTitle')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={text !== before}
      onClose={onClose}
      onSubmit={() => (isFilled(text) ? save.mutate(text.trim()) : setMissing(true))}
    >
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
          setText(event.currentTarget.value)
          setMissing(false)
        }}
      />
    </FormDialog>
  )
}

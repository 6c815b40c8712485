import type { JournalEntryId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { sendNowOrLater } from '../../../../platform/outgoing/outgoing-changes.ts'
import { PendingComments } from '../../../../ui/page/status/PendingComments.tsx'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { feedbackDraftName, emptyFeedback, type EntryFeedbackKind } from './entry-feedback.ts'

type Remark = { id: string; entryId: JournalEntryId; text: string }
type Props = {
  kind: EntryFeedbackKind
  entryId: JournalEntryId
  /** The text below the field that names the readers of the comment or reply. */
  readers: string
  /**
   * Sends the text to the server. Rejects without a connection; the form then stores the text on this device and sends
   * it later.
   */
  send: (remark: Remark, options: { context: { offline: 'fail' } }) => Promise<void>
  onRevoked: () => void
}

const isCtrlEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

/** A form for a comment or a reply. It stores the text on this device until the text is sent. */
export function EntryFeedbackForm({ kind, entryId, readers, send, onRevoked }: Props) {
  const { t } = useTranslation('sharedJournal')
  const draft = useDraft(feedbackDraftName(kind, entryId), emptyFeedback)
  const { text } = draft.value
  const add = useAddFeedback({ kind, entryId, send, onRevoked }, text, () => draft.forget(emptyFeedback()))
  const empty = !isFilled(text)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!empty && !add.isPending) add.mutate()
  }
  const submitOnCtrlEnter = (event: KeyboardEvent) => isCtrlEnter(event) && submit(event)
  return (
    <form onSubmit={submit}>
      <PendingComments
        thing={feedbackDraftName(kind, entryId)}
        text={text}
        onEdit={(next) => draft.change({ text: next })}
      />
      <DraftCallout draft={draft} />
      <Textarea
        label={t(`${kind}.label`)}
        description={readers}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={textLengths.journalFeedback}
        styles={{ input: { fontSize: 16 } }}
        value={text}
        readOnly={add.isPending}
        onKeyDown={submitOnCtrlEnter}
        onChange={(event) => {
          add.reset()
          draft.change({ text: event.currentTarget.value })
        }}
      />
      {add.isError && (
        <Callout kind="danger" urgent>
          {t(`${kind}.failed`)}
        </Callout>
      )}
      <Group justify="flex-end" mt="sm">
        <Button type="submit" variant={kind === 'reply' ? 'filled' : 'light'} loading={add.isPending} disabled={empty}>
          {t(`${kind}.submit`)}
        </Button>
      </Group>
    </form>
  )
}

const procedures = { reply: 'reply', comment: 'addComment' } as const

/** Returns the mutation that sends the text. Calls `onRevoked` if the entry is no longer shared. */
function useAddFeedback(
  { kind, entryId, send, onRevoked }: Pick<Props, 'kind' | 'entryId' | 'send' | 'onRevoked'>,
  text: string,
  onSent: () => void,
) {
  // A retry with the same text uses the same id, so the server adds the text only once. A changed text gets a new id.
  const attempt = useRef({ id: '', text: '' })
  return useMutation({
    mutationFn: () => {
      if (attempt.current.text !== text || !attempt.current.id) attempt.current = { id: createId(), text }
      const input = { id: attempt.current.id, entryId, text }
      const thing = feedbackDraftName(kind, entryId)
      return sendNowOrLater({ path: ['journal', procedures[kind]], input, thing }, (options) => send(input, options))
    },
    onSuccess: () => {
      attempt.current = { id: '', text: '' }
      onSent()
    },
    onError: (error) => {
      if (errorCode(error) === 'NOT_FOUND') onRevoked()
    },
  })
}

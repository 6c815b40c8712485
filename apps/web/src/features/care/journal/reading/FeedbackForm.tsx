import type { JournalEntryId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Group, Textarea } from '@mantine/core'
import type { FormEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { sendNowOrLater } from '../../../../platform/outgoing/outgoing-changes.ts'
import { PendingComments } from '../../../../ui/page/status/PendingComments.tsx'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSentText } from '../../../../platform/draft/use-sent-text.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { feedbackDraftName, type EntryFeedbackKind } from './entry-feedback.ts'

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

const procedures = { reply: 'reply', comment: 'addComment' } as const
const isCtrlEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey)

/** A form for a comment or a reply. It stores the text on this device until the text is sent. */
export function EntryFeedbackForm({ readers, ...props }: Props) {
  const { kind, entryId } = props
  const { t } = useTranslation('sharedJournal')
  const field = useFeedbackText(props)
  const { text, draft } = field
  const empty = !isFilled(text)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!empty) field.send()
  }
  const submitOnCtrlEnter = (event: KeyboardEvent) => isCtrlEnter(event) && submit(event)
  return (
    <form onSubmit={submit}>
      <PendingComments thing={feedbackDraftName(kind, entryId)} text={text} onEdit={field.change} />
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
        onKeyDown={submitOnCtrlEnter}
        onChange={(event) => field.change(event.currentTarget.value)}
      />
      {field.error !== null && (
        <Callout kind="danger" urgent>
          {t(`${kind}.failed`)}
        </Callout>
      )}
      <Group justify="flex-end" mt="sm">
        <Button
          type="submit"
          variant={kind === 'reply' ? 'filled' : 'light'}
          loading={field.isSending}
          disabled={empty}
        >
          {t(`${kind}.submit`)}
        </Button>
      </Group>
    </form>
  )
}

/** Returns the text in the field, and the function that sends it. Calls `onRevoked` if the entry is no longer shared. */
function useFeedbackText({ kind, entryId, send, onRevoked }: Omit<Props, 'readers'>) {
  const thing = feedbackDraftName(kind, entryId)
  return useSentText(thing, {
    send: (sent) => {
      const input = { ...sent, entryId }
      return sendNowOrLater({ path: ['journal', procedures[kind]], input, thing }, (options) => send(input, options))
    },
    onFailed: (error) => {
      if (errorCode(error) === 'NOT_FOUND') onRevoked()
    },
  })
}

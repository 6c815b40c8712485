import type { ClientId } from '@attune/contract/common/ids'
import { isFilled } from '@attune/contract/common/text/text'
import { filesPerResource } from '@attune/contract/features/care/file/file.rules'
import type { NewMessage } from '@attune/contract/features/messages/message/message'
import type { MessageChannelName } from '@attune/contract/features/messages/message/message.rules'
import { useState } from 'react'
import { createId } from '../../../../platform/api/api.ts'
import { useSentText } from '../../../../platform/draft/use-sent-text.ts'
import { canRelease, useUploads, type ReleasedFile, type Uploads } from '../../../care/file/file.ts'
import { messageQueueName, sendOrQueueMessage } from '../outgoing-messages.ts'
import { useReturnedMessage } from './use-returned-message.ts'
import { useVoiceDraft } from '../voice/use-voice-draft.ts'

/** The channel on which the message is sent, and whether the channel refuses the message as written. */
type Leaving = { channel: MessageChannelName; isBlocked: boolean }

/**
 * The ids of the unsent messages, by conversation. They are stored outside the components so that a message keeps its files when the person opens
 * another page and returns.
 */
const messageIds = new Map<string, string>()

function messageIdOf(conversationId: ClientId): string {
  const id = messageIds.get(conversationId) ?? createId()
  messageIds.set(conversationId, id)
  return id
}

/**
 * Returns the message that the person writes in a conversation, and the function that sends it. The text is stored on this device until the message
 * is sent. Files are uploaded while the person writes; a message that is sent before its files are uploaded waits for them in the queue of this
 * device.
 */
export function useMessageDraft(conversationId: ClientId, onSent: () => void, leaving: Leaving) {
  const [id, setId] = useState(() => messageIdOf(conversationId))
  const uploads = useUploads(`message:${id}`)
  const voice = useVoiceDraft()
  const channel = leaving.channel === 'app' ? {} : { channel: leaving.channel }
  const { text, isSending, error, change, send } = useSentText(messageQueueName(conversationId), {
    send: (sent) => sendWithFiles({ id, conversationId, text: sent.text.trim(), ...channel }, uploads, voice.files()),
    onSent: () => {
      messageIds.delete(conversationId)
      setId(messageIdOf(conversationId))
      voice.change(null)
      onSent()
    },
  })
  const returned = useReturnedMessage(conversationId, text, change, uploads)
  const fileCount = uploads.items.length + (voice.recording ? 1 : 0)
  const hasContent = isFilled(text) || fileCount > 0
  const isReady = fileCount <= filesPerResource && !voice.isRecording && canRelease(uploads.items)
  const canSend = hasContent && isReady && !leaving.isBlocked
  return {
    text,
    uploads,
    voice,
    fileCount,
    canSend,
    isSending,
    hasFailed: error !== null,
    returned,
    change,
    send: () => {
      if (canSend) send()
    },
  }
}

/** Sends a message with its files and its recording. If it cannot be sent, the files stay in the field. */
async function sendWithFiles(
  message: Omit<NewMessage, 'attachments'>,
  uploads: Uploads,
  recorded: readonly ReleasedFile[],
): Promise<void> {
  const chosen = await uploads.release()
  const files = [...chosen, ...recorded]
  await sendOrQueueMessage({ ...message, attachments: files.map((file) => file.id) }, files).catch((error: unknown) => {
    uploads.restore(chosen)
    throw error
  })
}

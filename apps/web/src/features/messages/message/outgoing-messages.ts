import type { ClientId } from '@attune/contract/common/ids'
import type { NewMessage } from '@attune/contract/features/messages/message/message'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.ts'
import { useStore } from '../../../platform/create-store.ts'
import { useOnline } from '../../../platform/offline/use-online.ts'
import { sendLater } from '../../../platform/outgoing/outgoing-changes.ts'
import {
  pendingChanges,
  reportSent,
  waitsForFiles,
  type PendingChange,
} from '../../../platform/outgoing/outgoing-state.ts'
import { uploadReleasedFiles, type QueuedFile, type ReleasedFile } from '../../care/file/file.ts'

/** A message that is stored on this device until the server accepts it, also after a refusal. */
export type PendingMessage = Omit<PendingChange, 'input' | 'files'> & {
  input: NewMessage
  files?: readonly QueuedFile[]
}

const queuePrefix = 'message-'

/** The name of the queue of a conversation. The messages of one conversation are sent in order. */
export const messageQueueName = (conversationId: ClientId) => `${queuePrefix}${conversationId}`

/**
 * Sends a message through the queue of this device. The queue keeps the order, uploads the files first, and waits while offline and after a 429. If
 * this browser cannot store the message, uploads and sends it at once, and throws if that fails.
 */
export async function sendOrQueueMessage(input: NewMessage, released: readonly ReleasedFile[] = []): Promise<void> {
  const files = released.map(queuedFile)
  const thing = messageQueueName(input.conversationId)
  const change = { path: ['message', 'send'] as const, input, thing, ...(files.length > 0 && { files }) }
  try {
    await sendLater(change, new Map(released.flatMap(({ id, blob }) => (blob ? [[id, blob]] : []))))
  } catch {
    await uploadReleasedFiles(released)
    reportSent(change, await api.message.send(input, { context: { offline: 'fail' } }))
  }
}

const queuedFile = ({ blob, ...file }: ReleasedFile): QueuedFile => ({ ...file, isUploaded: blob === null })

/** Returns the messages of a conversation that the server has not accepted yet, oldest first. */
export function usePendingMessages(conversationId: ClientId): PendingMessage[] {
  const thing = messageQueueName(conversationId)
  const changes = useStore(pendingChanges)
  return useMemo(() => changes.filter((change): change is PendingMessage => change.thing === thing), [changes, thing])
}

/** The waiting messages of a conversation: the newest that was not sent yet, and whether the server has refused one. */
export type UnsentOfConversation = { latest: PendingMessage | null; isRefused: boolean }

/** Returns the messages that wait on this device, by the id of the conversation. */
export function useUnsentByConversation(): ReadonlyMap<string, UnsentOfConversation> {
  const changes = useStore(pendingChanges)
  return useMemo(() => {
    const found = new Map<string, UnsentOfConversation>()
    for (const change of changes.filter(isMessage)) {
      const id = change.thing.slice(queuePrefix.length)
      const { latest, isRefused } = found.get(id) ?? { latest: null, isRefused: false }
      found.set(id, change.refused ? { latest, isRefused: true } : { latest: change, isRefused })
    }
    return found
  }, [changes])
}

const isMessage = (change: PendingChange): change is PendingMessage => change.thing.startsWith(queuePrefix)

/** Returns whether there is a connection, and whether files of a waiting message are not uploaded yet. */
export const usePendingState = (message: PendingMessage) => ({
  online: useOnline(),
  isUploading: waitsForFiles(message),
})

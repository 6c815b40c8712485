import type { ClientId } from '@attune/contract/common/ids'
import { useEffect, useRef, useState } from 'react'
import { discardWaiting, readWaitingFile } from '../../../../platform/outgoing/outgoing-changes.ts'
import { withdrawn } from '../../../../platform/outgoing/outgoing-state.ts'
import type { Uploads } from '../../../care/file/file.ts'
import { usePendingMessages, type PendingMessage } from '../outgoing-messages.ts'

/**
 * Restores the text and the files of a refused or withdrawn message in the field; a refused file shows the reason. Returns whether the last such
 * message was refused.
 */
export function useReturnedMessage(
  conversationId: ClientId,
  text: string,
  change: (text: string) => void,
  uploads: Uploads,
): boolean {
  const returned = usePendingMessages(conversationId).find(({ refused }) => refused !== null)
  const [hasReturned, setReturned] = useState(false)
  // The queue creates a new object for a message whenever it loads, but `number` stays the same. The effect that restores the message therefore
  // depends only on `number` and reads the latest values from this ref.
  const latest = useRef({ text, change, returned, uploads })
  useEffect(() => {
    latest.current = { text, change, returned, uploads }
  })
  const number = returned?.number
  const handled = useRef<number | null>(null)
  useEffect(() => {
    const refused = latest.current.returned
    if (number === undefined || !refused || handled.current === number) return
    handled.current = number
    void takeBack(refused).then((files) => {
      const { text: written, change: put, uploads: list } = latest.current
      put([written, refused.input.text].filter(Boolean).join('\n'))
      list.restore(files)
      setReturned(refused.refused !== withdrawn)
    })
  }, [number])
  return hasReturned
}

/** Removes a message from the queue. Returns its files with the bytes that are not uploaded yet. */
async function takeBack(message: PendingMessage) {
  const files = await Promise.all(
    (message.files ?? []).map(async ({ isUploaded, ...file }) => ({
      ...file,
      blob: isUploaded ? null : await readWaitingFile(file.id),
    })),
  )
  await discardWaiting(message)
  return files
}

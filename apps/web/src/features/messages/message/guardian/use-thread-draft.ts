import { isFilled } from '@attune/contract/common/text/text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createId } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'

const emptyText = () => ({ text: '' })

/**
 * The ids of messages that were not sent yet, by the name of their draft. A retry after a failure reuses the id, so the message is not sent twice.
 */
const unsentIds = new Map<string, { id: string; text: string }>()

function unsentId(draft: string, text: string): string {
  const known = unsentIds.get(draft)
  if (known?.text === text) return known.id
  const id = createId()
  unsentIds.set(draft, { id, text })
  return id
}

/**
 * Returns the text that the person writes in a conversation with a guardian, and the function that sends it. The text is stored on this device until
 * the server has it. If it cannot be sent, it stays in the field.
 */
export function useThreadDraft(
  name: string,
  send: (message: { id: string; text: string }) => Promise<unknown>,
  onSent: () => void,
) {
  const draft = useDraft(name, emptyText)
  const { text } = draft.value
  const [hasFailed, setFailed] = useState(false)
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: (written: string) => send({ id: unsentId(name, written), text: written }),
    onSuccess: () => {
      unsentIds.delete(name)
      setFailed(false)
      draft.forget(emptyText())
      onSent()
    },
    onError: () => setFailed(true),
  })
  const canSend = isFilled(text)
  return {
    text,
    hasFailed,
    isSending: isPending,
    canSend,
    change: (next: string) => {
      setFailed(false)
      draft.change({ text: next })
    },
    send: () => {
      if (canSend && !isPending) mutate(text.trim())
    },
  }
}

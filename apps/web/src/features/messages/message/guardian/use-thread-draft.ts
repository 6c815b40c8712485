import { isFilled } from '@attune/contract/common/text/text'
import { createId } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useSentText } from '../../../../platform/draft/use-sent-text.ts'

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
  const { isSending, hasFailed, change, start } = useSentText(
    draft,
    (written) => send({ id: unsentId(name, written), text: written }),
    () => {
      unsentIds.delete(name)
      onSent()
    },
  )
  const canSend = isFilled(text)
  return {
    text,
    hasFailed,
    isSending,
    canSend,
    change,
    send: () => {
      if (canSend && !isSending) start()
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { createId } from '../api/api.ts'
import { useDraft } from './use-draft.ts'

export type SentText = { id: string; text: string }
type Options = {
  /** Sends a text. Rejects if it could not be sent; the text then stays in the field. */
  send: (sent: SentText) => Promise<unknown>
  /** Called after a text was sent, before the field is emptied. */
  onSent?: () => void
  onFailed?: (error: unknown) => void
}

const emptyText = () => ({ text: '' })

/** The texts that could not be sent, by the name of their draft. A retry with the same text uses the same id, so the text is not sent twice. */
const attempts = new Map<string, SentText>()

function attemptOf(name: string, text: string): SentText {
  const known = attempts.get(name)
  const attempt = known?.text === text ? known : { id: createId(), text }
  attempts.set(name, attempt)
  return attempt
}

/** Returns the text that was added after the sent one; the whole text if the sent text itself was changed. */
function writtenAfter(sent: string, now: string): string {
  const text = sent.trimEnd()
  return now.startsWith(text) ? now.slice(text.length).trimStart() : now
}

/**
 * Returns the text of a field, and the function that sends it and then empties the field. The text is stored on this device until it is sent. A
 * text that is written while another is being sent stays in the field.
 * @param name the name of the draft; contains ids only
 */
export function useSentText(name: string, { send, onSent, onFailed }: Options) {
  const draft = useDraft(name, emptyText)
  const [{ isSending, error }, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: null,
  })
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const { text } = draft.value
  const sendText = async () => {
    // This state is rendered before the next key or click, so nothing is sent twice. The state of a mutation would be rendered one timer later.
    setState({ isSending: true, error: null })
    try {
      await send(attemptOf(name, text))
    } catch (failure) {
      setState({ isSending: false, error: failure })
      onFailed?.(failure)
      return
    }
    attempts.delete(name)
    onSent?.()
    latest.current.sent(emptyText(), { text: writtenAfter(text, latest.current.value.text) })
    setState({ isSending: false, error: null })
  }
  return {
    draft,
    text,
    isSending,
    error,
    change: (next: string) => {
      if (error) setState({ isSending: false, error: null })
      draft.change({ text: next })
    },
    send: () => {
      if (!isSending) void sendText()
    },
  }
}

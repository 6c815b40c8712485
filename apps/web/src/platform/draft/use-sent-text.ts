import { useEffect, useRef, useState } from 'react'
import type { useDraft } from './use-draft.ts'

type TextDraft = Pick<ReturnType<typeof useDraft<{ text: string }>>, 'value' | 'change' | 'sent'>

/** Returns what the person has written after the text that was sent; the whole text if they have changed the sent text itself. */
const writtenAfter = (sent: string, now: string) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now)

/**
 * Returns a function that sends the text of a draft, and whether it is being sent or could not be sent. What the person writes while the text is being
 * sent stays in the field, as the draft of the next text. A text that could not be sent stays in the field too. `send` receives the text without the
 * spaces around it. `onSent` is called before the field is emptied.
 */
export function useSentText(draft: TextDraft, send: (text: string) => Promise<unknown>, onSent: () => void) {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const start = async () => {
    const { text } = latest.current.value
    // React renders the state of a click or a key before the next one, so that nothing is sent twice. The state of a mutation is rendered later.
    setState('sending')
    try {
      await send(text.trim())
    } catch {
      setState('failed')
      return
    }
    onSent()
    latest.current.sent({ text: '' }, { text: writtenAfter(text, latest.current.value.text) })
    setState('idle')
  }
  return {
    isSending: state === 'sending',
    hasFailed: state === 'failed',
    change: (text: string) => {
      if (state === 'failed') setState('idle')
      draft.change({ text })
    },
    start: () => void start(),
  }
}

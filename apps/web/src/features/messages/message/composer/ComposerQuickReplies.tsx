import { textLengths } from '@attune/contract/common/text/lengths'
import type { RefObject } from 'react'
import { QuickRepliesButton } from '../../message-settings/message-settings.ts'

type Props = { field: RefObject<HTMLTextAreaElement | null>; text: string; onChange: (text: string) => void }

/**
 * The button for quick replies. Inserts the chosen reply at the cursor or replaces the selected text, and puts the cursor after it. Truncates a
 * text that becomes too long for a message.
 */
export function ComposerQuickReplies({ field, text, onChange }: Props) {
  const insert = (reply: string) => {
    const area = field.current
    const [start, end] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    onChange((text.slice(0, start) + reply + text.slice(end)).slice(0, textLengths.message))
    // The dialog returns the focus to its button when it closes.
    setTimeout(() => {
      area?.focus()
      area?.setSelectionRange(start + reply.length, start + reply.length)
    })
  }
  return <QuickRepliesButton onPick={insert} />
}

import { textLengths } from '@attune/contract/common/text/lengths'
import type { RefObject } from 'react'
import { QuickRepliesButton } from '../../message-settings/message-settings.ts'

type Props = { field: RefObject<HTMLTextAreaElement | null>; text: string; onChange: (text: string) => void }

/**
 * The button of the quick replies. Inserts the chosen one at the cursor, or in place of the selected text, and puts the
 * cursor after it. Cuts what exceeds the length of a message.
 */
export function ComposerQuickReplies({ field, text, onChange }: Props) {
  const insert = (reply: string) => {
    const area = field.current
    const [start, end] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    onChange((text.slice(0, start) + reply + text.slice(end)).slice(0, textLengths.message))
    // The dialog that closes returns the focus to its button first.
    setTimeout(() => {
      area?.focus()
      area?.setSelectionRange(start + reply.length, start + reply.length)
    })
  }
  return <QuickRepliesButton onPick={insert} />
}

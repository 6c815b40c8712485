import { textLengths } from '@attune/contract/common/text/lengths'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import type { RefObject } from 'react'
import { TextAssistantButton } from '../../../assistant/assistant/assistant.ts'

type Props = {
  conversation: Pick<Conversation, 'id' | 'person'>
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onChange: (text: string) => void
}

/**
 * The button that rewords the selected text of a message, or the whole text without a selection. The therapist sends the
 * message.
 */
export function ComposerAssistant({ conversation: { id, person }, field, text, onChange }: Props) {
  const target = () => {
    const area = field.current
    const [from, to] = [area?.selectionStart ?? 0, area?.selectionEnd ?? 0]
    const [start, end] = from < to ? [from, to] : [0, text.length]
    return {
      text: text.slice(start, end),
      replace: (next: string) =>
        onChange((text.slice(0, start) + next + text.slice(end)).slice(0, textLengths.message)),
    }
  }
  return <TextAssistantButton name={`message-${id}`} client={{ id, name: person.name }} target={target} />
}

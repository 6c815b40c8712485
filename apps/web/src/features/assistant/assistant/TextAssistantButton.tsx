import { isFilled } from '@attune/contract/common/text/text'
import { useTranslation } from 'react-i18next'
import { AssistantButton } from './AssistantButton.tsx'
import type { AskedClient } from './assistant-request.ts'
import { useIsAssistantOn } from './use-assistant-status.ts'

type Props = {
  /** The name of the form's draft on this device; contains ids only. */
  name: string
  /** The client whom the text concerns; null for a text for several clients. */
  client: AskedClient | null
  /** Whether the text is homework. The assistant can then also suggest homework. */
  isTask?: boolean
  /** Returns the text to rewrite, and a function that replaces it with the new text. */
  target: () => { text: string; replace: (text: string) => void }
}

const rewriting = ['friendlier', 'shorter', 'translation'] as const

/** A button that lets the assistant rewrite a text. Renders nothing while the assistant is off. Never sends a message by itself. */
export function TextAssistantButton(props: Props) {
  return useIsAssistantOn() ? <Entry {...props} /> : null
}

function Entry({ name, client, isTask = false, target }: Props) {
  const { t } = useTranslation('assistant')
  const open = () => {
    const { text, replace } = target()
    const purposes = [...(isTask ? (['homework'] as const) : []), ...(isFilled(text) || !isTask ? rewriting : [])]
    return {
      place: { name: `assistant-${name}`, clients: client ? [client] : [], sessionId: null, purposes, text },
      use: { into: 'text' as const, apply: ({ text: next }: { text: string }) => replace(next) },
    }
  }
  return (
    <AssistantButton variant="subtle" size="compact-sm" over={isTask} onOpen={open}>
      {t(isTask ? 'open.task' : 'open.text')}
    </AssistantButton>
  )
}

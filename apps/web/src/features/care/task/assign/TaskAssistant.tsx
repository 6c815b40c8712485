import { plainTextOf, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { maxTaskDescriptionLength } from '@attune/contract/features/care/task/task.rules'
import { TextAssistantButton } from '../../../assistant/assistant/assistant.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'

type Props = { client: PickedClient | null; value: RichText; onChange: (doc: RichText) => void }

/** The button with which the assistant suggests homework or rewords the description of a task. The assistant's text replaces the description. */
export function TaskAssistant({ client, value, onChange }: Props) {
  const target = () => ({
    text: plainTextOf(value, { withImages: false }),
    replace: (text: string) => onChange(richTextFromPlain(text.slice(0, maxTaskDescriptionLength))),
  })
  return (
    <div>
      <TextAssistantButton isTask name={`task-${client?.id ?? 'several'}`} client={client} target={target} />
    </div>
  )
}

import type { AssistantDraft } from '@attune/contract/features/assistant/assistant/assistant'
import { useQuery } from '@tanstack/react-query'
import { createId, orpc } from '../../../../platform/api/api.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { newAssistantForm, type AssistantForm, type AssistantPlace } from '../assistant-request.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

/**
 * Returns the form of a request and the available choices. The entries are stored on this device until the answer is accepted. `draft` is an
 * earlier draft whose request is repeated.
 */
export function useAssistantForm(place: AssistantPlace, draft?: AssistantDraft) {
  const name = draft ? `${place.name}-${draft.id}` : place.name
  const kept = useDraft<AssistantForm>(name, () => newAssistantForm(place, currentLanguage(), draft))
  const { clientId } = kept.value
  const read = useQuery({
    ...orpc.assistant.sources.queryOptions({
      input: { clientId: clientId ?? nowhere, ...(place.sessionId && { sessionId: place.sessionId }) },
    }),
    enabled: clientId !== null,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return {
    kept,
    form: kept.value,
    client: place.clients.find(({ id }) => id === clientId) ?? null,
    read,
    offered: (clientId !== null && read.data?.items) || [],
    mayAsk: clientId === null ? ('yes' as const) : (read.data?.mayAsk ?? null),
    /** Changes the request. The prompt is then created again, so edits of the old prompt are discarded. */
    change: (part: Partial<AssistantForm>) => kept.change({ ...kept.value, id: createId(), edited: null, ...part }),
    edit: (edited: string | null) => kept.change({ ...kept.value, edited }),
  }
}

export type AssistantFormState = ReturnType<typeof useAssistantForm>

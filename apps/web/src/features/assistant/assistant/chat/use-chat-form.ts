import type { AssistantConversationId, ClientId } from '@attune/contract/common/ids'
import type { AssistantRequest, AssistantTurn } from '@attune/contract/features/assistant/assistant/assistant'
import { useState } from 'react'
import { createId } from '../../../../platform/api/api.ts'
import { assistantRequestOf, sourceKey, type AssistantForm, type AssistantPlace } from '../assistant-request.ts'
import { useAssistantForm } from '../request/use-assistant-form.ts'

export type OpenedChat = {
  /** Null for a new conversation. */
  id: AssistantConversationId | null
  /** The client whom it is about; null for none. */
  clientId: ClientId | null
}

/** Returns the question in the form and the available choices. The question is stored on this device until the server has it. */
export function useChatForm({ id, clientId }: OpenedChat) {
  const [newId] = useState(createId)
  const place: AssistantPlace = {
    name: id ? `assistant-chat-${id}` : `assistant-chat-new-${clientId ?? 'general'}`,
    clients: clientId ? [{ id: clientId, name: '' }] : [],
    sessionId: null,
    purposes: ['question'],
    text: '',
  }
  const state = useAssistantForm(place)
  const conversationId = id ?? newId
  const requestOf = (form: AssistantForm): AssistantRequest => ({
    ...assistantRequestOf(form, place, state.offered),
    conversation: { id: conversationId, isNew: id === null },
  })
  return {
    ...state,
    name: state.read.data?.name ?? '',
    conversationId,
    requestOf,
    /** Clears the question in the form and on this device. Keeps the chosen sources for the next question. */
    clear: () => {
      const empty = { ...state.form, id: createId(), question: '', edited: null }
      state.kept.forget(empty)
    },
    /** Returns the form that repeats an earlier question. */
    formOf: (turn: AssistantTurn): AssistantForm => ({
      ...state.form,
      id: turn.id,
      question: turn.question,
      language: turn.language,
      sources: turn.sources.map(sourceKey),
      edited: null,
    }),
  }
}

export type ChatFormState = ReturnType<typeof useChatForm>

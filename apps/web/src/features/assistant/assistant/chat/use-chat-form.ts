import type { AssistantRequest, AssistantTurn } from '@attune/contract/features/assistant/assistant/assistant'
import { useState } from 'react'
import { createId } from '../../../../platform/api/api.ts'
import { assistantRequestOf, sourceKey, type AssistantForm, type AssistantPlace } from '../assistant-request.ts'
import { useAssistantForm } from '../request/use-assistant-form.ts'

/** A conversation that is opened: its id, null for a new one, and the client whom it is about. */
export type OpenedChat = { id: string | null; clientId: string | null }

/**
 * Returns the question that is being written, and what can be chosen for it. The question is stored on this device until the server has it.
 */
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
    /** Empties the field when the server has the question. The chosen sources stay for the next one. */
    clear: () => {
      const empty = { ...state.form, id: createId(), question: '', edited: null }
      state.kept.forget(empty)
    },
    /** The form that asks an earlier question again. */
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

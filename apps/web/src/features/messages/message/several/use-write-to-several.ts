import type { ClientId } from '@attune/contract/common/ids'
import type { MessageRecipient } from '@attune/contract/features/messages/message/message'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { sendToSeveral, type SeveralOutcome } from './send-to-several.ts'

type SeveralDraft = {
  text: string
  /** The message ids by client record. They are stored so that sending again after a crash creates no second message. */
  ids: Record<string, string>
  hasBegun: boolean
}
/** The clients to whom a message can be written, such as the members of a group, and the id under which the draft is stored. */
export type SeveralOf = { id: string; clientIds: readonly ClientId[] }

const emptyDraft = (of: SeveralOf | undefined): SeveralDraft => ({
  text: '',
  ids: Object.fromEntries(of?.clientIds.map((id) => [id, createId()]) ?? []),
  hasBegun: false,
})

/** Returns the message to several clients: its text, its recipients, the outcome for each, and the functions that send it. */
export function useWriteToSeveral(of?: SeveralOf) {
  const read = useQuery({ ...orpc.message.recipients.queryOptions({ input: {} }), refetchOnMount: 'always' })
  const draft = useDraft<SeveralDraft>(of ? `write-to-several-${of.id}` : 'write-to-several', () => emptyDraft(of))
  const { text, ids, hasBegun } = draft.value
  const sending = useSending()
  const recipients = (read.data?.items ?? []).filter(({ clientId }) => !of || of.clientIds.includes(clientId))
  const chosen = recipients.filter(({ clientId }) => ids[clientId] !== undefined)
  /** Adds or removes clients. The other clients keep their message ids. */
  const choose = (clientIds: readonly ClientId[], isChosen: boolean) => {
    const next = { ...ids }
    for (const id of clientIds) {
      if (isChosen) next[id] ??= createId()
      else delete next[id]
    }
    draft.change({ ...draft.value, ids: next })
  }
  const send = async () => {
    draft.change({ ...draft.value, hasBegun: true })
    await sending.start(text.trim(), chosen, ids)
  }
  return {
    read,
    recipients,
    chosen,
    text,
    ids,
    hasBegun,
    outcomes: sending.outcomes,
    /** Whether each client has got the message or cannot get it. */
    isComplete: chosen.every(({ clientId }) => (sending.outcomes[clientId] ?? 'failed') !== 'failed'),
    isSending: sending.isSending,
    waits: sending.waits,
    change: (next: string) => draft.change({ ...draft.value, text: next }),
    choose,
    send,
    stop: sending.stop,
    forget: () => draft.forget(emptyDraft(of)),
  }
}

/** Sends the messages and returns their outcomes by client record. Closing the dialog stops the sending. */
function useSending() {
  const cache = useQueryClient()
  const [outcomes, setOutcomes] = useState<Record<string, SeveralOutcome>>({})
  const [isSending, setSending] = useState(false)
  const [waits, setWaits] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const start = async (text: string, chosen: readonly MessageRecipient[], ids: Record<string, string>) => {
    abort.current = new AbortController()
    setSending(true)
    const known = chosen.flatMap(({ clientId, readOnly }) => (readOnly ? [[clientId, readOnly] as const] : []))
    setOutcomes((before) => ({ ...before, ...Object.fromEntries(known) }))
    const open = chosen.filter(({ clientId, readOnly }) => !readOnly && outcomes[clientId] !== 'sent')
    await sendToSeveral({
      text,
      ids: Object.fromEntries(open.map(({ clientId }) => [clientId, ids[clientId] ?? createId()])),
      send: (message) => api.message.send(message, { context: { offline: 'fail' } }),
      onOutcome: (clientId, outcome) => setOutcomes((before) => ({ ...before, [clientId]: outcome })),
      onWait: setWaits,
      signal: abort.current.signal,
    })
    setSending(false)
    void cache.invalidateQueries({ queryKey: orpc.message.key() })
  }
  return { outcomes, isSending, waits, start, stop: () => abort.current?.abort() }
}

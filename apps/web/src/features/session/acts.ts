import type { Session } from '@attune/contract/features/session'
import type { SessionStatus, Viewer } from '@attune/contract/features/session.states'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newId, query, type api } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { toast, type ToastWords } from '../../ui/toast.ts'
import { useRefusalWords } from './refusals.ts'

export type Details = Awaited<ReturnType<typeof api.session.get>>

/** Returns a function that invalidates every query which contains sessions: sessions, series and clients. */
export function useSessionsChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [query.session.key(), query.series.key(), query.client.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

/** Refreshes sessions and change requests whenever the server reports a change of them. */
export function useLiveSessions() {
  const changed = useSessionsChanged()
  useLive('sessions', () => void changed())
  useLive('session_clients', () => void changed())
  useLive('change_requests', () => void changed())
}

/**
 * Returns a function from content to command id: the same id for the same content, so that a repeat takes effect once.
 */
export function useCommands() {
  const commands = useRef(new Map<string, string>())
  return (content: unknown) => {
    const key = JSON.stringify(content)
    const command = commands.current.get(key) ?? newId()
    commands.current.set(key, command)
    return command
  }
}

const detailsKey = (id: string) => query.session.get.queryOptions({ input: { id } }).queryKey
const waitingKey = () => query.session.waiting.queryOptions({ input: {} }).queryKey

/** The session with a new status and no allowed action. The server's answer says which actions are allowed next. */
export const standing = (session: Session, status: SessionStatus): Session => ({
  ...session,
  status,
  may: Object.fromEntries(Object.keys(session.may).map((step) => [step, false])) as Session['may'],
})

/**
 * Writes the expected result of a transition into the query cache and returns a function that reverts it. Only for
 * transitions that cannot conflict.
 */
function applyOptimistically(client: QueryClient, id: string, update: (details: Details) => Details): () => void {
  const details = client.getQueryData<Details>(detailsKey(id))
  const waiting = client.getQueryData(waitingKey())
  if (details) client.setQueryData<Details>(detailsKey(id), update(details))
  if (waiting) client.setQueryData(waitingKey(), { items: waiting.items.filter((item) => item.session.id !== id) })
  return () => {
    if (details) client.setQueryData(detailsKey(id), details)
    if (waiting) client.setQueryData(waitingKey(), waiting)
  }
}

type SessionMutation<I, A> = {
  session: Session
  viewer: Viewer
  /**
   * The state on which the user decided. It is part of the command id, besides the input. Undefined in a dialog, which
   * sends one command.
   */
  decidedOn?: unknown
  send: (input: I & { command: string }) => Promise<A>
  done: (answer: A, input: I) => ToastWords
  optimistic?: (details: Details) => Details
  /** Handles a refusal. Returns true if it has shown the refusal; otherwise a toast does. */
  refused?: (error: unknown) => boolean
  onDone?: () => void
}

/**
 * A mutation of a session. A repeat with the same input takes effect once. Success and failure both invalidate the
 * session queries.
 */
export function useAct<I extends object = object, A = unknown>(options: SessionMutation<I, A>) {
  const client = useQueryClient()
  const changed = useSessionsChanged()
  const refusalText = useRefusalWords(options.viewer)
  const commandFor = useCommands()
  return useMutation({
    mutationFn: (input: I) => options.send({ ...input, command: commandFor([options.decidedOn, input]) }),
    onMutate: () =>
      options.optimistic ? applyOptimistically(client, options.session.id, options.optimistic) : undefined,
    onSuccess: (answer, input) => {
      toast(options.done(answer, input))
      options.onDone?.()
    },
    onError: (error, _input, revert) => {
      revert?.()
      if (!options.refused?.(error)) toast({ variant: 'destructive', title: refusalText(error) })
    },
    onSettled: changed,
  })
}

import type { Session } from '@attune/contract/features/session'
import type { SessionStatus } from '@attune/contract/features/session.schemas'
import type { ViewerRole } from '@attune/contract/features/session.states'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createId, orpc, type api } from '../../platform/api.ts'
import { useSubscription } from '../../platform/use-subscription.ts'
import { toast, type ToastContent } from '../../ui/toast.ts'
import { useSessionRefusalText } from './refusals.ts'

export type SessionDetailsData = Awaited<ReturnType<typeof api.session.get>>

/** Returns a function that invalidates every query which contains sessions: sessions, series and clients. */
export function useInvalidateSessions() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [orpc.session.key(), orpc.series.key(), orpc.client.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

/** Refreshes sessions and change requests whenever the server reports a change of them. */
export function useSubscribeToSessions() {
  const changed = useInvalidateSessions()
  useSubscription('sessions', () => void changed())
  useSubscription('session_clients', () => void changed())
  useSubscription('change_requests', () => void changed())
}

/**
 * Returns a function from content to command id: the same id for the same content, so that a repeat takes effect once.
 */
export function useCommandIds() {
  const commands = useRef(new Map<string, string>())
  return (content: unknown) => {
    const key = JSON.stringify(content)
    const command = commands.current.get(key) ?? createId()
    commands.current.set(key, command)
    return command
  }
}

const detailsKey = (id: string) => orpc.session.get.queryOptions({ input: { id } }).queryKey
const waitingKey = () => orpc.session.waiting.queryOptions({ input: {} }).queryKey

/** The session with a new status and no allowed action. The server's answer says which actions are allowed next. */
export const withOptimisticStatus = (session: Session, status: SessionStatus): Session => ({
  ...session,
  status,
  may: Object.fromEntries(Object.keys(session.may).map((step) => [step, false])) as Session['may'],
})

/**
 * Writes the expected result of a transition into the query cache and returns a function that reverts it. Only for
 * transitions that cannot conflict.
 */
function applyOptimistically(
  client: QueryClient,
  id: string,
  update: (details: SessionDetailsData) => SessionDetailsData,
): () => void {
  const details = client.getQueryData<SessionDetailsData>(detailsKey(id))
  const waiting = client.getQueryData(waitingKey())
  if (details) client.setQueryData<SessionDetailsData>(detailsKey(id), update(details))
  if (waiting) client.setQueryData(waitingKey(), { items: waiting.items.filter((item) => item.session.id !== id) })
  return () => {
    if (details) client.setQueryData(detailsKey(id), details)
    if (waiting) client.setQueryData(waitingKey(), waiting)
  }
}

type SessionMutation<I, A> = {
  session: Session
  viewer: ViewerRole
  /**
   * The state that the user saw when deciding. The command id depends on it and on the input. Undefined in a dialog,
   * which sends one command.
   */
  decidedOn?: unknown
  send: (input: I & { command: string }) => Promise<A>
  done: (answer: A, input: I) => ToastContent
  optimistic?: (details: SessionDetailsData) => SessionDetailsData
  /** Handles a refusal. Returns true if it has shown the refusal; otherwise a toast does. */
  refused?: (error: unknown) => boolean
  onDone?: () => void
}

/**
 * A mutation of a session. A repeat with the same input takes effect once. Success and failure both invalidate the
 * session queries.
 */
export function useSessionMutation<I extends object = object, A = unknown>(options: SessionMutation<I, A>) {
  const client = useQueryClient()
  const changed = useInvalidateSessions()
  const refusalText = useSessionRefusalText(options.viewer)
  const commandFor = useCommandIds()
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

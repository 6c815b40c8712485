import type { SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createId, orpc, type api } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { toast, type ToastContent } from '../../../../ui/toast/toast.ts'
import { useSessionRefusalText, type SessionActionName } from './refusals.ts'

export type SessionDetailsData = Awaited<ReturnType<typeof api.session.get>>

/** Returns a function that invalidates the queries of sessions, series, clients and the dashboard, because all of them contain data of sessions. */
export function useInvalidateSessions() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [orpc.session.key(), orpc.series.key(), orpc.client.key(), orpc.dashboard.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

/**
 * Invalidates the queries of sessions, series, clients and the dashboard when the server reports a changed session, participant or change request.
 */
export function useSubscribeToSessions() {
  const changed = useInvalidateSessions()
  useSubscription('sessions', () => void changed())
  useSubscription('session_clients', () => void changed())
  useSubscription('change_requests', () => void changed())
}

/**
 * Returns a function that returns a command id for the content of a request. The same content always gets the same id,
 * so a repeated request has no further effect.
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

const detailsKey = (id: SessionId) => orpc.session.get.queryOptions({ input: { id } }).queryKey
const waitingKey = () => orpc.session.waiting.queryOptions({ input: {} }).queryKey

/** Returns the session with a new status and no allowed actions. The server's response will contain the actions that are allowed next. */
export const withOptimisticStatus = (session: Session, status: SessionStatus): Session => ({
  ...session,
  status,
  may: Object.fromEntries(Object.keys(session.may).map((step) => [step, false])) as Session['may'],
})

/**
 * Writes the expected result of a transition into the query cache. Returns a function that restores the previous cache.
 * Use it only for transitions that cannot conflict with another session.
 */
function applyOptimistically(
  client: QueryClient,
  id: SessionId,
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
   * The state that the user saw when deciding. The command id depends on this state and the input. Undefined in a
   * dialog, where the command id depends on the input only.
   */
  decidedOn?: unknown
  /** The kind of failed request that the error text names. Undefined if the mutation changes several sessions. */
  act?: SessionActionName
  send: (input: I & { command: string }) => Promise<A>
  done: (answer: A, input: I) => ToastContent
  optimistic?: (details: SessionDetailsData) => SessionDetailsData
  /** Handles an error. Returns true if the caller shows the error. Otherwise a toast shows it. */
  refused?: (error: unknown) => boolean
  onDone?: () => void
}

/**
 * Returns a mutation of a session. A second call with the same input and the same `decidedOn` has no further effect. Success and failure both
 * invalidate the queries of sessions, series, clients and the dashboard.
 */
export function useSessionMutation<I extends object = object, A = unknown>(options: SessionMutation<I, A>) {
  const client = useQueryClient()
  const changed = useInvalidateSessions()
  const refusalText = useSessionRefusalText(options.viewer, options.act)
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

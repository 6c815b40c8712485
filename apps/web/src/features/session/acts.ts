import type { Session } from '@attune/contract/features/session'
import type { SessionStatus, Viewer } from '@attune/contract/features/session.states'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newId, query, type api } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { toast, type ToastWords } from '../../ui/toast.ts'
import { useRefusalWords } from './refusals.ts'

export type Details = Awaited<ReturnType<typeof api.session.get>>

/** Reads anew whatever shows sessions: lists, details, the next session of a client. */
export function useSessionsChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [query.session.key(), query.series.key(), query.client.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

/** Follows the sessions of this person live, and what is asked about them. */
export function useLiveSessions() {
  const changed = useSessionsChanged()
  useLive('sessions', () => void changed())
  useLive('session_clients', () => void changed())
  useLive('change_requests', () => void changed())
}

/** The command of an act: the same for every repeat of the same content, a new one for another content. */
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

/** Nothing more can be pressed until the server has said what may be done now. */
export const standing = (session: Session, status: SessionStatus): Session => ({
  ...session,
  status,
  may: Object.fromEntries(Object.keys(session.may).map((step) => [step, false])) as Session['may'],
})

/** Shows at once what a step will lead to; the answer takes it back. For steps in whose way nothing can stand. */
function hopeFor(client: QueryClient, id: string, then: (details: Details) => Details): () => void {
  const details = client.getQueryData<Details>(detailsKey(id))
  const waiting = client.getQueryData(waitingKey())
  if (details) client.setQueryData<Details>(detailsKey(id), then(details))
  if (waiting) client.setQueryData(waitingKey(), { items: waiting.items.filter((item) => item.session.id !== id) })
  return () => {
    if (details) client.setQueryData(detailsKey(id), details)
    if (waiting) client.setQueryData(waitingKey(), waiting)
  }
}

type Act<I, A> = {
  session: Session
  viewer: Viewer
  /** What makes two presses one act, besides what is sent: the state that somebody looked at. Left out in a dialog, which is one act. */
  of?: unknown
  send: (input: I & { command: string }) => Promise<A>
  done: (answer: A, input: I) => ToastWords
  hope?: (details: Details) => Details
  /** What to do about a refusal; `true` where it was said already. Without it a toast says it. */
  refused?: (error: unknown) => boolean
  onDone?: () => void
}

/** A verb upon a session. Sent twice with the same content it takes effect once; whatever comes of it, the screen is read anew. */
export function useAct<I extends object = object, A = unknown>(act: Act<I, A>) {
  const client = useQueryClient()
  const changed = useSessionsChanged()
  const words = useRefusalWords(act.viewer)
  const commandFor = useCommands()
  return useMutation({
    mutationFn: (input: I) => act.send({ ...input, command: commandFor([act.of, input]) }),
    onMutate: () => (act.hope ? hopeFor(client, act.session.id, act.hope) : undefined),
    onSuccess: (answer, input) => {
      toast(act.done(answer, input))
      act.onDone?.()
    },
    onError: (error, _input, takeBack) => {
      takeBack?.()
      if (!act.refused?.(error)) toast({ variant: 'destructive', title: words(error) })
    },
    onSettled: changed,
  })
}

import type { CallId, PersonId } from '@attune/contract/common/ids'
import { createStore } from '../../../../platform/create-store.ts'
import type { WaitingClient } from './waiting.ts'

/** The answers to 'Where are you right now?' that this page has received, only in memory. The server sends them while a client waits. */
export const seenWhereabouts = createStore<Readonly<Record<string, string>>>({})

export const whereaboutsKey = (callId: CallId, personId: PersonId) => `${callId}:${personId}`

export function rememberWhereabouts(waiting: readonly WaitingClient[]): void {
  const known = seenWhereabouts.get()
  const said = waiting.flatMap(({ callId, personId, whereabouts }) =>
    whereabouts ? [[whereaboutsKey(callId, personId), whereabouts] as const] : [],
  )
  if (said.some(([key, text]) => known[key] !== text)) seenWhereabouts.set({ ...known, ...Object.fromEntries(said) })
}

import { api } from '../api/api.ts'
import type { OutgoingChange } from './outgoing-state.ts'

type Procedure = (input: object, options: object) => Promise<unknown>
const procedures = api as unknown as Record<string, Record<string, Procedure>>

/** Sends a change to its procedure. The queue decides when it is sent again, so the call itself does not repeat it. */
export function sendChange({ path: [feature, procedure], input }: OutgoingChange): Promise<unknown> {
  const call = procedures[feature]?.[procedure] as Procedure
  return call(input, { context: { offline: 'fail', retry: { times: 0, baseSeconds: 1, maxSeconds: 1 } } })
}

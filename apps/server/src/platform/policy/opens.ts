import type { AccessThing } from '@attune/contract/features/access'
import { ORPCError } from '@orpc/server'
import type { Context } from './context.ts'

/** What the ids of a call are of. `clients`: of all clients of the therapist, without an id. */
export type OpenedBy = 'client' | 'clients' | 'session' | 'task' | 'entry' | 'file'

/**
 * Says of a procedure that a therapist opens with it what a client wrote, or what is written about one. For every client
 * concerned a line is left that the client reads (row 6.06): one for each reader, thing and quarter of an hour.
 */
export type Opens<Input, Output> = {
  thing: AccessThing
  /** Whose it is: by the call's `id`, `clientId` or `sessionId`, as its kind says. */
  of: OpenedBy
  /** Where the call names it otherwise. */
  id?: (input: Input) => string
  /** Left out, every answer opens something. A refusal that shows what somebody has saved meanwhile always does. */
  where?: (output: Output) => boolean
}

/** For what answers with nothing of it: only the refusal opens something. */
export const onlyRefused = () => false

/** Whether an answer to this caller opened something. A client's own reads are the client's own. */
export const isOpening = (opens: Opens<never, never>, actor: Context['actor'], output: unknown) =>
  actor.role === 'therapist' && (opens as Opens<unknown, unknown>).where?.(output) !== false

/** Whether a refusal shows this caller what stands now: CHANGED, or one that is called so at its end. */
export const isOpeningRefusal = (actor: Context['actor'], error: unknown) =>
  error instanceof ORPCError && error.code.endsWith('CHANGED') && error.data !== undefined && actor.role === 'therapist'

/** Leaves the lines within the call: an answer whose line cannot be written is not given. */
export async function leaveLines({ house, actor }: Context, opens: Opens<never, never>, input: unknown): Promise<void> {
  const { thing, of, id } = opens as Opens<unknown, unknown>
  const ids = of === 'clients' ? [] : [id?.(input) ?? idIn(input, of)]
  await house.db.asActor(actor, (tx) =>
    tx.run('select def.leave_lines($1, $2, $3, $4)', [thing, of, ids, house.clock.now()]),
  )
}

function idIn(input: unknown, of: OpenedBy): string {
  const given = input as Record<string, string | undefined>
  const id = given[`${of}Id`] ?? given['id']
  if (!id) throw new Error(`a call that opens something names no ${of}`)
  return id
}

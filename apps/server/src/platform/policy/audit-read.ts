import type { AccessedResource } from '@attune/contract/features/access'
import { ORPCError } from '@orpc/server'
import type { Context } from './context.ts'

/** The kind of resource that the input's id names. `clients`: all clients of the therapist, without an id. */
export type AuditReadSubject = 'client' | 'clients' | 'session' | 'task' | 'entry' | 'file'

/**
 * Marks a procedure with which a therapist reads clinical text of a client. The access log of every client concerned gets one line per
 * reader, resource and quarter of an hour, which the client can see (row 6.06).
 */
export type AuditRead<Input, Output> = {
  resource: AccessedResource
  /** The kind of resource that the input names by `id`, or by `clientId`, `sessionId` and so on. */
  subject: AuditReadSubject
  /** The id, if the input has it elsewhere. */
  id?: (input: Input) => string
  /** Whether an output counts as a read; without it, every output does. A refusal that contains the current data always does. */
  when?: (output: Output) => boolean
}

/** For procedures whose output contains no clinical text: only the refusal counts as a read. */
export const auditRefusalsOnly = () => false

/** Whether an output to this caller counts as a read; only therapists' reads do. */
export const isAuditedRead = (opens: AuditRead<never, never>, actor: Context['actor'], output: unknown) =>
  actor.role === 'therapist' && (opens as AuditRead<unknown, unknown>).when?.(output) !== false

/** Whether a refusal shows this caller the current data: its code ends in CHANGED and it has data. */
export const isAuditedRefusal = (actor: Context['actor'], error: unknown) =>
  error instanceof ORPCError && error.code.endsWith('CHANGED') && error.data !== undefined && actor.role === 'therapist'

/** Writes the access log within the call, so that the call fails if it cannot be written. */
export async function writeAccessLog(
  { app, actor }: Context,
  opens: AuditRead<never, never>,
  input: unknown,
): Promise<void> {
  const { resource: thing, subject: of, id } = opens as AuditRead<unknown, unknown>
  const ids = of === 'clients' ? [] : [id?.(input) ?? idIn(input, of)]
  await app.db.asActor(actor, (tx) =>
    tx.run('select def.leave_lines($1, $2, $3, $4)', [thing, of, ids, app.clock.now()]),
  )
}

function idIn(input: unknown, of: AuditReadSubject): string {
  const given = input as Record<string, string | undefined>
  const id = given[`${of}Id`] ?? given['id']
  if (!id) throw new Error(`a call that opens something names no ${of}`)
  return id
}

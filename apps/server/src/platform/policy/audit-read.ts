import type { AccessedResource } from '@attune/contract/features/access'
import { ORPCError } from '@orpc/server'
import type { Context } from './context.ts'

/** The kind of resource that an input names. `clients`: all clients of the therapist; the input then names no id. */
export type AuditReadSubject = 'client' | 'clients' | 'session' | 'task' | 'entry' | 'file'

/**
 * Marks a procedure with which a therapist reads clinical text. The read is added to the access log of each client concerned, which the
 * client can see (row 6.06). Reads of the same resource by the same reader share one line per quarter of an hour.
 */
export type AuditRead<Input, Output> = {
  resource: AccessedResource
  /** The kind of the resource. The input contains its id as `clientId`, `sessionId` and so on, or else as `id`. */
  subject: AuditReadSubject
  /** Returns the id of the resource, if the input contains the id under another name. */
  id?: (input: Input) => string
  /** Whether an output counts as a read. Without `when`, every output counts. A refusal that contains the current data always counts. */
  when?: (output: Output) => boolean
}

/** The `when` of a procedure that returns no clinical text. Only a refusal that contains the current data counts as a read. */
export const auditRefusalsOnly = () => false

/** Whether an output counts as a read. Only outputs to therapists count. */
export const isAuditedRead = (opens: AuditRead<never, never>, actor: Context['actor'], output: unknown) =>
  actor.role === 'therapist' && (opens as AuditRead<unknown, unknown>).when?.(output) !== false

/** Whether a refusal counts as a read: the caller is a therapist, the refusal's code ends in CHANGED, and the refusal contains data. */
export const isAuditedRefusal = (actor: Context['actor'], error: unknown) =>
  error instanceof ORPCError && error.code.endsWith('CHANGED') && error.data !== undefined && actor.role === 'therapist'

/** Writes the read to the access log before the call is answered. If the write fails, the call fails. */
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

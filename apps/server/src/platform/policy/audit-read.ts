import type { AccessedResource, AccessSubject } from '@attune/contract/features/people/access/access'
import { ORPCError } from '@orpc/server'
import { auditRowOf, insertAudit } from './audit.ts'
import type { Context } from './context.ts'
import type { ProcedurePolicy } from './policy.ts'

/**
 * Marks a procedure with which a therapist reads clinical text, or a guardian opens data of a client. The read is added to the access log of
 * each client concerned, which the client can see (row 6.06). Reads of the same resource by the same reader share one line per quarter of an hour.
 */
export type AuditRead<Input, Output, Code extends string = string> = {
  resource: AccessedResource
  /** The kind of the resource. The input contains its id as `clientId`, `sessionId` and so on, or else as `id`. */
  subject: AccessSubject | ((input: Input) => AccessSubject)
  /** Returns the id of the resource, if the input contains the id under another name. */
  id?: (input: Input) => string
  /** Returns the ids of the resources, if the output names them instead of the input. */
  ids?: (output: Output) => string[]
  /** Whether an output counts as a read. Without `when`, every output counts. */
  when?: (output: Output) => boolean
  /** The codes of the refusals that contain the current clinical text. Such a refusal counts as a read. */
  refusals?: readonly Code[]
}

/** The `when` of a procedure that returns no clinical text. Only a refusal that contains clinical text counts as a read. */
export const auditRefusalsOnly = () => false

/** Whether an output counts as a read: it goes to a therapist or a guardian, and the policy's `when` does not exclude it. */
export const isAuditedRead = (auditRead: AuditRead<never, never>, actor: Context['actor'], output: unknown) =>
  (actor.role === 'therapist' || actor.role === 'guardian') &&
  (auditRead as AuditRead<unknown, unknown>).when?.(output) !== false

/** Whether a refusal counts as a read: the caller is a therapist, and the policy lists the refusal's code. */
export const isAuditedRefusal = ({ refusals }: AuditRead<never, never>, actor: Context['actor'], error: unknown) =>
  error instanceof ORPCError && refusals?.includes(String(error.code)) === true && actor.role === 'therapist'

/**
 * Writes a read to the access log, and to the audit log unless the call itself is audited, before the call is answered. If the write fails,
 * the call fails. Sends both statements together with the commit.
 */
export async function logRead(
  { app, actor, ...call }: Context,
  { audited, auditRead }: { audited: ProcedurePolicy['audited']; auditRead: AuditRead<never, never> },
  input: unknown,
  output?: unknown,
): Promise<void> {
  const { resource, id, ids: idsOf, ...of } = auditRead as AuditRead<unknown, unknown>
  const subject = typeof of.subject === 'function' ? of.subject(input) : of.subject
  const ids = subject === 'clients' ? [] : (idsOf?.(output) ?? [id?.(input) ?? idIn(input, subject)])
  const row = auditRowOf({ action: 'open', resource }, actor, input, call)
  await app.db.asActor(actor, async (tx) =>
    tx.beforeCommit(() => {
      if (!audited) void insertAudit(tx, row)
      if (actor.role === 'guardian')
        void tx.run('select def.leave_guardian_line($1, $2, $3)', [resource, ids[0], app.clock.now()])
      else void tx.run('select def.leave_lines($1, $2, $3, $4)', [resource, subject, ids, app.clock.now()])
    }),
  )
}

function idIn(input: unknown, subject: AccessSubject): string {
  const given = input as Record<string, string | undefined>
  const id = given[`${subject}Id`] ?? given['id']
  if (!id) throw new Error(`an audited read names no ${subject}`)
  return id
}

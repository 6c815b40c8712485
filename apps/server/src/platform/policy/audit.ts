import type { Context } from './context.ts'

/** Inserts one row into the audit log as the caller; without RETURNING, because no app role may read it. */
export async function writeAudit(
  context: Context,
  audited: { action: string; thing: string },
  input: unknown,
): Promise<void> {
  const { app, actor, requestId } = context
  await app.db.asActor(actor, async (tx) => {
    await tx.kysely
      .insertInto('audit')
      .values({
        actor_id: actor.id ?? '',
        actor_role: actor.role,
        action: audited.action,
        thing: audited.thing,
        thing_id: idOf(input),
        request_id: requestId,
      })
      // Session notes get one row per reader, note and quarter of an hour, because every save and focus opens them again.
      .onConflict((on) => on.doNothing())
      .execute()
  })
}

/** The id of the resource: the input's `id`, or the client record or session that it names. */
function idOf(input: unknown): string | null {
  const { id, clientId, sessionId } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  return [id, clientId, sessionId].find((named) => typeof named === 'string') ?? null
}

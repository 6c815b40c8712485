import type { Context } from './context.ts'

/**
 * Inserts one row into the audit log in the name of the caller. The statement has no RETURNING, because no role of the app may read the
 * log.
 */
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
      // A page opens clinical text, such as a session note, again at every save and focus. Unique indexes permit one row per reader, text
      // and quarter of an hour.
      .onConflict((on) => on.doNothing())
      .execute()
  })
}

/** Returns the id of the resource: the first of `id`, `clientId` and `sessionId` that the input contains. */
function idOf(input: unknown): string | null {
  const { id, clientId, sessionId } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  return [id, clientId, sessionId].find((named) => typeof named === 'string') ?? null
}

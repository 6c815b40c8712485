import type { Context } from './context.ts'

/** Writes one row into the audit log as the caller; without RETURNING, for nobody of the app may read it. */
export async function writeAudit(
  context: Context,
  audited: { action: string; thing: string },
  input: unknown,
): Promise<void> {
  const { house, actor, requestId } = context
  await house.db.asActor(actor, async (tx) => {
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
      // Of notes one row for each reader, note and quarter of an hour: they are opened again with every save and focus.
      .onConflict((on) => on.doNothing())
      .execute()
  })
}

/** What the call was about: by its `id`, or by the client record or session that it names. */
function idOf(input: unknown): string | null {
  const { id, clientId, sessionId } = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >
  return [id, clientId, sessionId].find((named) => typeof named === 'string') ?? null
}

import type { ClientId, TaskId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'

/** Returns the clients of the tasks who have another open copy of the questionnaire in their task. */
export async function listClientsWithOpenCopy(tx: Tx, taskIds: readonly TaskId[]): Promise<ClientId[]> {
  const { rows } = await sql<{ id: ClientId }>`
    select t.client_id as id from app.task t where t.id = any (${taskIds}::uuid[]) and def.has_open_copy(t.id) order by t.client_id`.execute(
    tx.kysely,
  )
  return rows.map(({ id }) => id)
}

/**
 * Refuses with OPEN_COPY and the ids of the clients who have another open copy of one of the questionnaires, because a second copy would ask the
 * same questions twice.
 */
export async function requireNoOpenCopy(tx: Tx, taskIds: readonly TaskId[]): Promise<void> {
  const clientIds = await listClientsWithOpenCopy(tx, taskIds)
  if (clientIds.length > 0) throw createRefusal('OPEN_COPY', 409, { clientIds })
}

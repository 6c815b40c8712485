import type { InstallerTransaction } from './installer.ts'

/** A line of the audit log about an action of the host on the machine. */
type HostAudit = {
  /** The id of the action. It replaces the actor, because no one is signed in. */
  actId: string
  action: string
  /** The kind of the resource. */
  thing: string
  thingId: string
  /** The values after the action. */
  after: Record<string, string>
}

/** Adds a line to the audit log, in the transaction of the change. */
export async function addHostAudit(db: InstallerTransaction, line: HostAudit): Promise<void> {
  await db.query(
    `insert into app.audit (actor_id, actor_role, action, thing, thing_id, after) values ($1, 'host', $2, $3, $4, $5)`,
    [line.actId, line.action, line.thing, line.thingId, JSON.stringify(line.after)],
  )
}

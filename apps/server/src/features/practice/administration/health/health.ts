import type { HealthResult } from '@attune/contract/features/practice/administration/administration.dashboard'
import {
  type HealthItem,
  healthItems,
  healthReasons,
  type HealthReason,
} from '@attune/contract/features/practice/administration/administration.health.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { AnyActor, Actor, Tx } from '../../../../platform/database/actor.ts'
import { type CheckedContext, healthChecks } from './checks.ts'
import { notifyAdmins } from '../../../messages/notification/notification.ts'
import { type HealthFinding, isNewAlarm } from './rules.ts'

type HealthContext = CheckedContext & Pick<AppContext, 'log'>

const worker = { role: 'worker', id: null } as const
const everyMilliseconds = 60_000
/** The minimum age of the last check in milliseconds. If another server has checked more recently, this server skips its check. */
const freshMilliseconds = 45_000

/** Checks the health of the system every minute, on one of the servers, until the returned function is called. */
export function scheduleHealthChecks(context: HealthContext): () => void {
  const check = () =>
    checkHealth(context).catch((error: unknown) => context.log.warn('the health could not be checked', { error }))
  // The first check needs the answer of the mail server, which may take long.
  void context.mailer.connection.try().then(check)
  const timer = setInterval(() => void check(), everyMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Returns the health of the system in the order of `healthItems`. Checks it first if the last check is more than `freshMilliseconds` old, so that an
 * admin never sees an outdated state.
 */
export async function readHealth(context: HealthContext, actor: Actor): Promise<HealthResult[]> {
  await checkHealth(context)
  const rows = await context.db.asActor(actor, async (tx) => {
    const { rows: found } = await sql<Omit<HealthResult, 'reason'> & { reason: HealthReason }>`
      select reason, figures, since, checked_at as "checkedAt" from app.health`.execute(tx.kysely)
    return found
  })
  const known = rows.filter(({ reason }) => reason in healthReasons)
  const place = ({ reason }: { reason: HealthReason }) => healthItems.indexOf(healthReasons[reason].item)
  return known.toSorted((one, other) => place(one) - place(other))
}

/** Checks each part of the system and stores the results, unless another server has just done so. */
export async function checkHealth(context: HealthContext): Promise<void> {
  const now = context.clock.now()
  if (!(await context.db.asActor(worker, (tx) => claimCheck(tx, now)))) return
  const findings = await Promise.all(healthItems.map((item) => findingOf(context, item)))
  await context.db.asActor(worker, async (tx) => {
    for (const [at, item] of healthItems.entries()) {
      const finding = findings[at]
      if (finding === null) await tx.kysely.deleteFrom('health').where('item', '=', item).execute()
      else if (finding) await store(tx, item, finding, now)
    }
  })
}

/**
 * Runs the check of one part of the system. Returns null if the part does not exist on this server, and undefined to keep the last result with its
 * time. The last result is also kept if the check itself fails.
 */
async function findingOf(context: HealthContext, item: HealthItem): Promise<HealthFinding | null | undefined> {
  try {
    return await healthChecks[item](context)
  } catch (error) {
    context.log.warn('a health check failed', { code: item, error })
    return undefined
  }
}

/**
 * Claims the next check by storing its time in the row 'version'. Returns false if the last check is newer than `freshMilliseconds`. Of several
 * servers, only one succeeds.
 */
async function claimCheck(tx: Tx<AnyActor>, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into app.health (item, reason, since, checked_at) values ('version', 'version-ok', ${now}, ${now})
    on conflict (item) do update set checked_at = excluded.checked_at
      where health.checked_at <= ${new Date(now.getTime() - freshMilliseconds)} or health.checked_at > ${now}
    returning 1 as claimed`.execute(tx.kysely)
  return rows.length > 0
}

/**
 * Stores a result, and notifies the admins of a new alarm. While the reason stays the same, keeps the time since which it has applied, unless the
 * finding contains that time.
 */
async function store(tx: Tx<AnyActor>, item: HealthItem, { reason, figures = {}, since }: HealthFinding, now: Date) {
  const before = await tx.kysely.selectFrom('health').select('reason').where('item', '=', item).executeTakeFirst()
  if (isNewAlarm(reason, before?.reason)) await notifyAdmins(tx, 'backup-failing', { name: 'Attune' })
  const isKnown = since !== undefined
  await sql`
    insert into app.health (item, reason, figures, since, checked_at)
      values (${item}, ${reason}, ${JSON.stringify(figures)}::jsonb, ${since ?? now}, ${now})
    on conflict (item) do update set reason = excluded.reason, figures = excluded.figures, checked_at = excluded.checked_at,
      since = case when ${isKnown} or health.reason <> excluded.reason
        or health.figures->>'version' is distinct from excluded.figures->>'version' then excluded.since else health.since end`.execute(
    tx.kysely,
  )
}

import type { SupportHoursSetting } from '@attune/contract/features/practice/administration/administration'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { queryBuilder } from '../../../../platform/database/query-builder.ts'

type StoredSupportHours = SupportHoursSetting & {
  /** True if an admin has confirmed or changed the default support hours. */
  confirmed: boolean
}

const hoursQuery = queryBuilder
  .selectFrom('product_setting')
  .select([
    'support_first_day as firstDay',
    'support_last_day as lastDay',
    'support_from as from',
    'support_to as to',
    'support_zone as zone',
    'support_hours_confirmed as confirmed',
  ])
  .compile()

/** Reads the support hours from the database on each call, so that a change applies immediately. */
export async function readSupportHours(app: Pick<AppContext, 'db'>): Promise<StoredSupportHours> {
  const [row] = await app.db.readAs({ role: 'worker', id: null }, hoursQuery)
  if (!row) throw new Error('the product has no settings')
  return row
}

/** Returns the support hours within a transaction. */
export async function readStoredSupportHours(tx: Tx): Promise<StoredSupportHours> {
  const [row] = (await tx.kysely.executeQuery(hoursQuery)).rows
  if (!row) throw new Error('the product has no settings')
  return row
}

/** Saves the support hours and marks them as confirmed. */
export async function saveSupportHours(tx: Tx, hours: SupportHoursSetting): Promise<void> {
  await tx.kysely
    .updateTable('product_setting')
    .set({
      support_first_day: hours.firstDay,
      support_last_day: hours.lastDay,
      support_from: hours.from,
      support_to: hours.to,
      support_zone: hours.zone,
      support_hours_confirmed: true,
    })
    .execute()
}

import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import { queryBuilder } from '../../../platform/database/query-builder.ts'

const adminExists = sql<{ there: boolean }>`select def.admin_exists() as there`

/** Whether the installation is set up: whether the first admin exists. */
export async function isSetUp({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const [admin] = await db.readAs({ role: 'worker', id: null }, adminExists.compile(queryBuilder))
  return admin?.there ?? false
}

import type { ProductSettings } from '@attune/contract/features/administration'
import type { AppContext } from '../../platform/app-context.ts'
import { queryBuilder } from '../../platform/database/query-builder.ts'

export type StoredProductSettings = ProductSettings & { publicKey: string }

const settingsQuery = queryBuilder
  .selectFrom('product_setting')
  .select([
    'practice_name as practiceName',
    'therapist_signup as therapistSignup',
    'tell_existing_accounts as tellExistingAccounts',
    'public_url as publicUrl',
    'support_text as supportText',
    'support_email as supportEmail',
    'public_key as publicKey',
  ])
  .compile()

/** Reads the product settings from the database on each call, so that a change applies at once. */
export async function readProductSettings(app: Pick<AppContext, 'db'>): Promise<StoredProductSettings> {
  const [row] = await app.db.readAs({ role: 'worker', id: null }, settingsQuery)
  if (!row) throw new Error('the product has no settings')
  return row as StoredProductSettings
}

import type { ProductSettings } from '@attune/contract/features/practice/administration/administration'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import { queryBuilder } from '../../../../platform/database/query-builder.ts'

export type StoredProductSettings = ProductSettings & { publicKey: string }

/**
 * The sender name of emails: the 'Name in emails' that an admin has entered, or the name of the practice if that
 * field is empty.
 */
const emailName = sql<string>`coalesce(nullif(email_name, ''), practice_name)`.as('emailName')

export const settingsQuery = queryBuilder
  .selectFrom('product_setting')
  .select([
    'practice_name as practiceName',
    emailName,
    'practice_address as practiceAddress',
    'therapist_signup as therapistSignup',
    'tell_existing_accounts as tellExistingAccounts',
    'public_url as publicUrl',
    'support_text as supportText',
    'support_email as supportEmail',
    'languages',
    'default_language as defaultLanguage',
    'retention_years as retentionYears',
    'idle_minutes_staff as idleMinutesStaff',
    'idle_minutes_client as idleMinutesClient',
    'several_accounts as severalAccounts',
    'client_word as clientWord',
    'majority_age as majorityAge',
    'public_key as publicKey',
  ])
  .compile()

/** Reads the product settings from the database on each call, so that a change applies immediately. */
export async function readProductSettings(app: Pick<AppContext, 'db'>): Promise<StoredProductSettings> {
  const [row] = await app.db.readAs({ role: 'worker', id: null }, settingsQuery)
  if (!row) throw new Error('the product has no settings')
  return row as StoredProductSettings
}

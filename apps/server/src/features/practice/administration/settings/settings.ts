import type {
  ProductSettings,
  SupportHoursSetting,
} from '@attune/contract/features/practice/administration/administration'
import { findHealthWord } from '@attune/contract/common/text/health-words'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { type AuditedValues, changedValues, describeChange } from '../../../../platform/policy/audit.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { saveSupportHours, readStoredSupportHours } from './support-hours.ts'
import { settingsQuery } from './stored-settings.ts'

/** The column that stores each setting. */
const columns = {
  practiceName: 'practice_name',
  emailName: 'email_name',
  practiceAddress: 'practice_address',
  therapistSignup: 'therapist_signup',
  tellExistingAccounts: 'tell_existing_accounts',
  publicUrl: 'public_url',
  supportText: 'support_text',
  supportEmail: 'support_email',
  languages: 'languages',
  defaultLanguage: 'default_language',
  retentionYears: 'retention_years',
  idleMinutesStaff: 'idle_minutes_staff',
  idleMinutesClient: 'idle_minutes_client',
  severalAccounts: 'several_accounts',
  clientWord: 'client_word',
  majorityAge: 'majority_age',
} as const satisfies Record<keyof ProductSettings, string>

type Name = keyof ProductSettings
type SettingsChange = Partial<ProductSettings> & { before?: Partial<ProductSettings> | undefined }

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const excerptLength = 200

/** Returns a text for the audit log: its beginning, and its length if it was shortened. */
export const auditedText = (text: string): string =>
  text.length > excerptLength ? `${text.slice(0, excerptLength)}… (${text.length})` : text

/** Locks the settings, so that changes of two admins run one after the other. */
export const lockProductSettings = (tx: Tx) => tx.run('select id from app.product_setting for update')

/** Returns the product settings within a transaction. */
async function readStoredSettings(tx: Tx): Promise<ProductSettings> {
  const [row] = (await tx.kysely.executeQuery(settingsQuery)).rows
  if (!row) throw new Error('the product has no settings')
  const { publicKey: _, ...settings } = row as ProductSettings & { publicKey: string }
  return settings
}

/**
 * Saves the given settings and returns all of them. Refuses with CHANGED and the current values if a setting no longer has the value that the change
 * is based on, with DEFAULT_NOT_OFFERED if the default language would not be offered, and with BAD_REQUEST for a new name in emails that contains a
 * word of health care.
 */
export async function saveProductSettings(
  tx: Tx,
  { before = {}, ...change }: SettingsChange,
): Promise<ProductSettings> {
  await lockProductSettings(tx)
  const now = await readStoredSettings(tx)
  const names = (Object.keys(columns) as Name[]).filter((name) => change[name] !== undefined)
  const changed = names.filter((name) => !same(change[name], now[name]))
  if (changed.includes('emailName') && findHealthWord(change.emailName ?? '')) throw createRefusal('BAD_REQUEST', 400)
  const conflicts = changed.filter((name) => before[name] !== undefined && !same(before[name], now[name]))
  if (conflicts.length > 0)
    throw createRefusal('CHANGED', 409, Object.fromEntries(conflicts.map((name) => [name, now[name]])))
  const after = { ...now, ...change }
  if (!after.languages.includes(after.defaultLanguage)) throw createRefusal('DEFAULT_NOT_OFFERED', 409)
  // The name in emails is stored even if it equals the practice name, because until it is stored it follows the practice name.
  const stored = names.filter((name) => changed.includes(name) || name === 'emailName')
  if (stored.length > 0) {
    await tx.kysely
      .updateTable('product_setting')
      .set({
        ...Object.fromEntries(stored.map((name) => [columns[name], change[name]])),
        revision: sql`revision + 1`,
      })
      .execute()
  }
  const saved = await readStoredSettings(tx)
  describeChange(tx, changedValues(auditedSettings(now), auditedSettings(saved)))
  return saved
}

/** Returns the settings for the audit log, by column. Of a long text, returns the beginning and the length. */
function auditedSettings(settings: ProductSettings): AuditedValues {
  const values = (Object.keys(columns) as Name[]).map((name) => {
    const value = settings[name]
    if (Array.isArray(value)) return [columns[name], value.join(', ')] as const
    return [columns[name], typeof value === 'string' ? auditedText(value) : value] as const
  })
  return Object.fromEntries(values)
}

/**
 * Saves the support hours. Refuses with CHANGED and the saved hours if these equal neither `before` nor the new hours. Without `before`, saves in any
 * case.
 */
export async function changeSupportHours(
  tx: Tx,
  { before, ...wanted }: SupportHoursSetting & { before?: SupportHoursSetting | undefined },
): Promise<void> {
  await lockProductSettings(tx)
  const { confirmed: _, ...now } = await readStoredSupportHours(tx)
  const inOrder = ({ firstDay, lastDay, from, to, zone }: SupportHoursSetting) => [firstDay, lastDay, from, to, zone]
  if (before && !same(inOrder(before), inOrder(now)) && !same(inOrder(wanted), inOrder(now)))
    throw createRefusal('CHANGED', 409, now)
  describeChange(tx, changedValues(now, wanted))
  await saveSupportHours(tx, wanted)
}

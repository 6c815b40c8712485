import {
  type LegalTextName,
  legalTextNames,
} from '@attune/contract/features/practice/administration/administration.rules'
import type { PublicSettings } from '@attune/contract/features/practice/administration/administration.settings'
import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../database/actor.ts'

type Row = {
  revision: number
  languages: PublicSettings['languages']
  default_language: PublicSettings['defaultLanguage']
  retention_years: number
  idle_minutes_staff: number
  idle_minutes_client: number
  several_accounts: boolean
  client_word: PublicSettings['clientWord']
  safety_numbers: PublicSettings['safetyNumbers']
  legal_pages: LegalTextName[]
}

/** Reads the settings that every page uses, also before signing in, from the database. */
export async function readPublicSettings(tx: Tx<AnyActor>): Promise<Omit<PublicSettings, 'loopback'>> {
  const { rows } = await sql<Row>`
    select revision, languages, default_language, retention_years, idle_minutes_staff, idle_minutes_client, several_accounts,
      client_word, safety_numbers, legal_pages
    from app.product_setting`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw new Error('the product has no settings')
  return {
    revision: row.revision,
    languages: row.languages,
    defaultLanguage: row.default_language,
    retentionYears: row.retention_years,
    idleMinutes: { therapist: row.idle_minutes_staff, admin: row.idle_minutes_staff, client: row.idle_minutes_client },
    severalAccounts: row.several_accounts,
    clientWord: row.client_word,
    legalPages: legalTextNames.filter((page) => row.legal_pages.includes(page)),
    safetyNumbers: row.safety_numbers,
  }
}

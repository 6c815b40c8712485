import type { ConsentChannel, ConsentPurpose } from '@attune/contract/features/messages/consent/consent.rules'
import { randomUUID } from 'node:crypto'
import type { TextSettings } from '../../../platform/channels/texts.ts'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'

/** Settings in which SMS and WhatsApp are switched on, and SMS may contain message content. */
export const textSettings = {
  nameInTexts: 'Attune',
  allowedCountries: ['DE', 'AT', 'US'],
  on: ['sms', 'whatsapp'],
  withContent: ['sms'],
} satisfies Partial<TextSettings>

/** The names in the text of the consent. */
export const shownTerms = { version: 1, senderName: 'Attune', provider: 'Twilio', providerCountry: 'US' }

type Given = { number?: string; channel?: ConsentChannel; purposes?: ConsentPurpose[]; command?: string }

/** Gives consents as a person who has read the current text. */
export const allowTexts = (person: Person, id: string, given: Given = {}) =>
  person.api.consent.give({
    id,
    command: randomUUID(),
    number: '+4915123456789',
    channel: 'sms',
    purposes: ['notice'],
    language: 'en',
    ...shownTerms,
    ...given,
  })

/** Returns the current consents as the sender of texts reads them on behalf of a therapist. */
export async function sendableTo(app: TestApp, therapist: Person, id: string, channel: ConsentChannel = 'sms') {
  const { rows } = await app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
    tx.run<{ number: string; purpose: ConsentPurpose; first_text_sent: boolean }>(
      'select number, purpose, language, sender_name, first_text_sent from def.text_consent($1, $2)',
      [id, channel],
    ),
  )
  return rows
}

/** Returns the purposes for which texts may be sent to a record. */
export const purposesOf = async (...of: Parameters<typeof sendableTo>) =>
  (await sendableTo(...of)).map(({ purpose }) => purpose)

/**
 * Ends texts to a number or requests them again, as a received STOP or START or a block by the provider does. Returns the number of affected records;
 * null for a block.
 */
export const receive = (app: TestApp, word: 'stop' | 'provider' | 'start', number: string) =>
  app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    const now = app.clock.now()
    const statements = {
      start: 'select def.start_number($1, $2) as records',
      stop: `select def.stop_number($1, 'stop', $2) as records`,
      provider: 'select null as records from def.note_provider_block($1, $2, $2)',
    }
    const { rows } = await tx.run<{ records: number | null }>(statements[word], [number, now])
    return rows[0]?.records
  })

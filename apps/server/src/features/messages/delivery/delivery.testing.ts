import { randomUUID } from 'node:crypto'
import type { OutgoingText, SendOutcome } from '../../../platform/channels/text-provider.ts'
import type { Texts, TextSettings } from '../../../platform/channels/texts.ts'
import type { TestApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { deliveryJobs } from './delivery.jobs.ts'

/** The practice's number in tests, and a client's number. */
export const ourNumber = '+4930901820'
export const clientNumber = '+4915123456789'

/** A double of an app's text provider. It records the sent texts and answers with `outcome`. */
export type TextsDouble = Texts & {
  sent: OutgoingText[]
  outcome: (text: OutgoingText) => SendOutcome | Promise<SendOutcome>
  change(settings: Partial<TextSettings>): void
  /** Empties the list of sent texts, and accepts every text again. */
  reset(): void
}

const accept = (): SendOutcome => ({ state: 'accepted', providerId: randomUUID(), segments: 1 })

/** Opens a test double on which both channels are on and may carry message content. */
export function openTextsDouble(): TextsDouble {
  let settings: TextSettings = {
    practiceCountry: 'DE',
    nameInTexts: 'Attune',
    allowedCountries: ['DE'],
    on: ['sms', 'whatsapp'],
    withContent: ['sms', 'whatsapp'],
    senders: (['sms', 'whatsapp'] as const).map((channel) => ({ channel, number: ourNumber, therapistId: null })),
    templates: [],
  }
  const double: TextsDouble = {
    sent: [],
    outcome: accept,
    reset: () => {
      double.sent.length = 0
      double.outcome = accept
    },
    change: (changed) => {
      settings = { ...settings, ...changed }
    },
    settings: () => settings,
    canSend: (channel) => settings.on.includes(channel),
    senderOf: (channel) => settings.senders.find((sender) => sender.channel === channel)?.number ?? null,
    async send(text) {
      double.sent.push(text)
      return double.outcome(text)
    },
    async sendTest(channel, to, body) {
      return double.send({ deliveryId: null, channel, from: ourNumber, to, body })
    },
    evaluate: async () => null,
    fetchMedia: async () => ({ state: 'failed' }),
    account: () => null,
    isPushOrigin: () => false,
    refresh: async () => {},
    close: () => {},
  }
  return double
}

type Consent = { channel?: 'sms' | 'whatsapp'; purposes: string[]; number?: string; language?: string }

/** Records a client's consent to texts, as the therapist. */
export async function consentToTexts(
  app: TestApp,
  therapist: Person,
  client: string,
  { channel = 'sms', purposes, number = clientNumber, language = 'en' }: Consent,
): Promise<void> {
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('select def.give_text_consent($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10)', [
      client,
      number,
      channel,
      purposes,
      language,
      'Attune',
      'Twilio',
      'US',
      randomUUID(),
      app.clock.now(),
    ]),
  )
}

/** Returns the ids of a therapist's waiting deliveries, oldest first. */
export async function waitingDeliveries(app: TestApp, { accountId }: Person): Promise<string[]> {
  const { rows } = await app.db.asActor({ role: 'worker', id: accountId }, (tx) =>
    tx.run<{ id: string }>('select id from app.delivery where rank = 0 and failed is null order by created_at, id'),
  )
  return rows.map(({ id }) => id)
}

/** Returns the reasons why the deliveries to a client failed, in their order; null for those that did not fail. */
export async function failuresOf(app: TestApp, clientId: string): Promise<(string | null)[]> {
  const rows = await queryAsRole<{ failed: string | null }>(
    'backup',
    app.databaseUrl,
    `select failed from app.delivery where client_id = '${clientId}' order by created_at`,
  )
  return rows.map(({ failed }) => failed)
}

/** Runs the job of a delivery, as the worker does. */
export const runDeliveryJob = (app: TestApp, { accountId }: Person, deliveryId: string): Promise<void> =>
  deliveryJobs.text.run(app, { deliveryId, therapistId: accountId }, { retryCount: 0, last: false })

/** Runs the jobs of all waiting deliveries of a therapist. */
export async function sendWaiting(app: TestApp, therapist: Person): Promise<void> {
  for (const id of await waitingDeliveries(app, therapist)) await runDeliveryJob(app, therapist, id)
}

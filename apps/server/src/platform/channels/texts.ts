import type { TherapistId } from '@attune/contract/common/ids'
import { countryOfNumber } from '@attune/contract/common/address/phone-country'
import { isPushOrigin } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import type { Site } from '../http/site/site.ts'
import type { Log } from '../log.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { HookEvent, HookRequest, MediaOutcome, OutgoingText, SendOutcome, TextChannel } from './text-provider.ts'
import { openTwilio } from './twilio/twilio.ts'

/** A number from which texts are sent. */
export type TextSender = {
  channel: TextChannel
  /** In E.164. */
  number: string
  /** The therapist to whom the number belongs; null for the practice. */
  therapistId: TherapistId | null
}

/** A template that WhatsApp has approved. */
export type TextTemplate = {
  /** The provider's id of the template. */
  id: string
  name: string
  /** The language of its text. */
  language: string
  /** The text with its variables as `{{1}}`, `{{2}}`. */
  text: string
}

/** The admin's settings for texts. */
export type TextSettings = {
  /** The name that texts show as their sender. */
  nameInTexts: string
  /** The country of the practice (ISO 3166-1 alpha-2); null if the admin has chosen none. */
  practiceCountry: string | null
  /** The countries to which texts may be sent (ISO 3166-1 alpha-2). */
  allowedCountries: readonly string[]
  /** The channels that are switched on. */
  on: readonly TextChannel[]
  /** The channels whose texts may contain clinical content. */
  withContent: readonly TextChannel[]
  /** The numbers of the practice and of its therapists. */
  senders: readonly TextSender[]
  templates: readonly TextTemplate[]
}

/** The admin's settings for texts and push services, with the account at the provider of texts. */
export type ChannelSettings = {
  texts: TextSettings
  /** The id of the account at the provider; null if there is none. */
  account: string | null
  /** The key of the account; null if no key is saved or the saved key cannot be decrypted. */
  key: string | null
  /** The hosts of the push services that the admin allows. */
  pushHosts: readonly string[]
}

/** The provider and its country (ISO 3166-1 alpha-2). Both appear in the consent of a client. */
export const textProvider = { name: 'Twilio', country: 'US' } as const

/**
 * Sends texts by SMS and WhatsApp, and checks the hosts of push services, by the settings of the admin. Every server process applies
 * changed settings within 15 seconds.
 */
export type Texts = {
  settings(): TextSettings
  /**
   * Whether a channel is switched on and set up. If `therapistId` is given, whether there is a sender for the therapist: their own or the one of
   * the practice.
   */
  canSend(channel: TextChannel, therapistId?: TherapistId): boolean
  /**
   * Returns the number from which a therapist's texts are sent: the therapist's own number, or else that of the practice; null if there is neither.
   */
  senderOf(channel: TextChannel, therapistId: TherapistId): string | null
  /**
   * Sends a text. Refuses with `misconfigured` if the channel is off, no account is set up or the sender is unknown, and with `country` if the admin
   * has not allowed the recipient's country.
   */
  send(text: OutgoingText): Promise<SendOutcome>
  /**
   * Sends a test text, even if the channel is switched off. Uses the sender of the practice, or else the first sender. Refuses with `misconfigured`
   * if there is no sender or no account is set up, and with `country` like `send`.
   */
  sendTest(channel: TextChannel, to: string, body: string): Promise<SendOutcome>
  /** Verifies a webhook request and returns its event; null for the same requests as `TextProvider.evaluate`, and if no account is set up. */
  evaluate(request: HookRequest): Promise<HookEvent | null>
  /** Fetches a file of a received text. Returns `failed` if no account is set up. */
  fetchMedia(address: string): Promise<MediaOutcome>
  /** Returns the id of the account at the provider; null if there is none. */
  account(): string | null
  /** Whether an origin belongs to a push service that the admin allows: https, at the default port. */
  isPushOrigin(origin: string): boolean
  /** Reads the settings again. Call this method after changing them. */
  refresh(): Promise<void>
  close(): void
}

export type TextsOptions = {
  /** Reads the settings from the database. */
  read: () => Promise<ChannelSettings>
  outbound: Outbound
  site: Pick<Site, 'origin'>
  log: Log
  /** The origin of the provider's API, which a test replaces. */
  apiOrigin?: string | undefined
}

/** The interval in milliseconds at which the settings are read again, because another process may have changed them. */
const refreshMilliseconds = 15_000
/** The minimum time in milliseconds between two reads that are caused by unsigned requests. */
const rereadMilliseconds = 1_000

export async function openTexts({ read, outbound, site, log, apiOrigin }: TextsOptions): Promise<Texts> {
  const settings = await openChannelSettings(read, log)
  const { current } = settings
  const provider = () => {
    const { account, key } = current()
    if (account === null || key === null) return null
    const options = { outbound, publicOrigin: site.origin, ...(apiOrigin !== undefined && { apiOrigin }) }
    return openTwilio({ sid: account, token: key }, options)
  }
  const { senders, senderOf } = findSenders(() => current().texts.senders)
  const refuse = (reason: 'misconfigured' | 'country') => ({ state: 'refused', reason }) as const
  const sendAllowed = async (text: OutgoingText): Promise<SendOutcome> => {
    const sender = senders(text.channel).find(({ number }) => number === text.from)
    const open = provider()
    if (!open || !sender) return refuse('misconfigured')
    const country = countryOfNumber(text.to)
    if (country === null || !current().texts.allowedCountries.includes(country)) return refuse('country')
    return open.send(text)
  }

  return {
    settings: () => current().texts,
    account: () => current().account,
    senderOf,
    canSend: (channel, therapistId) =>
      current().texts.on.includes(channel) &&
      current().account !== null &&
      current().key !== null &&
      (therapistId === undefined ? senders(channel).length > 0 : senderOf(channel, therapistId) !== null),
    send: async (text) => (current().texts.on.includes(text.channel) ? sendAllowed(text) : refuse('misconfigured')),
    async sendTest(channel, to, body) {
      const from = senderOf(channel, null) ?? senders(channel)[0]?.number
      return from ? sendAllowed({ deliveryId: null, channel, from, to, body }) : refuse('misconfigured')
    },
    async evaluate(request) {
      const event = provider()?.evaluate(request)
      if (event) return event
      // Another process may have just replaced the key, so an invalid request causes the settings to be read again.
      if (settings.ageMilliseconds() < rereadMilliseconds) return null
      await settings.refresh()
      return provider()?.evaluate(request) ?? null
    },
    fetchMedia: async (address) => (await provider()?.fetchMedia(address)) ?? { state: 'failed' },
    isPushOrigin: (origin) => isPushOrigin(origin, current().pushHosts),
    refresh: settings.refresh,
    close: settings.close,
  }
}

/**
 * Returns functions that find the senders of a channel, and the number from which a therapist sends: the therapist's own, otherwise that of the
 * practice, otherwise null.
 */
function findSenders(all: () => readonly TextSender[]) {
  const senders = (channel: TextChannel) => all().filter((sender) => sender.channel === channel)
  const senderOf = (channel: TextChannel, therapistId: TherapistId | null) =>
    (
      senders(channel).find((sender) => sender.therapistId === therapistId) ??
      senders(channel).find((sender) => sender.therapistId === null)
    )?.number ?? null
  return { senders, senderOf }
}

/** Reads the settings immediately and then at an interval. */
async function openChannelSettings(read: TextsOptions['read'], log: Log) {
  let current = await read()
  let readAt = Date.now()
  async function refresh() {
    readAt = Date.now()
    current = await read()
  }
  const timer = setInterval(
    () => void refresh().catch((error: unknown) => log.warn('the setup of channels could not be read', { error })),
    refreshMilliseconds,
  ).unref()
  return {
    current: () => current,
    refresh,
    ageMilliseconds: () => Date.now() - readAt,
    close: () => clearInterval(timer),
  }
}

/** The channels of text messages. A message on the channel `app` is not sent as a text message. */
export const textChannels = ['sms', 'whatsapp'] as const
export type TextChannelName = (typeof textChannels)[number]

/** The maximum length of a message that is sent with its content as a text message. A longer message is sent as a notice with a link. */
export const textContentLength = 480
/** The number of hours after a client's message in which WhatsApp accepts any text. After that, it accepts only approved templates. */
const whatsappWindowHours = 24

/** Returns the end of the WhatsApp window that the client's last message opened; null if the client has not written by WhatsApp. */
export const whatsappWindowEnd = (lastIncomingAt: string | null): string | null =>
  lastIncomingAt === null ? null : new Date(Date.parse(lastIncomingAt) + whatsappWindowHours * 3_600_000).toISOString()

/** Whether a WhatsApp window that closes at `end` is open at the time `now`. */
export const isWindowOpen = (end: string | null, now: Date): boolean => end !== null && now.getTime() < Date.parse(end)

/**
 * The reasons why a text message was not delivered. `no-consent`: the client no longer consents, or has another number. `stopped`: the client sent
 * STOP. `window-closed`: WhatsApp accepts only templates now. `expired`: it could not be sent within a day. `recalled`: the therapist deleted it
 * before it was sent, or the reason for a reminder or notice no longer exists.
 */
export const deliveryFailures = [
  'country',
  'expired',
  'limited',
  'misconfigured',
  'no-consent',
  'not-mobile',
  'not-reachable',
  'other',
  'recalled',
  'stopped',
  'window-closed',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** The failures after which another attempt can succeed with the same consent and number. */
const retryableFailures: readonly DeliveryFailure[] = [
  'expired',
  'limited',
  'misconfigured',
  'not-reachable',
  'other',
  'window-closed',
]

/** The provider's reports that raise the rank of a delivery, with their ranks. */
export const deliveryRanks = { queued: 1, sending: 1, sent: 2, delivered: 3, read: 4 } as const

export type DeliveryState = {
  /** 0 waiting, 1 requested from the provider, 2 sent, 3 delivered, 4 read; it never decreases. */
  rank: number
  /** Whether the provider has accepted the message. */
  isAccepted: boolean
  /** Whether the request received no response, and no report has arrived since. */
  isUncertain: boolean
  /** The reason why the message was not delivered; null if it did not fail. */
  failed: DeliveryFailure | null
}
export type DeliveryReport =
  | { status: keyof typeof deliveryRanks }
  | { status: 'failed'; reason?: DeliveryFailure | undefined }

/**
 * Returns the state after a report from the provider. Repeated, late or reordered reports lead to the same state: the highest rank counts, and a
 * failure counts unless the message was delivered. Every report proves that the provider has the message.
 */
export function afterReport(state: DeliveryState, report: DeliveryReport): DeliveryState {
  const settled = { ...state, isAccepted: true, isUncertain: false }
  if (report.status !== 'failed') {
    const rank = Math.max(state.rank, deliveryRanks[report.status])
    return { ...settled, rank, failed: rank >= deliveryRanks.delivered ? null : state.failed }
  }
  if (state.rank >= deliveryRanks.delivered) return settled
  const failures = [state.failed, report.reason ?? 'other'].filter((failure) => failure !== null)
  return { ...settled, rank: Math.max(state.rank, 1), failed: failures.toSorted()[0] ?? null }
}

/** Returns the status of a message that is sent as a text message. Only WhatsApp reports whether a message was read. */
export function deliveryStatus(
  { rank, isAccepted }: Pick<DeliveryState, 'rank' | 'isAccepted'>,
  channel: TextChannelName,
): 'sending' | 'sent' | 'delivered' | 'read' {
  if (rank >= deliveryRanks.read && channel === 'whatsapp') return 'read'
  if (rank >= deliveryRanks.delivered) return 'delivered'
  return isAccepted || rank >= deliveryRanks.sent ? 'sent' : 'sending'
}

/**
 * Whether the sender can retry a failed delivery: another attempt can succeed, and the provider definitely did not deliver the message. An uncertain
 * delivery is never repeated.
 */
export const mayRetryDelivery = ({ failed, isUncertain }: Pick<DeliveryState, 'failed' | 'isUncertain'>): boolean =>
  failed !== null && !isUncertain && retryableFailures.includes(failed)

/** The reasons why a message cannot be sent as a text message. `files`: a client without an account cannot open files. */
export const textRefusals = ['channel-off', 'files', 'no-consent', 'too-long', 'window-closed'] as const
export type TextSendRefusal = (typeof textRefusals)[number]
export type TextPurpose = 'reminder' | 'notice' | 'content'

type TextToSend = {
  length: number
  hasFiles: boolean
  /** Whether the client has an account and can read the message in the app. */
  hasAccount: boolean
  /** The purposes to which the client consents on the channel. */
  purposes: readonly TextPurpose[]
}

/**
 * Decides whether a message is sent as a text message with its content, as a notice with a link, or not at all. Content needs consent. A message
 * that is too long or has files is sent as a notice, which only a client with an account can use.
 */
export function textPurposeOf({
  length,
  hasFiles,
  hasAccount,
  purposes,
}: TextToSend): { purpose: 'content' | 'notice' } | { refused: TextSendRefusal } {
  const isShort = length <= textContentLength && !hasFiles
  if (isShort && purposes.includes('content')) return { purpose: 'content' }
  if (hasAccount && purposes.includes('notice')) return { purpose: 'notice' }
  if (!purposes.includes('content')) return { refused: 'no-consent' }
  return { refused: hasFiles ? 'files' : 'too-long' }
}

/**
 * The characters of the GSM-7 alphabet (3GPP TS 23.038): the basic characters, which take one unit each, and the extended characters, which take two.
 */
const gsmCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const gsmDoubleCharacters = new Set('^{}\\[~]|€\f')

/** The size of a text as SMS. */
export type SmsSize = {
  alphabet: 'gsm-7' | 'ucs-2'
  /** The length in units: in septets for GSM-7, in UTF-16 code units for UCS-2. */
  units: number
  /** The number of billed segments. */
  segments: number
  /** The number of units that are still free in the last segment. */
  unitsLeft: number
}

/**
 * Returns the size of a text as SMS. A single character outside GSM-7 makes the whole text UCS-2, with 70 instead of 160 characters per message. A
 * character of two units is never split between two messages (3GPP TS 23.040).
 */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const isGsm = characters.every((character) => gsmCharacters.has(character) || gsmDoubleCharacters.has(character))
  const [single, part] = isGsm ? [160, 153] : [70, 67]
  const sizes = characters.map((character) => (isGsm ? (gsmDoubleCharacters.has(character) ? 2 : 1) : character.length))
  const alphabet = isGsm ? ('gsm-7' as const) : ('ucs-2' as const)
  const units = sizes.reduce((sum, size) => sum + size, 0)
  if (units <= single) return { alphabet, units, segments: units === 0 ? 0 : 1, unitsLeft: single - units }
  let [segments, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > part) [segments, used] = [segments + 1, 0]
    used += size
  }
  return { alphabet, units, segments, unitsLeft: part - used }
}

/** Returns the characters of a text that are outside GSM-7, without repetitions. */
export const charactersOutsideGsm = (text: string): string[] =>
  [...new Set(text)].filter((character) => !gsmCharacters.has(character) && !gsmDoubleCharacters.has(character))

/**
 * The reasons why a file of a received text message was not stored. `unavailable`: the provider does not have the file, or did not respond in time.
 */
export const mediaRefusals = [
  'broken',
  'disguised',
  'infected',
  'no-room',
  'over-quota',
  'too-large',
  'too-many-pixels',
  'type',
  'unavailable',
] as const
export type MediaRefusal = (typeof mediaRefusals)[number]

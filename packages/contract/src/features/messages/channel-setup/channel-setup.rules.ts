import type { TextChannelName } from '../text-message/text-message.rules.ts'

/** The parts of the setup that can be missing before a channel can be switched on. */
export const missingParts = ['account', 'key', 'sender', 'countries'] as const

/**
 * The agreement with the provider that a practice needs before a text may contain message content: a business associate agreement in the US,
 * otherwise a processing agreement (in the EU by Art. 28 GDPR).
 */
export const agreementTypes = ['processing', 'baa'] as const
export type AgreementType = (typeof agreementTypes)[number]

export const agreementTypeOf = (country: string): AgreementType => (country === 'US' ? 'baa' : 'processing')

/** Whether a practice in this country may send message content on a channel. WhatsApp must not carry content of a US practice. */
export const mayCarryContent = (channel: TextChannelName, country: string): boolean =>
  !(channel === 'whatsapp' && country === 'US')

/** The result of a test: the channel is not set up, the provider accepted the text, refused it for a reason, or gave no clear response. */
export const testResults = [
  'not-set-up',
  'accepted',
  'uncertain',
  'stopped',
  'window-closed',
  'not-reachable',
  'not-mobile',
  'country',
  'limited',
  'misconfigured',
  'other',
] as const
export type TextTestResult = (typeof testResults)[number]

/** The limits of the setup. Lengths in characters are the same as in the database. */
export const channelLimits = {
  nameInTexts: 40,
  providerKey: 200,
  agreementName: 120,
  templateName: 60,
  templateText: 1024,
  host: 253,
  hosts: 40,
  countries: 60,
  number: 40,
} as const

/** Normalizes a phone number: removes spaces and punctuation, and replaces a leading 00 by +. Does not check that the result is a valid number. */
export const plainNumber = (written: string): string => written.replace(/[\s()./-]/g, '').replace(/^00/, '+')
export const e164 = /^\+[1-9]\d{6,14}$/

/** Matches the id of a Twilio account. */
export const twilioAccount = /^AC[0-9a-f]{32}$/
/** Matches the id of a template that WhatsApp has approved. */
export const twilioTemplate = /^HX[0-9a-f]{32}$/

/** The variables that Attune fills in a WhatsApp template: the practice's name in texts, and the address of the product. */
export const templateVariables = { name: '{{1}}', address: '{{2}}' } as const

/** Returns the variables of a template that Attune cannot fill, without repetitions. A template with such a variable cannot be sent. */
export const unknownTemplateVariables = (text: string): string[] =>
  [...new Set(text.match(/\{\{[^{}]*\}\}/g))].filter(
    (variable) => !Object.values<string>(templateVariables).includes(variable),
  )

/** Matches a lower-case host name with at least two parts. Does not match a port or an IP address. */
export const hostPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Whether an origin uses the default https port of one of `hosts` or of a subdomain of them. */
export function isPushOrigin(origin: string, hosts: readonly string[]): boolean {
  const { protocol, port, hostname } = new URL(origin)
  const isKnown = hosts.some((known) => hostname === known || hostname.endsWith(`.${known}`))
  return protocol === 'https:' && port === '' && isKnown
}

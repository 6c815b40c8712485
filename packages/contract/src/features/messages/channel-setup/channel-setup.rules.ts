import type { TextChannelName } from '../text-message/text-message.rules.ts'

/** The settings that a channel can lack before it can be switched on. */
export const missingParts = ['account', 'key', 'sender', 'countries'] as const

/**
 * The agreement that a practice needs with the provider before a text may carry content: a business associate agreement in the US, elsewhere
 * a processing agreement, in the EU by Art. 28 GDPR.
 */
export const agreementTypes = ['processing', 'baa'] as const
export type AgreementType = (typeof agreementTypes)[number]

export const agreementTypeOf = (country: string): AgreementType => (country === 'US' ? 'baa' : 'processing')

/** Whether a practice of this country may send content on a channel. WhatsApp never carries content of a practice in the US. */
export const mayCarryContent = (channel: TextChannelName, country: string): boolean =>
  !(channel === 'whatsapp' && country === 'US')

/** The outcome of a test: the channel is not set up, or the provider accepted it, refused it for a reason, or gave no clear answer. */
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

/** Lengths and counts of the setup. The numbers of characters are those of the database. */
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

/** Writes a phone number as E.164: without spaces and punctuation, with + instead of 00. The result may still be no number. */
export const plainNumber = (written: string): string => written.replace(/[\s()./-]/g, '').replace(/^00/, '+')
export const e164 = /^\+[1-9]\d{6,14}$/

/** The account of Twilio, and the id of an approved template there. */
export const twilioAccount = /^AC[0-9a-f]{32}$/
export const twilioTemplate = /^HX[0-9a-f]{32}$/

/** The variables that Attune fills in a template of WhatsApp: the name in texts, and the address of the product. */
export const templateVariables = { name: '{{1}}', address: '{{2}}' } as const

/** Returns the variables of a template that Attune cannot fill, each once. No therapist can send a template with such a variable. */
export const unknownTemplateVariables = (text: string): string[] =>
  [...new Set(text.match(/\{\{[^{}]*\}\}/g))].filter(
    (variable) => !Object.values<string>(templateVariables).includes(variable),
  )

/** A host name with at least two parts, in lower case. It includes no port and is no IP address. */
export const hostPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Whether an origin is at the https port of one of `hosts` or of a host below one of them. */
export function isPushOrigin(origin: string, hosts: readonly string[]): boolean {
  const { protocol, port, hostname } = new URL(origin)
  const isKnown = hosts.some((known) => hostname === known || hostname.endsWith(`.${known}`))
  return protocol === 'https:' && port === '' && isKnown
}

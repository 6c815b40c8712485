import type { SessionId } from '@attune/contract/common/ids'
import {
  templateVariables,
  unknownTemplateVariables,
} from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import {
  charactersOutsideGsm,
  type TextChannelName,
} from '@attune/contract/features/messages/text-message/text-message.rules'
import { formatShortDayInZone, languageFrom, translate } from '../../../../platform/text/translations.ts'

/** An approved WhatsApp template with the values of its variables, and the resulting text. */
export type DeliveryTemplate = { id: string; variables: Record<string, string>; text: string }

/** The parameters of a delivery's text, besides the typed text. */
export type DeliveryParams = {
  /** The start of the session in a reminder, and the reader's time zone. */
  startsAt?: string
  zone?: string
  /** The session of a reminder, and the number of times it had been moved when the reminder was queued. */
  session?: { id: SessionId; sequence: number }
  /** The number of the unread message that a standalone notice is about. */
  unreadSeq?: number
  template?: DeliveryTemplate
}
export type DeliveryPurpose = 'content' | 'notice' | 'reminder'

/** The consent with which a text message is sent: the name that it shows, and its language. */
export type TextConsent = { number: string; language: string; senderName: string }

type Composed = {
  purpose: DeliveryPurpose
  channel: TextChannelName
  /** The typed text; empty for a notice and a reminder. */
  written: string
  params: DeliveryParams
  /** The consent. `isFirst` is true if no text has been sent under it yet. */
  consent: Pick<TextConsent, 'language' | 'senderName'> & { isFirst: boolean }
  address: string
  now: Date
}

/**
 * Returns the text to send. The only name in it is the sender name of the consent. A notice and the first text to a number say how to end texts. The
 * wording uses only GSM-7 characters, so that a notice is a single SMS. A template is returned unchanged.
 */
export function deliveryText({ purpose, written, params, consent, address, now }: Composed): string {
  const language = languageFrom(consent.language)
  const name = consent.senderName
  const stop = translate(language, 'text.stop')
  if (params.template) return params.template.text
  if (purpose === 'notice') return noticeText(consent, address)
  if (purpose === 'content') {
    return consent.isFirst ? `${translate(language, 'text.first', { name, text: written })} ${stop}` : written
  }
  const { startsAt = now.toISOString(), zone = 'UTC' } = params
  const day = withinGsm(formatShortDayInZone(startsAt, language, zone, now))
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(new Date(startsAt))
  const reminder = translate(language, 'text.reminder', { name, address, day, time })
  return consent.isFirst ? `${reminder} ${stop}` : reminder
}

/** Returns the text of a notice about a new message. It always says how to end texts. */
export function noticeText(
  { language, senderName }: Pick<TextConsent, 'language' | 'senderName'>,
  address: string,
): string {
  const known = languageFrom(language)
  return `${translate(known, 'text.notice', { name: senderName, address })} ${translate(known, 'text.stop')}`
}

/** Returns a template with the values of its variables; null if it has a variable that Attune cannot fill. */
export function filledTemplate(
  template: { id: string; text: string },
  { name, address }: { name: string; address: string },
): DeliveryTemplate | null {
  if (unknownTemplateVariables(template.text).length > 0) return null
  const values: Record<string, string> = { [templateVariables.name]: name, [templateVariables.address]: address }
  const used = Object.keys(values).filter((variable) => template.text.includes(variable))
  return {
    id: template.id,
    variables: Object.fromEntries(used.map((variable) => [variable.slice(2, -2), values[variable] ?? ''])),
    text: template.text.replace(/\{\{[^{}]*\}\}/g, (variable) => values[variable] ?? variable),
  }
}

/** Returns the text that the first message to a number adds before and after the typed text. */
export function firstTextFrame({ language, senderName }: Pick<TextConsent, 'language' | 'senderName'>) {
  const known = languageFrom(language)
  const [before = '', after = ''] = translate(known, 'text.first', { name: senderName, text: '\n' }).split('\n')
  return { before, after: `${after} ${translate(known, 'text.stop')}` }
}

/** Replaces the characters in a date that GSM-7 does not contain, such as the accent in 'sáb' or 'août'. */
function withinGsm(text: string): string {
  const plain = (character: string) =>
    /\s/.test(character) ? ' ' : character.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  const outside = new Set(charactersOutsideGsm(text))
  return Array.from(text, (character) => (outside.has(character) ? plain(character) : character)).join('')
}

import type { ClientConsent } from '@attune/contract/features/messages/consent/consent'
import { consentChannels, type ConsentChannel } from '@attune/contract/features/messages/consent/consent.rules'
import {
  textedNotificationTypes,
  type TextedNotificationType,
} from '@attune/contract/features/messages/notification/notification.rules'

/** The text message column of the notification settings. */
export type TextColumn = {
  /** The types that are sent by text message; empty without consent. */
  types: TextedNotificationType[]
  /** The channels on which they are sent; empty without consent. */
  channels: ConsentChannel[]
  /** Whether the client can allow another type. */
  canAllowMore: boolean
}

/**
 * Returns the column for the consents of a client; each type uses the first allowed channel. Null if no therapist of the client can send text
 * messages.
 */
export function textColumnOf(consents: readonly ClientConsent[]): TextColumn | null {
  const reachable = consents.filter(({ mayGive, channels }) => mayGive && channels.length > 0)
  if (reachable.length === 0) return null
  const types = Object.keys(textedNotificationTypes) as TextedNotificationType[]
  const sent = reachable.flatMap(({ channels }) =>
    types.flatMap((type) => {
      const used = channels.find(({ given }) => given.includes(textedNotificationTypes[type]))
      return used ? [{ type, channel: used.channel }] : []
    }),
  )
  return {
    types: types.filter((type) => sent.some((one) => one.type === type)),
    channels: consentChannels.filter((channel) => sent.some((one) => one.channel === channel)),
    canAllowMore: sent.length < reachable.length * types.length,
  }
}

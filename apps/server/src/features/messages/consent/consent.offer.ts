import type { TherapistId } from '@attune/contract/common/ids'
import {
  consentChannels,
  consentTextVersion,
  type ConsentChannel,
} from '@attune/contract/features/messages/consent/consent.rules'
import type { ChannelConsent } from '@attune/contract/features/messages/consent/consent'
import type { AppContext } from '../../../platform/app-context.ts'
import { textProvider } from '../../../platform/channels/texts.ts'

/** A channel that is switched on, the purposes to which a client can consent, and the names in the consent text. */
type OfferedChannel = Omit<ChannelConsent, 'given'>

/** The channels that the admin has switched on. */
export type ConsentOffer = {
  countries: string[]
  /** Returns the channels for which a therapist has a number. */
  channelsOf(therapistId: TherapistId): OfferedChannel[]
}

/** Returns the channels and purposes of texts that clients can agree to now. */
export function consentOffer({ texts }: Pick<AppContext, 'texts'>): ConsentOffer {
  const { allowedCountries, nameInTexts, withContent } = texts.settings()
  const provider = { provider: textProvider.name, providerCountry: textProvider.country }
  const named = { version: consentTextVersion, senderName: nameInTexts, ...provider }
  const offered = (channel: ConsentChannel): OfferedChannel => ({
    channel,
    ...named,
    offered: withContent.includes(channel) ? ['reminder', 'notice', 'content'] : ['reminder', 'notice'],
  })
  return {
    countries: [...allowedCountries],
    channelsOf: (therapistId) =>
      consentChannels.filter((channel) => texts.canSend(channel, therapistId)).map((channel) => offered(channel)),
  }
}

import type { ChannelSettings } from '../../../platform/channels/texts.ts'
import type { Db } from '../../../platform/database/actor.ts'
import { type ProviderKeys, unreadable } from '../../../platform/provider-keys/provider-keys.ts'
import { readRows } from './channel-setup.queries.ts'
export { recordPushAccepted, recordPushRefused } from './channel-setup.push-results.ts'

export { type PushResults, isPushOffSql, pushResultsSql, readPracticeCountry } from './channel-setup.queries.ts'

/** The name under which the text message provider's key is saved. */
export const textKeyName = 'twilio'

/** Reads the setup of the channels including the provider's key; the key is null if there is none or it is unreadable. */
export async function readChannelSettings(db: Db, keys: ProviderKeys): Promise<ChannelSettings> {
  const [{ setting, senders, templates }, key] = await Promise.all([
    db.asActor({ role: 'worker', id: null }, readRows),
    keys.read(textKeyName),
  ])
  const isOn = { sms: setting.sms_on, whatsapp: setting.whatsapp_on }
  const hasContent = { sms: setting.sms_content, whatsapp: setting.whatsapp_content }
  const on = (['sms', 'whatsapp'] as const).filter((channel) => isOn[channel])
  return {
    texts: {
      nameInTexts: setting.name_in_texts,
      practiceCountry: setting.practice_country,
      allowedCountries: setting.allowed_countries,
      on,
      withContent: on.filter((channel) => hasContent[channel]),
      senders: senders.map(({ channel, number, therapistId }) => ({ channel, number, therapistId })),
      templates: templates.map(({ templateId, name, language, text }) => ({ id: templateId, name, language, text })),
    },
    account: setting.account,
    key: key === unreadable ? null : key,
    pushHosts: setting.push_hosts,
  }
}

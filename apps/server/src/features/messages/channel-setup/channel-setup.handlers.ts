import { contract } from '@attune/contract'
import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { missingParts } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { textChannels } from '@attune/contract/features/messages/text-message/text-message.rules'
import { implement } from '@orpc/server'
import type { TextChannel } from '../../../platform/channels/text-provider.ts'
import { textProvider } from '../../../platform/channels/texts.ts'
import { twilioHook } from '../../../platform/channels/twilio/twilio.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { unreadable } from '../../../platform/provider-keys/provider-keys.ts'
import { translate } from '../../../platform/text/translations.ts'
import * as changes from './channel-setup.changes.ts'
import { type ChannelSettingRow, readLanguage, readRows, readTherapists } from './channel-setup.queries.ts'
import { textKeyName } from './channel-setup.ts'
import { readKeySavedAt } from '../../../platform/provider-keys/provider-keys.ts'

const on = implement(contract.channelSetup).$context<Context>()

export const channelSetupHandlers = {
  get: on.get.handler(({ context }) => readSetup(context)),

  saveAccount: on.saveAccount.handler(({ input: { account, key }, context }) =>
    change(context, async (tx) => {
      await changes.saveAccountName(tx, account)
      if (key !== undefined) await context.app.providerKeys.save(tx, textKeyName, key, context.app.clock.now())
    }),
  ),

  saveTexts: on.saveTexts.handler(({ input, context }) => change(context, (tx) => changes.saveTextSettings(tx, input))),

  saveSender: on.saveSender.handler(({ input, context }) =>
    change(context, async (tx) => {
      const therapists = await readTherapists(tx)
      if (input.therapistId !== null && !therapists.some(({ id }) => id === input.therapistId)) throw notFound()
      await changes.saveSender(tx, input)
    }).catch((error: unknown) => {
      if (violatesConstraint(error, 'text_sender_number_key')) throw createRefusal('NUMBER_TAKEN', 409)
      if (violatesConstraint(error, 'text_sender_owner_key')) throw createRefusal('OWNER_TAKEN', 409)
      throw error
    }),
  ),

  removeSender: on.removeSender.handler(({ input, context }) =>
    change(context, (tx) => changes.removeSender(tx, input.id)),
  ),

  saveTemplate: on.saveTemplate.handler(({ input, context }) =>
    change(context, (tx) => changes.saveTemplate(tx, input)).catch((error: unknown) => {
      throw violatesConstraint(error, 'text_template_key') ? createRefusal('TEMPLATE_TAKEN', 409) : error
    }),
  ),

  removeTemplate: on.removeTemplate.handler(({ input, context }) =>
    change(context, async (tx) => void (await changes.removeTemplate(tx, input.id))),
  ),

  setChannelOn: on.setChannelOn.handler(({ input: { channel, isOn }, context }) =>
    change(context, async (tx) => {
      const missing = isOn ? await listMissingForChannel(context, tx, channel) : []
      if (missing.length > 0) throw createRefusal('NOT_SET_UP', 409, { missing })
      await changes.setChannelOn(tx, channel, isOn)
    }),
  ),

  recordAgreement: on.recordAgreement.handler(({ input, context }) =>
    change(context, (tx) => changes.recordProviderAgreement(tx, input, context.app.clock.now())),
  ),

  setCarriesContent: on.setCarriesContent.handler(({ input, context }) =>
    change(context, (tx, before) => changes.setCarriesContent(tx, before, input)),
  ),

  sendTest: on.sendTest.handler(async ({ input: { channel, to }, context }) => {
    const { app, actor } = context
    const { language, isSetUp } = await app.db.asActor(actor, async (tx) => ({
      language: await readLanguage(tx),
      isSetUp: (await listMissingForChannel(context, tx, channel)).length === 0,
    }))
    if (!isSetUp) return { result: 'not-set-up' as const }
    await app.texts.refresh()
    const body = translate(language, 'channelTest', { name: app.texts.settings().nameInTexts })
    const outcome = await app.texts.sendTest(channel, to, body)
    return { result: outcome.state === 'refused' ? outcome.reason : outcome.state }
  }),

  savePushHosts: on.savePushHosts.handler(({ input, context }) =>
    change(context, async (tx) => void (await changes.savePushHosts(tx, input.hosts))),
  ),
}

/** Makes a change in one transaction and returns the new setup. This server applies the change at once. */
async function change(
  context: Context,
  work: (tx: Tx, before: ChannelSettingRow) => Promise<unknown>,
): Promise<ChannelSetup> {
  const { app, actor } = context
  await app.db.asActor(actor, async (tx) => {
    await changes.lockSettings(tx)
    await work(tx, (await readRows(tx)).setting)
  })
  await app.texts.refresh()
  return readSetup(context)
}

type Missing = (typeof missingParts)[number]

/** Returns the missing settings of a channel. */
async function listMissingForChannel({ app }: Context, tx: Tx, channel: TextChannel): Promise<Missing[]> {
  const [rows, key] = await Promise.all([readRows(tx), app.providerKeys.read(textKeyName)])
  return missingOf(rows, typeof key === 'string', channel)
}

function missingOf({ setting, senders }: Awaited<ReturnType<typeof readRows>>, hasKey: boolean, channel: TextChannel) {
  const has: Record<Missing, boolean> = {
    account: setting.account !== null,
    key: hasKey,
    sender: senders.some((sender) => sender.channel === channel),
    countries: setting.allowed_countries.length > 0,
  }
  return missingParts.filter((part) => !has[part])
}

async function readSetup({ app, actor }: Context): Promise<ChannelSetup> {
  const [{ rows, savedAt, therapists }, key] = await Promise.all([
    app.db.asActor(actor, async (tx) => {
      const [rows, savedAt, therapists] = await Promise.all([
        readRows(tx),
        readKeySavedAt(tx, textKeyName),
        readTherapists(tx),
      ])
      return { rows, savedAt, therapists }
    }),
    app.providerKeys.read(textKeyName),
  ])
  const { setting, senders, templates } = rows
  const isOn = { sms: setting.sms_on, whatsapp: setting.whatsapp_on }
  const carriesContent = { sms: setting.sms_content, whatsapp: setting.whatsapp_content }
  return {
    provider: textProvider.name,
    account: setting.account,
    keySavedAt: savedAt,
    isKeyReadable: key !== unreadable,
    nameInTexts: setting.name_in_texts,
    practiceCountry: setting.practice_country,
    allowedCountries: setting.allowed_countries,
    channels: textChannels.map((channel) => ({
      channel,
      isOn: isOn[channel],
      carriesContent: carriesContent[channel],
      missing: missingOf(rows, typeof key === 'string', channel),
    })),
    senders,
    incomingAddress: app.site.origin() + twilioHook.incoming,
    templates,
    agreement: agreementOf(setting),
    pushHosts: setting.push_hosts,
    therapists,
  }
}

function agreementOf(setting: ChannelSettingRow): ChannelSetup['agreement'] {
  const { agreement_type: type, agreement_date: date, agreement_name: name, agreement_stated_at: statedAt } = setting
  if (type === null || date === null || name === null || statedAt === null) return null
  return { type: type as 'processing' | 'baa', date, name, statedAt }
}

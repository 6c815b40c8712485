import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { checkPublicAddress } from './settings/address-check.ts'
import {
  listLegalStates,
  findLegalDraft,
  readSafetyNumbers,
  saveLegalText,
  saveSafetyNumbers,
} from './settings/public-texts.ts'
import { changeSupportHours, saveProductSettings } from './settings/settings.ts'
import { readProductSettings } from './settings/stored-settings.ts'

const on = implement(contract.administration).$context<Context>()
const done = { done: true } as const

export const settingsHandlers = {
  settings: on.settings.handler(async ({ context: { app, actor } }) => {
    const { publicKey: _, ...settings } = await readProductSettings(app)
    const shown = await app.db.asActor(actor, async (tx) => ({
      legalTexts: await listLegalStates(tx),
      safetyNumbers: await readSafetyNumbers(tx),
    }))
    return { settings, publicUrlFromEnvironment: app.config.publicUrl !== null, ...shown }
  }),

  saveSettings: on.saveSettings.handler(async ({ input, context: { app, actor } }) => {
    const settings = await app.db.asActor(actor, (tx) => saveProductSettings(tx, input))
    await app.site.refresh()
    return settings
  }),

  saveSupportHours: operation(on.saveSupportHours, async (tx, input) => {
    await changeSupportHours(tx, input)
    return done
  }),

  checkPublicAddress: on.checkPublicAddress.handler(async ({ context: { app } }) => {
    // Reads the settings again, because another process may have just changed the address.
    await app.site.refresh()
    return { outcome: await checkPublicAddress(app) }
  }),

  legalText: operation(on.legalText, async (tx, input) => ({ text: await findLegalDraft(tx, input) })),

  saveLegalText: on.saveLegalText.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveLegalText(tx, input))
    await app.site.refresh()
    return done
  }),

  saveSafetyNumbers: on.saveSafetyNumbers.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveSafetyNumbers(tx, input))
    await app.site.refresh()
    return done
  }),
}

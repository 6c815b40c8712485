import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { readAssistantSettings } from '../assistant-setup/assistant-setup.ts'
import {
  readAssistantConsent,
  giveAssistantConsent,
  listOwnAssistantConsents,
  withdrawAssistantConsent,
} from './assistant-consent.ts'

const on = implement(contract.assistantConsent).$context<Context>()

export const assistantConsentHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => {
    const settings = await readAssistantSettings(app)
    return { items: await app.db.asActor(actor, (tx) => listOwnAssistantConsents(tx, settings)) }
  }),

  get: on.get.handler(async ({ input, context: { app, actor } }) => {
    const settings = await readAssistantSettings(app)
    return app.db.asActor(actor, (tx) => readAssistantConsent(tx, input.id, settings))
  }),

  give: on.give.handler(async ({ input, context: { app, actor } }) => {
    const settings = await readAssistantSettings(app)
    return app.db.asActor(actor, (tx) => giveAssistantConsent(tx, input, settings, app.clock.now()))
  }),

  withdraw: on.withdraw.handler(async ({ input, context: { app, actor } }) => {
    const settings = await readAssistantSettings(app)
    return app.db.asActor(actor, (tx) => withdrawAssistantConsent(tx, input, settings, app.clock.now()))
  }),
}

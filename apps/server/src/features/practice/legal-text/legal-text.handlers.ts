import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { joiningText } from './legal-text.agree.ts'
import { startingText } from './legal-text.drafts.ts'
import { publishLegalText } from './legal-text.publish.ts'
import {
  listAgreedByClient,
  dismissPrivacyChange,
  listLegalVersions,
  listOwnAgreedVersions,
  findVersion,
} from './legal-text.read.ts'

const on = implement(contract.legalText).$context<Context>()

export const legalTextHandlers = {
  joining: on.joining.handler(async ({ input, context }) => ({ text: await joiningText(context, input) })),

  version: operation(on.version, (tx, input) => findVersion(tx, input.id)),

  history: operation(on.history, async (tx, input) => ({ items: await listLegalVersions(tx, input) })),

  startingText: on.startingText.handler(({ input }) => ({ text: startingText(input.page, input.language) })),

  publish: on.publish.handler(async ({ input, context: { app, actor } }) => {
    const published = await app.db.asActor(actor, (tx) => publishLegalText(tx, input, app.clock.now()))
    await app.site.refresh()
    return published
  }),

  mine: on.mine.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listOwnAgreedVersions),
  })),

  ofClient: operation(on.ofClient, async (tx, input) => ({ items: await listAgreedByClient(tx, input.clientId) })),

  dismissChange: operation(on.dismissChange, async (tx, input) => {
    await dismissPrivacyChange(tx, input.versionId)
    return { done: true as const }
  }),
}

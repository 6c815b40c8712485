import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { isUsedCommand, violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict, createRefusal } from '../../../platform/policy/refusal.ts'
import { cancelFeeOf } from './draft/cancel-fee.ts'
import { correctInvoice, creditInvoice } from './issue/credit.ts'
import { readOwnInvoice, listOwnInvoices } from './read/client.ts'
import { createSessionDrafts, unwaiveSession, waiveSession } from './draft/sessions.ts'
import { createDraft, removeDraft, saveDraft } from './draft/drafts.ts'
import { issueInvoice } from './issue/issue.ts'
import { stopSending } from './issue/sending.ts'
import { listDraftsToIssue } from './issue/to-issue.ts'
import { openLink } from './links/opening.ts'
import { readPayerLinks, sendLinkAgain, withdrawLinks } from './links/links.ts'
import { startInvoiceExport } from './export/address.ts'
import { readOwnDatev, saveDatev } from './export/datev/datev-settings.ts'
import { countDrafts, listInvoices, readInvoiceSums } from './read/list.ts'
import { listSessionsToBill } from './draft/to-bill.ts'
import { readInvoice } from './draft/view.ts'

const on = implement(contract.invoice).$context<Context>()
const done = { done: true } as const

const isBilledTwice = (error: unknown) =>
  violatesConstraint(error, 'session_billed_pkey') || violatesConstraint(error, 'session_billed_or_waived')
/** Refuses with NOT_BILLABLE if another call has billed or waived one of the sessions at the same time. Rethrows any other error. */
const refuseBilled = (error: unknown) => {
  throw isBilledTwice(error) ? createRefusal('NOT_BILLABLE', 409) : error
}
/** Refuses with CONFLICT for a command that was used for another invoice. Rethrows any other error. */
const refuseUsedCommand = (error: unknown) => {
  throw isUsedCommand(error) ? conflict() : error
}

export const invoiceHandlers = {
  toBill: operation(on.toBill, listSessionsToBill),

  draftSessions: on.draftSessions.handler(async ({ input, context: { app, actor } }) => {
    const draft = () => app.db.asActor(actor, (tx) => createSessionDrafts(tx, input, app.clock.now()))
    // The second attempt finds the drafts if the same command was sent twice at the same time.
    const ids = await draft()
      .catch((error: unknown) => (isBilledTwice(error) ? draft() : Promise.reject(error)))
      .catch(refuseBilled)
    return { ids }
  }),

  waive: on.waive.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => waiveSession(tx, input)).catch(refuseBilled)
    return done
  }),

  unwaive: operation(on.unwaive, async (tx, input) => {
    await unwaiveSession(tx, input)
    return done
  }),

  create: operation(on.create, createDraft),

  saveDraft: on.saveDraft.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveDraft(tx, input, app.clock.now())).catch(refuseBilled),
  ),

  removeDraft: operation(on.removeDraft, async (tx, input, now) => {
    await removeDraft(tx, input.id, now)
    return done
  }),

  get: operation(on.get, (tx, input, now) => readInvoice(tx, input.id, now)),

  list: operation(on.list, listInvoices),

  summary: operation(on.summary, async (tx, _input, now) => {
    const [items, drafts] = await Promise.all([readInvoiceSums(tx, now), countDrafts(tx)])
    return { items, drafts }
  }),

  issue: on.issue.handler(({ input, context }) => issueInvoice(context, input).catch(refuseUsedCommand)),
  credit: on.credit.handler(({ input, context }) => creditInvoice(context, input).catch(refuseUsedCommand)),
  correct: on.correct.handler(({ input, context }) => correctInvoice(context, input).catch(refuseUsedCommand)),

  toIssue: operation(on.toIssue, listDraftsToIssue),

  stopSending: operation(on.stopSending, async (tx, { ids }) => ({ stopped: await stopSending(tx, ids) })),

  mine: operation(on.mine, listOwnInvoices),

  mineOne: operation(on.mineOne, (tx, input, now) => readOwnInvoice(tx, input.id, now)),

  cancelFee: on.cancelFee.handler(async ({ input, context: { app, actor } }) => ({
    fee: await cancelFeeOf(app, actor, input.sessionId),
  })),

  exportPeriod: on.exportPeriod.handler(({ input, context: { app, actor } }) =>
    startInvoiceExport(app, { actor, order: input }),
  ),

  datev: operation(on.datev, readOwnDatev),

  saveDatev: operation(on.saveDatev, saveDatev),

  links: operation(on.links, (tx, input, now) => readPayerLinks(tx, input.id, now)),

  sendLink: operation(on.sendLink, (tx, input, now) => sendLinkAgain(tx, input.id, now)),

  withdrawLinks: operation(on.withdrawLinks, (tx, input, now) => withdrawLinks(tx, input.id, now)),

  openLink: on.openLink.handler(({ input, context }) => openLink(context, input)),
}

import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { listOwnForms, readOwnForm, saveFormAnswers, withdrawSignedConsent } from './form.fill.ts'
import { listForms, formViewOf, requireForm } from './form.queries.ts'
import { acknowledgeForm, listMissingForms, sendForm } from './form.send.ts'
import { removePaperSignature, signOnPaper, withdrawOnPaper } from './paper/paper.ts'
import { signForm } from './form.sign.ts'
import { cancelForm, keepForm, listSigners, replaceForm } from './sent/copies.ts'
import { readSentForm, listSentForms } from './sent/sent.ts'
import { startSigningHere } from './ticket/here.ts'
import { listSignLinks, sendSignLink, withdrawSignLink } from './ticket/links.ts'
import { openTicket, saveTicketAnswers, signTicket } from './ticket/opening.ts'
import { confirmForm, createForm, saveForm, setFormDeleted, setFormOnJoining } from './form.ts'

const on = implement(contract.form).$context<Context>()
const done = { done: true } as const

export const formHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, listForms) })),

  get: operation(on.get, async (tx, input) => formViewOf(await requireForm(tx, input.id))),

  create: operation(on.create, createForm),

  save: operation(on.save, saveForm),

  confirm: operation(on.confirm, confirmForm),

  setOnJoining: operation(on.setOnJoining, setFormOnJoining),

  remove: operation(on.remove, async (tx, input, now) => {
    await setFormDeleted(tx, input.id, now)
    return done
  }),

  restore: operation(on.restore, async (tx, input) => {
    await setFormDeleted(tx, input.id, null)
    return done
  }),

  ofClient: operation(on.ofClient, async (tx, input, now) => ({
    items: await listSentForms(tx, input.clientId, now),
    signers: await listSigners(tx, input.clientId),
  })),

  missing: operation(on.missing, async (tx, input, now) => ({
    items: await listMissingForms(tx, input.clientId, now),
  })),

  sent: operation(on.sent, readSentForm),

  send: operation(on.send, sendForm),

  replace: operation(on.replace, replaceForm),

  cancel: operation(on.cancel, async (tx, input, now) => {
    await cancelForm(tx, input, now)
    return done
  }),

  keep: operation(on.keep, keepForm),

  acknowledge: operation(on.acknowledge, async (tx, input, now) => {
    await acknowledgeForm(tx, input, now)
    return done
  }),

  signOnPaper: operation(on.signOnPaper, signOnPaper),

  removePaperSignature: operation(on.removePaperSignature, removePaperSignature),

  withdrawOnPaper: operation(on.withdrawOnPaper, withdrawOnPaper),

  mine: on.mine.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => listOwnForms(tx, app.clock.now())),
  })),

  open: operation(on.open, (tx, input, now) => readOwnForm(tx, input.id, now)),

  saveAnswers: operation(on.saveAnswers, saveFormAnswers),

  sign: operation(on.sign, (tx, input, now) => signForm(tx, input, now, readOwnForm)),

  withdraw: operation(on.withdraw, async (tx, input, now) => {
    await withdrawSignedConsent(tx, input.id, now)
    return readOwnForm(tx, input.id, now)
  }),

  signLinks: on.signLinks.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => listSignLinks(tx, input, app.clock.now(), app.texts)),
  ),

  sendSignLink: on.sendSignLink.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => sendSignLink(tx, input, app.clock.now(), app)),
  ),

  withdrawSignLink: on.withdrawSignLink.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => withdrawSignLink(tx, input, app.clock.now(), app.texts)),
  ),

  startSigningHere: on.startSigningHere.handler(({ input, context }) => startSigningHere(context, input)),

  openTicket: on.openTicket.handler(({ input, context }) => openTicket(context, input)),

  saveTicketAnswers: on.saveTicketAnswers.handler(({ input, context }) => saveTicketAnswers(context, input)),

  signTicket: on.signTicket.handler(({ input, context }) => signTicket(context, input)),
}

import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { ownForms, ownFormView, saveFormAnswers, withdrawSignedConsent } from './form.fill.ts'
import { formItems, formViewOf, requireForm } from './form.queries.ts'
import { cancelForm, missingForms, replaceForm, sendForm, sentForm, sentForms } from './form.send.ts'
import { signForm } from './form.sign.ts'
import { confirmForm, createForm, saveForm, setFormDeleted, setFormOnJoining } from './form.ts'

const on = implement(contract.form).$context<Context>()
const done = { done: true } as const

export const formHandlers = {
  list: on.list.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, formItems) })),

  get: on.get.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => formViewOf(await requireForm(tx, input.id))),
  ),

  create: on.create.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => createForm(tx, input)),
  ),

  save: on.save.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveForm(tx, input, app.clock.now())),
  ),

  confirm: on.confirm.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => confirmForm(tx, input, app.clock.now())),
  ),

  setOnJoining: on.setOnJoining.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => setFormOnJoining(tx, input)),
  ),

  remove: on.remove.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setFormDeleted(tx, input.id, app.clock.now()))
    return done
  }),

  restore: on.restore.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => setFormDeleted(tx, input.id, null))
    return done
  }),

  ofClient: on.ofClient.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => sentForms(tx, input.clientId, app.clock.now())),
  })),

  missing: on.missing.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => missingForms(tx, input.clientId, app.clock.now())),
  })),

  sent: on.sent.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => sentForm(tx, input, app.clock.now())),
  ),

  send: on.send.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => sendForm(tx, input, app.clock.now())),
  ),

  replace: on.replace.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => replaceForm(tx, input, app.clock.now())),
  ),

  cancel: on.cancel.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => cancelForm(tx, input, app.clock.now()))
    return done
  }),

  mine: on.mine.handler(async ({ context: { app, actor } }) => ({ items: await app.db.asActor(actor, ownForms) })),

  open: on.open.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => ownFormView(tx, input.id, app.clock.now())),
  ),

  saveAnswers: on.saveAnswers.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => saveFormAnswers(tx, input, app.clock.now())),
  ),

  sign: on.sign.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => signForm(tx, input, app.clock.now())),
  ),

  withdraw: on.withdraw.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => withdrawSignedConsent(tx, input.id, app.clock.now())),
  ),
}

import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { bookBankEntries } from './bank/book.ts'
import { saveBankMapping } from './bank/review.ts'
import { moneyChart } from './payment.chart.ts'
import { recordPayment, reversePayment } from './payment.record.ts'
import { proposedReminders, remind, remindersOf } from './reminder/reminder.ts'
import { remindAll } from './reminder/batch.ts'
import { reminderTexts, saveReminderText } from './reminder/texts.ts'
import { ownStatements, statementYears } from './documents/statement.ts'

const on = implement(contract.payment).$context<Context>()

export const paymentHandlers = {
  record: on.record.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => recordPayment(tx, input, app.clock.now())),
  ),

  reverse: on.reverse.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => reversePayment(tx, input, app.clock.now())),
  ),

  reminders: on.reminders.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => remindersOf(tx, input.invoiceId, app.clock.now())),
  ),

  remind: on.remind.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => remind(tx, input, app.clock.now())),
  ),

  proposedReminders: on.proposedReminders.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => proposedReminders(tx, app.clock.now())),
  })),

  reminderTexts: on.reminderTexts.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, reminderTexts),
  })),

  saveReminderText: on.saveReminderText.handler(async ({ input, context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => saveReminderText(tx, input)),
  })),

  remindAll: on.remindAll.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => remindAll(tx, input.items, app.clock.now())),
  ),

  statementYears: on.statementYears.handler(async ({ input, context: { app, actor } }) => ({
    years: await app.db.asActor(actor, (tx) => statementYears(tx, input.clientId)),
  })),

  ownStatements: on.ownStatements.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, ownStatements),
  })),

  chart: on.chart.handler(async ({ input, context: { app, actor } }) => ({
    currencies: await app.db.asActor(actor, (tx) => moneyChart(tx, input, app.clock.now())),
  })),

  saveBankMapping: on.saveBankMapping.handler(async ({ input, context: { app, actor } }) => {
    await app.db.asActor(actor, (tx) => saveBankMapping(tx, input, app.clock.now()))
    return { done: true }
  }),

  bookBankEntries: on.bookBankEntries.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => bookBankEntries(tx, input.items, app.clock.now())),
  ),
}

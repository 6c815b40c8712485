import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../platform/policy/context.ts'
import { moneyChart } from './payment.chart.ts'
import { recordPayment, reversePayment } from './payment.record.ts'
import { proposedReminders, remind, remindersOf } from './payment.reminder.ts'

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

  chart: on.chart.handler(async ({ input, context: { app, actor } }) => ({
    currencies: await app.db.asActor(actor, (tx) => moneyChart(tx, input, app.clock.now())),
  })),
}

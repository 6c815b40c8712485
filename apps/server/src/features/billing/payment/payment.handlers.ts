import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { bookBankEntries, reverseBankEntry } from './bank/book.ts'
import { saveBankMapping } from './bank/review.ts'
import { moveCredit, readPayerCredit } from './credit/credit.ts'
import { readMoneyChart } from './payment.chart.ts'
import { recordPayment, reversePayment, reverseWithCredit } from './payment.record.ts'
import { listProposedReminders, remind, readReminders } from './reminder/reminder.ts'
import { remindAll } from './reminder/batch.ts'
import { listReminderTexts, saveReminderText } from './reminder/texts.ts'
import { listOwnStatements, listStatementYears } from './documents/statement.ts'

const on = implement(contract.payment).$context<Context>()

export const paymentHandlers = {
  credit: operation(on.credit, (tx, input, now) => readPayerCredit(tx, input.invoiceId, now)),

  moveCredit: operation(on.moveCredit, moveCredit),

  record: operation(on.record, recordPayment),

  reverse: operation(on.reverse, (tx, { withCredit, ...input }, now) =>
    withCredit ? reverseWithCredit(tx, input, now) : reversePayment(tx, input, now),
  ),

  reminders: operation(on.reminders, (tx, input, now) => readReminders(tx, input.invoiceId, now)),

  remind: operation(on.remind, remind),

  proposedReminders: operation(on.proposedReminders, async (tx, _input, now) => ({
    items: await listProposedReminders(tx, now),
  })),

  reminderTexts: on.reminderTexts.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listReminderTexts),
  })),

  saveReminderText: operation(on.saveReminderText, async (tx, input) => ({ items: await saveReminderText(tx, input) })),

  remindAll: operation(on.remindAll, (tx, input, now) => remindAll(tx, input.items, now)),

  statementYears: operation(on.statementYears, (tx, input) => listStatementYears(tx, input.clientId)),

  ownStatements: on.ownStatements.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, listOwnStatements),
  })),

  chart: operation(on.chart, async (tx, input, now) => ({ currencies: await readMoneyChart(tx, input, now) })),

  saveBankMapping: operation(on.saveBankMapping, async (tx, input, now) => {
    await saveBankMapping(tx, input, now)
    return { done: true as const }
  }),

  bookBankEntries: operation(on.bookBankEntries, (tx, input, now) => bookBankEntries(tx, input.items, now)),

  reverseBankEntry: operation(on.reverseBankEntry, async (tx, input, now) => {
    await reverseBankEntry(tx, input, now)
    return { done: true as const }
  }),
}

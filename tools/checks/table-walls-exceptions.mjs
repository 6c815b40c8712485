/**
 * The number of permitted writes to tables of other features, as `feature -> owner: table`. The list must stay empty: call a public function of the
 * owner instead.
 */
export const foreignWrites = {}

/**
 * The maximum number of feature pairs in which one feature reads tables of the other, in total and between different domains. Tables of `platform`
 * belong to no domain. Both numbers may only be lowered.
 */
export const maxPairs = { all: 110, betweenDomains: 56 }

/**
 * By file, the number of SQL texts that the parser cannot read, because a template inserts parts of different kinds or a table name. A pattern
 * finds their tables; inserted parts are checked where they are written.
 */
export const unreadSql = {
  'apps/server/src/features/billing/invoice/retention/retention.ts': 1,
  'apps/server/src/features/billing/payment/bank/recorded.ts': 1,
  'apps/server/src/features/billing/payment/credit/moved.ts': 1,
  'apps/server/src/features/billing/payment/documents/statement.ts': 1,
  'apps/server/src/features/care/form/form.queries.ts': 1,
  'apps/server/src/features/care/journal/entry/queries.ts': 2,
  'apps/server/src/features/care/journal/export/entries.ts': 1,
  'apps/server/src/features/care/journal/share/shared-entries.ts': 4,
  'apps/server/src/features/care/note/note.lists.ts': 3,
  'apps/server/src/features/care/note/note.of-client.ts': 1,
  'apps/server/src/features/care/record-export/content/copies.ts': 1,
  'apps/server/src/features/care/record-export/content/documents.ts': 1,
  'apps/server/src/features/care/record-export/content/forms.ts': 1,
  'apps/server/src/features/care/record-export/fhir/reads.ts': 1,
  'apps/server/src/features/care/record-export/content/invoices.ts': 1,
  'apps/server/src/features/care/record-export/content/journal.ts': 1,
  'apps/server/src/features/care/record-export/content/messages.ts': 1,
  'apps/server/src/features/care/record-export/content/notes.ts': 1,
  'apps/server/src/features/care/record-export/content/plan.ts': 1,
  'apps/server/src/features/care/record-export/content/private-notes.ts': 1,
  'apps/server/src/features/care/record-export/content/sessions.ts': 1,
  'apps/server/src/features/care/record-export/content/tasks.ts': 1,
  'apps/server/src/features/care/record-export/record-export.files.ts': 1,
  'apps/server/src/features/care/task/read/progress.ts': 1,
  'apps/server/src/features/care/task/task.view.queries.ts': 1,
  'apps/server/src/features/messages/message/read/conversations.ts': 2,
  'apps/server/src/features/people/client/overview/open-items.ts': 2,
  'apps/server/src/features/practice/legal-text/legal-text.agree.ts': 2,
  'apps/server/src/features/schedule/calendar/zone/rows.ts': 1,
  'apps/server/src/features/schedule/session/in-series/rows.ts': 4,
  'apps/server/src/features/schedule/session/read/view.queries.ts': 1,
}

/**
 * The number of foreign writes that are allowed, as `feature -> owner: table`. The list stays empty: call a public function of the owner
 * instead.
 */
export const foreignWrites = {}

/**
 * The number of pairs of features of which one reads tables of the other, and how many of them are in two domains. A table of `platform` is in
 * no domain. Both numbers may only become lower.
 */
export const maxPairs = { all: 112, betweenDomains: 57 }

/**
 * The number of texts of SQL that the parser cannot read, by file, because a template inserts parts of different kinds, or that name a table by a
 * value. Their tables are read by a pattern, and the inserted parts where they are written.
 */
export const unreadSql = {
  'apps/server/src/features/billing/invoice/retention/retention.ts': 1,
  'apps/server/src/features/billing/payment/documents/statement.ts': 1,
  'apps/server/src/features/care/form/form.queries.ts': 1,
  'apps/server/src/features/care/journal/entry/queries.ts': 2,
  'apps/server/src/features/care/journal/export/entries.ts': 1,
  'apps/server/src/features/care/journal/share/shared-entries.ts': 4,
  'apps/server/src/features/care/note/note.lists.ts': 3,
  'apps/server/src/features/care/record-export/content/documents.ts': 1,
  'apps/server/src/features/care/record-export/content/forms.ts': 1,
  'apps/server/src/features/care/record-export/content/invoices.ts': 1,
  'apps/server/src/features/care/record-export/content/journal.ts': 1,
  'apps/server/src/features/care/record-export/content/messages.ts': 1,
  'apps/server/src/features/care/record-export/content/notes.ts': 1,
  'apps/server/src/features/care/record-export/content/plan.ts': 1,
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

import type { RecordPart } from '@attune/contract/features/care/record-export/record-export.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { formCopyEntries, noteCopyEntries, profileCopyEntries } from './copies.ts'
import { custodyEntries } from './custody.ts'
import { documentEntries } from './documents.ts'
import { formEntries } from './forms.ts'
import type { ExportedRecord } from '../record-export.head.ts'
import { guardianMessageEntries } from './guardian-messages.ts'
import { invoiceEntries } from './invoices.ts'
import { journalEntries } from './journal.ts'
import { messageEntries } from './messages.ts'
import { noteEntries } from './notes.ts'
import { planEntries } from './plan.ts'
import { privateNoteEntries } from './private-notes.ts'
import { headEntries } from './record.ts'
import { sessionEntries } from './sessions.ts'
import { taskEntries } from './tasks.ts'

/** Yields the entries of one part of a record. Holds no database transaction open between entries, because a download can be slow. */
type PartEntries = (app: AppContext, record: ExportedRecord) => AsyncGenerator<PdfEntry>

/** Yields the entries of the present record, then those of its copies from a backup. */
const followedBy = (present: PartEntries, copies: PartEntries): PartEntries =>
  async function* (app, record) {
    yield* present(app, record)
    yield* copies(app, record)
  }

export const partEntries: Record<RecordPart, PartEntries> = {
  record: followedBy(headEntries, profileCopyEntries),
  plan: planEntries,
  sessions: sessionEntries,
  notes: followedBy(noteEntries, noteCopyEntries),
  forms: followedBy(formEntries, formCopyEntries),
  tasks: taskEntries,
  journal: journalEntries,
  messages: messageEntries,
  'guardian-messages': guardianMessageEntries,
  documents: documentEntries,
  invoices: invoiceEntries,
  custody: custodyEntries,
  'private-notes': privateNoteEntries,
}

import type { RecordPart } from '@attune/contract/features/record-export.rules'
import type { AppContext } from '../../platform/app-context.ts'
import type { PdfEntry } from '../../platform/pdf/entries-document.ts'
import { documentEntries } from './record-export.documents.ts'
import { formEntries } from './record-export.forms.ts'
import type { ExportedRecord } from './record-export.head.ts'
import { invoiceEntries } from './record-export.invoices.ts'
import { journalEntries } from './record-export.journal.ts'
import { messageEntries } from './record-export.messages.ts'
import { noteEntries } from './record-export.notes.ts'
import { planEntries } from './record-export.plan.ts'
import { headEntries } from './record-export.record.ts'
import { sessionEntries } from './record-export.sessions.ts'
import { taskEntries } from './record-export.tasks.ts'

/** Yields the entries of a part of a record. Each page has its own transaction, so that a slow download holds none open. */
type PartEntries = (app: AppContext, record: ExportedRecord) => AsyncGenerator<PdfEntry>

export const partEntries: Record<RecordPart, PartEntries> = {
  record: headEntries,
  plan: planEntries,
  sessions: sessionEntries,
  notes: noteEntries,
  forms: formEntries,
  tasks: taskEntries,
  journal: journalEntries,
  messages: messageEntries,
  documents: documentEntries,
  invoices: invoiceEntries,
}

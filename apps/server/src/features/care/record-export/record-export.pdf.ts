import { recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import type { Readable } from 'node:stream'
import type { AppContext } from '../../../platform/app-context.ts'
import type { PdfEntry } from '../../../platform/pdf/entries-document.ts'
import { entriesPdf } from '../../../platform/pdf/entries-pdf.ts'
import type { ExportedRecord } from './record-export.head.ts'
import { textsOf } from './record-export.texts.ts'
import { partEntries } from './content/parts.ts'

/** Returns the chosen parts of a record as one PDF. If `isJob` is true, people who want a PDF of their own do not wait for it. */
export function recordPdf(app: AppContext, record: ExportedRecord, { isJob = false } = {}): Readable {
  const { t, moment, day } = textsOf(record)
  const { from, until } = record.order
  const period =
    from || until
      ? t('period', { from: from ? day(from) : t('beginning'), until: until ? day(until) : t('today') })
      : ''
  const made = [t('made', { when: moment(record.madeAt) }), period].filter(Boolean).join(' ')
  const front = {
    title: t('title', { name: record.name }),
    made,
    unknown: t('unknown'),
    language: record.reader.language,
  }
  return entriesPdf(isJob ? null : record.actor.id, front, recordEntries(app, record))
}

/** Yields the entries of the chosen parts in the order of the document. For an empty part, yields an entry with a note that it is empty. */
async function* recordEntries(app: AppContext, record: ExportedRecord): AsyncGenerator<PdfEntry> {
  const { t, entry } = textsOf(record)
  for (const part of recordParts.filter((one) => record.order.parts.includes(one))) {
    let isFirst = true
    for await (const one of partEntries[part](app, record)) {
      yield isFirst ? { ...one, part: t(`part.${part}`) } : one
      isFirst = false
    }
    if (isFirst) yield { ...entry({ heading: t('none') }), part: t(`part.${part}`) }
  }
}

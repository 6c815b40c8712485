import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { PdfEntry } from '../../../platform/pdf/entries-document.ts'
import { formatDateTimeInZone, formatDayInZone, translate } from '../../../platform/text/translations.ts'
import type { ExportedRecord } from './record-export.head.ts'

type Line = { label: string; text: string }

/** Returns the functions that write texts, dates and entries in the language and the zone of the exporting therapist. */
export function textsOf({ reader: { language, zone } }: Pick<ExportedRecord, 'reader'>) {
  const t = (key: string, params?: Record<string, string>) => translate(language, `recordExport.${key}`, params)
  const moment = (instant: string) => formatDateTimeInZone(new Date(instant).toISOString(), language, zone)
  return {
    t,
    moment,
    /** Formats a day (`YYYY-MM-DD`). */
    day: (of: string) => formatDayInZone(`${of}T12:00:00Z`, language, 'UTC'),
    /** Returns an entry of the PDF without pictures, files and replies, unless they are given. Joins the facts, without empty ones. */
    entry: ({
      facts = [],
      ...of
    }: { heading: string; facts?: string[] } & Partial<Omit<PdfEntry, 'facts'>>): PdfEntry => ({
      content: richTextFromPlain(''),
      pictures: {},
      unplacedPictures: [],
      files: [],
      filesTitle: t('files'),
      replies: [],
      repliesTitle: t('answers'),
      ...of,
      facts: facts.filter(Boolean).join(' · '),
    }),
  }
}

/** Returns paragraphs with a bold label each. Omits labels without text, unless `withEmpty` is set. */
export function labelledText(lines: readonly Line[], withEmpty = false): RichText {
  const blocks = lines
    .filter(({ text }) => withEmpty || text.trim() !== '')
    .flatMap(({ label, text }) => labelled(label, text))
  return { type: 'doc', content: blocks.length ? blocks : richTextFromPlain('').content }
}

function labelled(label: string, text: string): RichText['content'] {
  const bold = { type: 'text' as const, text: label, marks: [{ type: 'bold' as const }] }
  return [
    { type: 'paragraph' as const, content: [bold] },
    ...(text.trim() === '' ? [] : richTextFromPlain(text).content),
  ]
}

import type { AccountId } from '@attune/contract/common/ids'
import type { Block } from '@attune/contract/common/rich-text/rich-text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { ErasureReport } from '@attune/contract/features/people/login/login.own'
import type { Readable } from 'node:stream'
import type { PdfEntry } from '../../../../platform/pdf/entries-document.ts'
import { entriesPdf } from '../../../../platform/pdf/entries-pdf.ts'
import { translate } from '../../../../platform/text/translations.ts'

/** Returns the report of an erasure as a PDF. `reader` is the person for whom `isPdfBusy` was checked. */
export function erasureReportPdf(
  reader: AccountId,
  { title, facts, sections }: ErasureReport,
  language: Language,
): Readable {
  const unknown = translate(language, 'journal.unknown')
  return entriesPdf(reader, { title, made: facts, unknown, language }, entriesOf(sections))
}

async function* entriesOf(sections: ErasureReport['sections']): AsyncGenerator<PdfEntry> {
  for (const { heading, text, items } of sections)
    yield {
      heading,
      facts: '',
      content: { type: 'doc', content: [...text.map(paragraph), ...(items.length > 0 ? [bulletList(items)] : [])] },
      pictures: {},
      unplacedPictures: [],
      files: [],
      filesTitle: '',
      replies: [],
      repliesTitle: '',
    }
}

const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })

const bulletList = (items: string[]): Block => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
})

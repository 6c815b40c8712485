import { escapeHtml } from '../../../../platform/http/replies.ts'
import { pageEnd, pageStart } from '../pack/page.ts'
import { hrefOf } from '../pack/rich-html.ts'
import type { ExportTexts } from '../pack/texts.ts'

/** The folder of a record, as the index lists it. */
export type RecordFolder = { name: string; path: string }

type Index = {
  /** The name of the therapist. */
  name: string
  madeAt: Date
  folders: readonly RecordFolder[]
  /** The number of records that were merged or deleted while the export was made. */
  missing: number
}

/** Returns the page that lists the records of an export. It opens no connection. */
export function recordsPage(texts: ExportTexts, { name, madeAt, folders, missing }: Index): string {
  const say = (key: string, params?: Record<string, string>) => escapeHtml(texts.t(`allRecords.${key}`, params))
  const folder = ({ name: client, path }: RecordFolder) =>
    `<li><a href="${hrefOf(`${path}/index.html`)}"><span>${escapeHtml(client)}</span></a></li>`
  return [
    pageStart(texts, texts.t('allRecords.title', { name })),
    `<h1>${say('title', { name })}</h1>`,
    `<p class="soft">${escapeHtml(texts.t('made', { when: texts.moment(madeAt.toISOString()) }))}</p>`,
    `<p>${say(folders.length > 0 ? 'keepSafe' : 'none')}</p>`,
    missing > 0 ? `<p>${say('missing', { count: String(missing) })}</p>` : '',
    `<ul class="parts">${folders.map(folder).join('')}</ul>`,
    pageEnd,
  ].join('')
}

import { imageIdsOf } from '@attune/contract/common/rich-text/rich-text'
import { escapeHtml } from '../../../../platform/http/replies.ts'
import type { ExportedItem } from '../../../../platform/personal-export/exported-part.ts'
import type { ExportTexts } from './texts.ts'
import { hrefOf, richHtml } from './rich-html.ts'

/** A file of an item with its path in the export. */
export type PlacedFile = { id?: string | undefined; name: string; type: string | null; path: string }

const style = `:root{color-scheme:light dark;--text:#26332d;--soft:#5b6a62;--page:#f6f8f6;--card:#fff;--line:#d8dfda;--own:#e3efe8;--link:#1f6b4f}
@media (prefers-color-scheme:dark){:root{--text:#e4ebe6;--soft:#a2b0a8;--page:#161c19;--card:#1f2723;--line:#35403a;--own:#25382f;--link:#7fc8a8}}
*{box-sizing:border-box}body{font:17px/1.6 system-ui,sans-serif;color:var(--text);background:var(--page);margin:0;overflow-wrap:anywhere}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.1rem;margin:0 0 .25rem;line-height:1.35}
a{color:var(--link)}article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem;margin:0 0 .75rem}
article.own{margin-left:2.5rem;background:var(--own)}article.other{margin-right:2.5rem}time,.soft{color:var(--soft);font-size:.9rem}
dl{margin:.5rem 0;display:grid;grid-template-columns:minmax(7rem,auto) 1fr;gap:.15rem 1rem}dt{color:var(--soft)}dd{margin:0}p{margin:.5rem 0}.text{white-space:pre-wrap}
img,video{max-width:100%;height:auto;border-radius:8px}audio{width:100%}blockquote{border-left:3px solid var(--line);margin:.5rem 0;padding-left:1rem}
ul.checklist{list-style:none;padding-left:.5rem}ul.parts{list-style:none;padding:0}ul.parts li{border-bottom:1px solid var(--line)}
ul.parts a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.75rem 0;min-height:44px;text-decoration:none}
ul.parts span:first-child{flex:1 1 12rem}label span{display:block;margin:.5rem 0}input{font:inherit;width:100%;padding:.6rem .75rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
@media print{body{background:#fff;color:#000;font-size:11pt}article{border:0;border-bottom:1px solid #999;border-radius:0;break-inside:avoid}nav,form,audio,video{display:none}}`

/** The content security policy of a page: it may load files from its own folder but open no connection, so that no data leaves the page. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'self' file:; img-src 'self' file:; media-src 'self' file:; base-uri 'none'; form-action 'none'"

/** The start of a page, up to its content. */
export const pageStart = ({ language }: ExportTexts, title: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>`

export const pageEnd = '</main></body></html>\n'

/** The start of the page of a part, with the link to the index. */
export const partStart = (texts: ExportTexts, title: string): string =>
  `${pageStart(texts, title)}<nav><a href="index.html">${escapeHtml(texts.t('index'))}</a></nav><h1>${escapeHtml(title)}</h1>`

/** An item of a part as an article. `anchor` is its place in the page. */
export function articleHtml(texts: ExportTexts, item: ExportedItem, { anchor, files }: Placed): string {
  const { title, at, facts = [], text, content, side } = item
  const paths = new Map(files.map(({ id, path }) => [id, path]))
  const when = at === null ? '' : `<time datetime="${escapeHtml(at)}">${escapeHtml(texts.moment(at))}</time>`
  const rows = facts.flatMap((fact) =>
    fact.text.trim() === '' ? [] : [`<dt>${escapeHtml(fact.label)}</dt><dd class="text">${escapeHtml(fact.text)}</dd>`],
  )
  const shown = new Set<string | undefined>(content && imageIdsOf(content))
  return [
    `<article id="${anchor}"${side ? ` class="${side}"` : ''}><h2>${escapeHtml(title)}</h2>${when}`,
    rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '',
    text === undefined || text === '' ? '' : `<p class="text">${escapeHtml(text)}</p>`,
    content ? richHtml(content, (id) => paths.get(id)) : '',
    ...files.filter(({ id }) => id === undefined || !shown.has(id)).map(fileHtml),
    '</article>\n',
  ].join('')
}

type Placed = { anchor: string; files: readonly PlacedFile[] }

function fileHtml({ name, type, path }: PlacedFile): string {
  const href = hrefOf(path)
  const link = `<p><a href="${href}">${escapeHtml(name)}</a></p>`
  if (type?.startsWith('image/')) return `<p><img src="${href}" alt="${escapeHtml(name)}" loading="lazy"></p>`
  if (type?.startsWith('audio/')) return `${link}<audio controls preload="none" src="${href}"></audio>`
  if (type?.startsWith('video/')) return `${link}<video controls preload="none" src="${href}"></video>`
  return link
}

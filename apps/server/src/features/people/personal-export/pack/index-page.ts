import { escapeHtml } from '../../../../platform/http/replies.ts'
import { hrefOf } from './rich-html.ts'
import { pageEnd, pageStart } from './page.ts'
import type { ExportTexts } from './texts.ts'

/** A part as the index lists it. */
export type IndexedPart = {
  name: string
  title: string
  count: number
  files: readonly { name: string; path: string }[]
}

/** The content of the index. For a client, the export lacks the records at `therapists`; for a therapist, it lacks the records of the clients. */
type Index = {
  name: string
  madeAt: string
  parts: readonly IndexedPart[]
  therapists: readonly string[]
  isTherapist: boolean
}

/** Finds the items that contain all typed words. `entries` comes from search.js: address, title, date and text in lower case. */
const search = `const box=document.querySelector('input'),list=document.querySelector('#found'),none=document.querySelector('#none')
const form=document.querySelector('form');form.hidden=false;form.addEventListener('submit',e=>e.preventDefault())
const fold=t=>t.toLowerCase().normalize('NFD').replace(/\\p{M}/gu,'')
box.addEventListener('input',()=>{const words=fold(box.value).split(/\\s+/).filter(Boolean);list.replaceChildren();none.hidden=true
if(!words.length)return
const found=[];for(const e of window.entries){if(words.every(w=>e[3].includes(w))&&found.push(e)>=100)break}
none.hidden=found.length>0
for(const [href,title,date] of found){const li=document.createElement('li'),a=document.createElement('a'),t=document.createElement('span'),d=document.createElement('span')
a.href=href;t.textContent=title;d.textContent=date;d.className='soft';a.append(t,d);li.append(a);list.append(li)}})`

/** Returns the start page of an export: its parts, a search over all of them, and a list of the records that the export does not contain. */
export function indexPage(texts: ExportTexts, { name, madeAt, parts, therapists, isTherapist }: Index): string {
  const { t, moment } = texts
  const say = (key: string, params?: Record<string, string>) => escapeHtml(t(key, params))
  const part = ({ name: page, title, count, files }: IndexedPart) =>
    `<li><a href="${hrefOf(`${page}.html`)}"><span>${escapeHtml(title)}</span><span class="soft">${count}</span></a>${files
      .map((file) => `<p><a href="${hrefOf(file.path)}">${escapeHtml(file.name)}</a></p>`)
      .join('')}</li>`
  const left = isTherapist
    ? [`<p>${say('records')}</p>`]
    : therapists.map((therapist) => `<p>${say('leftOut', { name: therapist })}</p>`)
  const ask = therapists.length > 0 ? `<p>${say('askForCopy')}</p>` : ''
  return [
    pageStart(texts, t('title', { name })),
    `<h1>${say('title', { name })}</h1><p class="soft">${say('made', { when: moment(madeAt) })}</p>`,
    isTherapist ? `<p>${say('namesClients')}</p>` : '',
    `<form hidden><label><span>${say('search')}</span><input type="search" autocomplete="off"></label></form>`,
    `<ul id="found" class="parts"></ul><p id="none" class="soft" hidden>${say('nothingFound')}</p>`,
    `<ul class="parts">${parts.map(part).join('')}</ul>`,
    left.length > 0 ? `<h2>${say('notInHere')}</h2>${left.join('')}${ask}` : '',
    `<p class="soft">${say('forPrograms')}</p>`,
    `<script src="search.js"></script><script>${search}</script>`,
    pageEnd,
  ].join('')
}

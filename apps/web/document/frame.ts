import type { Role } from '@attune/contract/features/people/account/account'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateWords } from '../src/ui/page/date-words.ts'
import { type MenuPage, sidebarPages, tabBarPages } from '../src/shell/pages/menu-pages.ts'

const languages = ['en', 'de', 'fr', 'es'] as const
type Language = (typeof languages)[number]
const roles = ['client', 'therapist', 'admin'] as const

const logo = (size: number) =>
  `<svg viewBox="0 0 32 32" width="${size}" height="${size}"><rect width="32" height="32" rx="8" fill="#2f6b62"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"><path d="M6.5 22a9.5 9.5 0 0 1 19 0" opacity=".6"/><path d="M10.5 22a5.5 5.5 0 0 1 11 0" opacity=".85"/><path d="M14.5 22a1.5 1.5 0 0 1 3 0"/></g></svg>`

/** Marks the place of a text in the markup. The part before the colon is the namespace. */
const text = (key: string) => `{${key}}`
const icon = '<i class="f-icon"></i>'

const fact = (name: string, words: string) =>
  `<li class="p-fact"><svg width="20" height="20"></svg><div><strong>${text(`login:facts.${name}`)}</strong><p>${text(`login:facts.${words}`)}</p></div></li>`

const signIn = `<div class="p-page"><div class="p-bar"><span class="p-brand">${logo(32)}Attune</span><i class="f-field f-language"></i></div><div class="p-main"><div class="p-form"><div class="p-title">${text('login:signIn.title')}</div><p class="p-text">${text('login:signIn.text')}</p><div class="f-stack"><div><b class="f-label">${text('login:email')}</b><i class="f-field"></i></div><div><b class="f-label">${text('login:password')}</b><i class="f-field"></i></div><div class="l-aside"><span class="f-link">${text('login:signIn.forgot')}</span></div><div class="f-submit">${text('login:signIn.submit')}</div></div><i class="f-other"></i><p class="l-switch">${text('login:signIn.new')} <span class="f-link">${text('login:signIn.register')}</span></p></div></div><div class="p-face"><p class="p-sentence">${text('login:sentence')}</p><ul class="p-facts">${fact('practice', 'practiceTextPlain')}${fact('between', 'betweenText')}${fact('agreed', 'agreedText')}</ul></div><div class="p-foot"><svg width="16" height="16"></svg><span class="p-emergency f-hidden"><span>${text('login:emergency')}</span> <span>${text('login:emergencyCall')}</span></span></div></div>`

const sidebarEntry = ({ title, page }: MenuPage) =>
  `<li><span class="n-entry" data-page="${page}">${icon}${text(`shell:pages.${title}`)}</span></li>`

const tab = ({ title, page }: MenuPage) =>
  `<span class="t-tab" data-page="${page}"><svg width="22" height="22"></svg><span>${text(`shell:tabs.${title}`)}</span></span>`

const sidebar = (role: Role) =>
  `<nav class="n-sidebar"><p class="n-brand">${logo(24)}Attune</p><p class="n-whose">${text(`shell:dashboardOf.${role}`)}</p>${sidebarPages(
    role,
  )
    .map(
      ({ label, entries }) =>
        `<div class="n-group">${label ? `<p class="n-label">${text(`shell:groups.${label}`)}</p>` : ''}<ul class="n-entries">${entries.map(sidebarEntry).join('')}</ul></div>`,
    )
    .join('')}</nav>`

const row = '<div class="k-row"><i class="f-avatar f-face"></i><i class="f-line"></i></div>'

/** The heading of a home page. `start.js` fills it in; frame.css hides it on every other page. */
const heading =
  '<div class="g-head f-heading"><div class="g-texts"><div class="g-title"></div><div class="g-facts">\u00a0</div></div></div>'

/** The card of a client's next session. `start.js` fills it in if there is one; frame.css hides it on every other page. */
const nextSession = `<div class="q-card f-next"><div class="q-head"><div class="q-title">${text('dashboard:client.next')}</div></div><div class="q-body"><p class="x-time">\u00a0</p><div class="x-person"><i class="f-avatar f-face"></i><i class="f-line"></i></div><div class="x-foot"><i class="f-field f-act"></i></div></div></div>`

/** The frame of the calendar. `calendar.js` fills it in; frame.css hides it on every other page. */
const calendar = `<div class="f-calendar"><div class="b-bar"><div class="b-title c-title"></div><i class="f-tool f-block"></i><i class="f-tool f-block"></i></div><div class="c-place"><div class="k-card">${row.repeat(7)}</div></div></div>`
/** The classes of the markup that `calendar.js` writes. */
const calendarClasses = '<i class="y-strip y-day y-weekday y-number y-dot c-waiting c-waitingDay c-head"></i>'

const signedIn = (role: Role) =>
  `<div class="s-frame"><div class="h-header"><div class="h-wide"><i class="f-tool"></i></div><span class="h-brand">${logo(24)}Attune</span><div class="h-end"><span class="h-search">${icon}<span>${text('shell:search')}</span></span><i class="f-tool"></i><div class="h-person"><i class="f-tool f-face"></i></div></div></div>${sidebar(role)}<div class="s-main"><div class="s-page"><div class="k-page">${heading}${role === 'admin' ? '' : calendar}<i class="f-line f-head"></i><div class="k-columns"><div class="f-stack f-main">${role === 'client' ? nextSession : ''}<div class="k-card">${row.repeat(4)}</div></div><div class="k-card f-side">${row.repeat(3)}</div></div></div></div></div><nav class="t-bar">${tabBarPages(
    role,
  )
    .map(tab)
    .join(
      '',
    )}<span class="t-tab"><svg width="22" height="22"></svg><span>${text('shell:menu')}</span></span></nav></div>`

/** Returns the words of dates by language, and the greetings of a client with `{{name}}` in place of the name. */
export const frameWords = () =>
  Object.fromEntries(
    languages.map((language) => {
      const greetings = ['morning', 'day', 'evening'].map((part) => readText(language, `dashboard:greeting.${part}`))
      return [language, { ...dateWords[language], greetings }]
    }),
  )

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (words: string) => words.replaceAll(/[&<>]/g, (character) => entities[character] ?? '')

function readText(language: Language, key: string): string {
  const [namespace = '', path = ''] = key.split(':')
  const file = join(import.meta.dirname, '../src/locales', namespace, `${language}.json`)
  const found = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], JSON.parse(readFileSync(file, 'utf8')))
  if (typeof found !== 'string') throw new Error(`there is no text ${key}`)
  return found
}

function lookUp(language: Language, key: string): string {
  // The emergency number depends on the location, so the frame does not contain it. Spaces as wide as digits reserve its width.
  return escape(readText(language, key).replaceAll(/\{\{\w+\}\}/g, '\u2007\u2007\u2007'))
}

/**
 * Returns the frames of the document, in which a number in braces replaces each text, and the texts of each language in the order of these numbers.
 * The frames contain no personal data.
 */
export function documentFrames() {
  const whole = { '': signIn, ...Object.fromEntries(roles.map((role) => [role, signedIn(role)])) }
  const keys: string[] = []
  const numberOf = (key: string) => {
    if (!keys.includes(key)) keys.push(key)
    return `{${keys.indexOf(key)}}`
  }
  const frames = Object.fromEntries(
    Object.entries(whole).map(([name, markup]) => [
      name,
      markup.replaceAll(/\{([\w:.]+)\}/g, (_, key: string) => numberOf(key)),
    ]),
  )
  const texts = Object.fromEntries(
    languages.map((language) => [language, keys.map((key) => lookUp(language, key))]),
  ) as Record<Language, string[]>
  return { frames, texts, markup: Object.values(whole).join('') + calendarClasses }
}

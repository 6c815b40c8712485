import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { darkColors, fontFamily, frameSizes, lightColors } from '../src/ui/colors.ts'

const source = join(import.meta.dirname, '../src')

/** The style sheets of the real frame, and the prefix that their classes get in the document. */
const sheets = {
  p: 'features/people/login/public/PublicFrame.module.css',
  l: 'features/people/login/public/LoginFields.module.css',
  s: 'shell/frame/Shell.module.css',
  h: 'shell/frame/header/Header.module.css',
  n: 'shell/frame/navigation/Sidebar.module.css',
  t: 'shell/frame/navigation/TabBar.module.css',
  k: 'shell/screens/PageSkeleton.module.css',
  g: 'ui/page/PageHeader.module.css',
  q: 'ui/page/Section.module.css',
  x: 'features/home/dashboard/NextSessionCard.module.css',
  c: 'features/schedule/calendar/Calendar.module.css',
  b: 'features/schedule/calendar/toolbar/CalendarToolbar.module.css',
  y: 'features/schedule/calendar/toolbar/CalendarDayStrip.module.css',
}

type Rule = { head: string; body: string | Rule[] }

const rule = /([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g

const parse = (css: string): Rule[] =>
  Array.from(css.matchAll(rule), ([, head = '', body = '']) => ({
    head: head.trim(),
    body: body.includes('{') ? parse(body) : body.trim(),
  }))

const print = (rules: Rule[]): string =>
  rules
    .map(({ head, body }) => `${head}{${typeof body === 'string' ? body : print(body)}}`)
    .join('')
    .replaceAll(/\s*([{};:,>])\s+/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(';}', '}')

/** The parts of selectors that only the app has. */
const appAlone = /:hover|:focus|:has\((?!:is)|\[data-(narrow|wide|off|hidden|repeated|unknown)\]/

/** Returns the selectors of a list, which commas outside all brackets separate. Exported for its test. */
export function selectorsIn(head: string): string[] {
  const selectors = ['']
  let depth = 0
  for (const sign of head) {
    if (sign === '(' || sign === '[') depth++
    if (sign === ')' || sign === ']') depth--
    if (sign === ',' && depth === 0) selectors.push('')
    else selectors[selectors.length - 1] += sign
  }
  return selectors.map((one) => one.trim())
}

/** Whether a selector can match in the document: all of its classes are used, and it needs nothing that only the app has. */
const canMatch = (selector: string, used: ReadonlySet<string>) =>
  !appAlone.test(selector) &&
  Array.from(selector.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name).every((name) => used.has(name))

function keepUsed(rules: Rule[], used: ReadonlySet<string>): Rule[] {
  return rules.flatMap(({ head, body }): Rule[] => {
    if (typeof body !== 'string') {
      const kept = head.startsWith('@media print') ? [] : keepUsed(body, used)
      return kept.length > 0 ? [{ head, body: kept }] : []
    }
    const selectors = selectorsIn(head).filter((selector) => canMatch(selector, used))
    return selectors.length > 0 ? [{ head: selectors.join(','), body }] : []
  })
}

const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const prefixed = (css: string, prefix: string) => css.replaceAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi, `.${prefix}-$1`)

/** The rules for the fallback font that is shown until Inter is loaded, and for the areas that the system covers. */
const fontAndSafeAreas = () =>
  parse(withoutComments(readFileSync(join(source, 'ui/base.css'), 'utf8'))).filter(({ head }) =>
    ['@font-face', ':root'].includes(head),
  )

const colors = (scheme: string, values: Record<string, string>, css: string) =>
  `:root[data-mantine-color-scheme='${scheme}']{${Object.entries(values)
    .filter(([name]) => css.includes(`var(${name})`))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`

/**
 * Returns the style sheet of the frame in the document: the rules of the real frame that its markup uses, the colours of both schemes, and the rules
 * of frame.css. The real frame replaces the frame in the document, so both must have the same positions and sizes.
 */
export function frameStyles(markup: string, fontFile: string | undefined): string {
  const used = new Set(Array.from(markup.matchAll(/class="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat())
  const rules = Object.entries(sheets).flatMap(([prefix, file]) =>
    parse(prefixed(withoutComments(readFileSync(join(source, file), 'utf8')), prefix)),
  )
  const own = parse(withoutComments(readFileSync(join(import.meta.dirname, 'frame.css'), 'utf8')))
  const css = print([...fontAndSafeAreas(), ...keepUsed(rules, used), ...own])
  const sizes = Object.entries(frameSizes).map(([name, value]) => `${name}:${value}`)
  const font = (name: string) =>
    `@font-face{font-family:'${name}';font-display:optional;font-weight:100 900;src:url(/${fontFile}) format('woff2')}`
  const fallbacks = fontFamily.replace(/^'[^']*',\s*/, '')
  return [
    ...(fontFile ? [font('Inter Frame'), font('Inter Late')] : []),
    `:root{${sizes.join(';')}}`,
    colors('light', lightColors, css),
    colors('dark', darkColors, css),
    // Inter is used if it arrives before the first paint. Otherwise the frame keeps its font, so that no line breaks again.
    `#frame{font-family:'Inter Frame',${fallbacks}}`,
    // The session is painted later than the rest, so the font may have arrived in the meantime.
    `#frame .f-next{font-family:'Inter Late',${fallbacks}}`,
    css,
  ].join('')
}

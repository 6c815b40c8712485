import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { textsByLanguage } from './languages.mjs'

/**
 * The files of the web app that format dates. All other files call the functions of these files, so that all pages
 * format dates in the same way.
 */
const dateFormats = ['apps/web/src/ui/page/date-text.ts', 'apps/web/src/ui/choice/time-zones.ts']

/**
 * Checks that no text contains a phrase of `wording/<language>.txt`, and that only the files in `dateFormats` format
 * dates. Each line of a phrase file is a regular expression for whole words. Emails may contain the phrases below the
 * line '# not in the app', such as the French 'rendez-vous', because emails name no session. Below the line
 * '# exceptions', the file lists the keys of texts with a wording that a requirement fixes.
 */
export function wording() {
  const findings = Object.entries(textsByLanguage()).flatMap(([language, texts]) =>
    phrasesIn(language, texts, readPhrases(readFileSync(join(root, `tools/checks/wording/${language}.txt`), 'utf8'))),
  )
  const formats = webFiles('apps/web/src')
    .filter((path) => !dateFormats.includes(path) && formatsDates(readFileSync(join(root, path), 'utf8')))
    .map((path) => `${path} formats a date; use ui/page/date-text.ts`)
  return { ok: findings.length + formats.length === 0, findings: [...findings, ...formats] }
}

/** Returns the patterns and the exempt keys of a phrase file. Exported for its test. */
export function readPhrases(file) {
  const [all = '', exceptions = ''] = file.split(/^# exceptions.*$/m)
  const [phrases = '', inApp = ''] = all.split(/^# not in the app.*$/m)
  const lines = (part) => part.split('\n').filter((line) => line.trim() && !line.startsWith('#'))
  const patterns = (part) =>
    lines(part).map((line) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${line.trim()})(?![\\p{L}\\p{N}_])`, 'iu'))
  return {
    patterns: patterns(phrases),
    inApp: patterns(inApp),
    exempt: new Set(lines(exceptions).map((line) => line.trim().split(/\s/)[0])),
  }
}

/** Returns a finding for each text that contains a phrase. Ignores placeholders and tags. Exported for its test. */
export function phrasesIn(language, texts, { patterns, inApp, exempt }) {
  return texts.flatMap(({ key, text }) => {
    if (exempt.has(key)) return []
    const words = text.replace(/\{\{.*?\}\}|\{\w+\}|<\/?\w+\s*\/?>/g, ' ')
    const refused = key.startsWith('server:mail.') ? patterns : [...patterns, ...inApp]
    const found = refused.map((pattern) => pattern.exec(words)?.[0]).find(Boolean)
    return found ? [`${key} (${language}) contains '${found}': ${text}`] : []
  })
}

const formatsDates = (code) => /toLocale(Date|Time)String|new Intl\.DateTimeFormat/.test(code)

const webFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|testing)\./.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'
import { allTexts } from './languages.mjs'

/** Texts that a journey contains on purpose, with the reason for each. */
const exceptions = {
  'login-life.journey.ts': { 'Session expired. Please log in again.': 'the wording of rows 4.13 and 8.02' },
  'shell.journey.ts': {
    'Admin dashboard': 'the wording of row 2.24',
    'Something went wrong': 'the wording of rows 2.29 and 8.06',
    'Try Again': 'the wording of row 2.29',
    'Go Home': 'the wording of row 2.29',
  },
  'avatar.deep.journey.ts': {
    'Permission denied. Please try logging out and back in.': 'the wording of row 8.01',
    'File too large. Please choose a smaller image.': 'the wording of row 8.01',
    'Invalid file type. Please choose an image file.': 'the wording of row 8.01',
    'Avatar updated successfully!': 'the wording of row 8.01',
  },
  'data-errors.journey.ts': {
    'Client not found': 'the wording of row 8.04',
    'Failed to fetch client profile data': 'the wording of row 8.04',
    'Error loading sessions. Please try again.': 'the wording of row 8.04',
    'Error adding client': 'the wording of row 8.04',
  },
  'tasks.journey.ts': { 'Decline reason required': 'the wording of row 5.05' },
  'people.journey.ts': { Vorname: 'a column of the imported file' },
}
/** Names of keyboard keys that are also texts of the product. */
const keys = new Set(['Home', 'End'])

/**
 * Checks that no journey contains a text of the product. A journey uses the key of a text instead, so that a change of
 * the wording does not break it. Ignores lower-case texts of one word, because they are also names of states, roles and
 * files.
 */
export function journeyTexts() {
  const texts = new Set(allTexts().filter((text) => /[^a-z-]/.test(text)))
  const files = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.ts'))
  const findings = files.flatMap((name) => textsIn(name, read(`e2e/${name}`), texts, exceptions[name]))
  return { ok: findings.length === 0, remark: `${files.length} files, ${texts.size} texts`, findings }
}

/** Returns a finding for each string or pattern of a file that equals one of the texts. Exported for its test. */
export function textsIn(file, code, texts, allowed = {}) {
  return code.split('\n').flatMap((line, index) =>
    Array.from(
      line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`$]*)`|\/\^?([^/\\]+?)\$?\//g),
      ([, ...found]) => found.find((text) => text !== undefined)?.replace(/\\(.)/g, '$1') ?? '',
    )
      .filter((text) => texts.has(text) && !keys.has(text) && !(text in allowed))
      .map((text) => `e2e/${file}:${index + 1} contains the text '${text}'; name its key by uiText or serverText`),
  )
}

const read = (path) => readFileSync(join(root, path), 'utf8')

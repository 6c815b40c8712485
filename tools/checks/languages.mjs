import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

const reference = 'en'
const others = ['es', 'fr', 'de']
/** The names of laws, contracts and formats that are English in every language. */
const englishNames = [
  'Good Faith Estimate',
  'Good Faith Estimates',
  'Good-Faith-Estimate',
  'Business associate agreement (BAA)',
  'FHIR Questionnaire (JSON, R4)',
]
/** A text of English with at least this many words is translated. A shorter one may be the same word, such as 'Session' or 'Code'. */
const translatedFrom = 3

/**
 * Checks that each other language has exactly the keys of English, with the same placeholders, and the plural forms that the language
 * needs, and that no text of several words is the English one.
 */
export function languages() {
  const texts = [...webTexts(), ...workerTexts(), ...serverTexts()]
  const findings = texts.flatMap(({ name, of }) => compare(name, of))
  const keys = texts.reduce((sum, { of }) => sum + flatten(of(reference) ?? {}).size, 0)
  return { ok: findings.length === 0, remark: `${keys} texts in ${others.length + 1} languages`, findings }
}

function webTexts() {
  const folder = join(root, 'apps/web/src/locales')
  return readdirSync(folder).map((name) => ({
    name: `web ${name}`,
    of: (language) => readJson(join(folder, name, `${language}.json`)),
  }))
}

/** Returns the texts of push notifications, which the build writes into the service worker. */
function workerTexts() {
  return [
    { name: 'worker pushTexts', of: (language) => readJson(join(root, 'apps/web/worker/push', `${language}.json`)) },
  ]
}

/** Returns the texts of the server: those that features share, and those of one feature under the name of its folder. */
function serverTexts() {
  const folder = join(root, 'apps/server/src/locales')
  const own = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const ofFeatures = (language) =>
    own.flatMap(({ name }) => {
      const texts = readJson(join(folder, name, `${language}.json`))
      return texts ? [[name, texts]] : []
    })
  return [
    {
      name: 'server',
      of: (language) => ({
        ...readJson(join(folder, `${language}.json`)),
        ...Object.fromEntries(ofFeatures(language)),
      }),
    },
  ]
}

/** Returns every text of the product by language, each with its key: `session:done`, or `server:mail.greeting`. */
export function textsByLanguage() {
  return Object.fromEntries(
    [reference, ...others].map((language) => [
      language,
      [...webTexts(), ...workerTexts(), ...serverTexts()].flatMap(({ name, of }) =>
        [...flatten(of(language) ?? {})].map(([key, text]) => ({ key: `${name.split(' ').at(-1)}:${key}`, text })),
      ),
    ]),
  )
}

/** Returns every text of the product in every language. */
export function allTexts() {
  return Object.values(textsByLanguage()).flatMap((texts) => texts.map(({ text }) => text))
}

/** Returns the keys of all texts, with plural forms as one key, each with its location ('web' or 'server') and namespace. */
export function englishKeys() {
  return [...webTexts(), ...serverTexts()].flatMap(({ name, of }) =>
    [...byMeaning(flatten(of(reference) ?? {})).keys()].map((key) => ({
      place: name.split(' ')[0],
      file: name.split(' ').at(-1),
      key,
    })),
  )
}

/** Returns the findings for one group of texts: the differences between each language and English. Exported for its test. */
export function compare(name, of) {
  const english = of(reference)
  if (!english) return [`${name}: missing in ${reference}`]
  const englishTexts = flatten(english)
  const wanted = byMeaning(englishTexts)
  return others.flatMap((language) => {
    const own = of(language)
    if (!own) return [`${name}: missing in ${language}`]
    const texts = flatten(own)
    const present = byMeaning(texts)
    return [
      ...[...wanted.keys()].filter((key) => !present.has(key)).map((key) => `${name} ${language}: ${key} is missing`),
      ...[...present.keys()]
        .filter((key) => !wanted.has(key))
        .map((key) => `${name} ${language}: ${key} is not in ${reference}`),
      ...[...wanted].flatMap(([key, text]) =>
        difference(`${name} ${language}: ${key}`, text, present.get(key), language),
      ),
      ...untranslatedKeys(englishTexts, texts).map((key) => `${name} ${language}: ${key} is not translated`),
    ]
  })
}

/** Returns the keys whose text of several words is the same as in English. */
function untranslatedKeys(english, texts) {
  const words = (text) => text.replaceAll(/\{.*?\}/g, '').match(/(?<!\p{L})\p{L}{2,}/gu)?.length ?? 0
  return [...english]
    .filter(([key, text]) => texts.get(key) === text && words(text) >= translatedFrom && !englishNames.includes(text))
    .map(([key]) => key)
}

function difference(where, wanted, present, language) {
  if (!present) return []
  const findings = []
  if (present.placeholders !== wanted.placeholders)
    findings.push(`${where} has the placeholders '${present.placeholders}', not '${wanted.placeholders}'`)
  if (present.isEmpty) findings.push(`${where} is empty`)
  if (wanted.forms.size > 0) {
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const form of rules)
      if (form !== 'many' && !present.forms.has(form)) findings.push(`${where} lacks its plural form '_${form}'`)
    for (const form of present.forms)
      if (form !== 'zero' && !rules.includes(form))
        findings.push(`${where} has a plural form '_${form}' that the language does not know`)
  }
  return findings
}

/**
 * Groups the plural forms of a key (`_one`, `_other`, …), because languages have different plural forms and cannot be compared form by
 * form.
 */
function byMeaning(texts) {
  const meanings = new Map()
  for (const [key, text] of texts) {
    const [, base, form] = /^(.*?)(?:_(zero|one|two|few|many|other))?$/.exec(key)
    const meaning = meanings.get(base) ?? { forms: new Set(), names: new Set(), isEmpty: false }
    if (form) meaning.forms.add(form)
    for (const [, placeholder] of text.matchAll(/\{\{-?\s*([\w.]+)/g)) meaning.names.add(placeholder)
    for (const [tag] of text.matchAll(/<\/?\w+\s*\/?>/g)) meaning.names.add(tag)
    meaning.isEmpty ||= text.trim() === ''
    meanings.set(base, meaning)
  }
  for (const meaning of meanings.values()) meaning.placeholders = [...meaning.names].sort().join(' ')
  return meanings
}

function flatten(value, prefix = '', into = new Map()) {
  for (const [key, entry] of Object.entries(value)) {
    if (entry && typeof entry === 'object') flatten(entry, `${prefix}${key}.`, into)
    else into.set(prefix + key, String(entry))
  }
  return into
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

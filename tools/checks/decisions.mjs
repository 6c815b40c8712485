import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

const folder = 'docs/decisions'
export const decisionsPage = `${folder}/README.md`

/** Checks that the page of decisions lists every decision with its title and status, in the order of their numbers. */
export function decisionsIndex() {
  const records = readRecords()
  const findings = [
    ...records.flatMap((record) => recordFaults(record)),
    ...(readFileSync(join(root, decisionsPage), 'utf8') === pageOf(records)
      ? []
      : [`${decisionsPage} is out of date: run npm run decisions`]),
  ]
  return { ok: findings.length === 0, remark: `${records.length} decisions`, findings }
}

export function readRecords() {
  return readdirSync(join(root, folder))
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .toSorted()
    .map((file) => readRecord(file, readFileSync(join(root, folder, file), 'utf8')))
}

/** Reads the number, the title, the date and the status of a decision. Exported for its test. */
export function readRecord(file, text) {
  const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
  const [, status] = /^Status: (.+)$/m.exec(text) ?? []
  return { file, number: Number(number), title, date: /^Date: \d{4}-\d\d-\d\d$/m.test(text), status }
}

/** Returns a finding for each missing part of a decision, and for each nonexistent decision that its status refers to. */
export function recordFaults(
  { file, number, title, date, status = '' },
  exists = (path) => existsSync(join(root, path)),
) {
  const own = Number(file.slice(0, 4))
  const links = Array.from(status.matchAll(/\]\(([^)]+)\)/g), ([, target]) => target)
  return [
    ...(title && number === own ? [] : [`${folder}/${file}: the first line is not '# ${own}. <decision>'`]),
    ...(date ? [] : [`${folder}/${file} lacks the line 'Date: <year>-<month>-<day>'`]),
    ...(status ? [] : [`${folder}/${file} lacks the line 'Status: …'`]),
    ...links
      .filter((target) => !exists(`${folder}/${target}`))
      .map((target) => `${folder}/${file}: the status names ${target}, which does not exist`),
  ]
}

/** Returns the text of the page of decisions. Exported for its test. */
export function pageOf(records) {
  const numbers = new Set(records.map(({ number }) => number))
  const unused = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter((n) => !numbers.has(n))
  const rows = records.map(({ file, title, status }) => `| [${file.slice(0, 4)}](${file}) | ${title} | ${status} |`)
  return `# Decisions

Each file states one decision, with its date and status, its context, and its consequences. A decision that no longer holds gets the status
'superseded by N' and a new file; its text is not rewritten. \`npm run decisions\` writes this page.${
    unused.length > 0
      ? `\nThese numbers were never used: ${unused.map((n) => String(n).padStart(4, '0')).join(', ')}.`
      : ''
  }

| number | decision | status |
|---|---|---|
${rows.join('\n')}
`
}
